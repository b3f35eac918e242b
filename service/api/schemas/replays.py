"""Frames of a replay."""

from marshmallow import fields

from service.api.schemas.base import Answer
from service.api.schemas.events import GameEvent
from service.api.schemas.views import View


class FrameEvent(GameEvent):
    optional = frozenset()

    undone = fields.Boolean(metadata={"description": "An undo or a rewind took it back later."})


class Frame(Answer):
    """A moment of a game: the events that led to it, and the view after them."""

    version = fields.Integer()
    first = fields.Integer(metadata={"description": "The version of the first of the frame's events."})
    undone = fields.Boolean(metadata={"description": "All of its moves were taken back later."})
    events = fields.List(fields.Nested(FrameEvent))
    view = fields.Nested(View)
