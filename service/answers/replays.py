"""Frames of a replay."""

from marshmallow import fields

from service.answers.base import Answer
from service.answers.events import GameEvent
from service.answers.views import View


class FrameEvent(GameEvent):
    undone = fields.Boolean(metadata={"description": "It was taken back later, by an undo or a rewind."})


class Frame(Answer):
    """A moment of a game: what led to it, and how the table stood."""

    version = fields.Integer()
    first = fields.Integer(metadata={"description": "The version of the first of the frame's events."})
    undone = fields.Boolean(metadata={"description": "All of its moves were taken back later."})
    events = fields.List(fields.Nested(FrameEvent))
    view = fields.Nested(View)
