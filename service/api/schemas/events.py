"""Events, and what an intention led to."""

from marshmallow import fields

from service.api.schemas.base import Answer
from service.api.schemas.views import View


class GameEvent(Answer):
    optional = frozenset({"text"})

    version = fields.Integer()
    name = fields.String(metadata={"example": "card_slated"})
    seat = fields.Integer(allow_none=True)
    group = fields.Integer(metadata={"description": "The version of the first event of the same intention."})
    actor = fields.String()
    time = fields.DateTime()
    data = fields.Dict()
    text = fields.String(
        metadata={
            "description": "The event as a sentence, if you ask for a language.",
            "example": "Ada recycles Zeppelin onto Wind Turbines.",
        }
    )


class Written(Answer):
    optional = frozenset({"head", "number", "view", "legal"})

    version = fields.Integer()
    events = fields.List(fields.Nested(GameEvent))
    head = fields.String(metadata={"description": "The hash of the newest event, when a phase or step ended."})
    number = fields.Integer(metadata={"description": "Of the rewind that was proposed or answered."})
    view = fields.Nested(View, metadata={"description": "If you prefer a representation."})
    legal = fields.List(fields.Dict(), metadata={"description": "What is legal in the view, if you prefer it."})
