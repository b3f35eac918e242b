"""Events, and what an intention led to."""

from marshmallow import fields

from service.answers.base import Answer


class GameEvent(Answer):
    version = fields.Integer()
    name = fields.String(metadata={"example": "card_slated"})
    seat = fields.Integer(allow_none=True)
    group = fields.Integer(metadata={"description": "The version of the first event of the same intention."})
    actor = fields.String()
    time = fields.DateTime()
    data = fields.Dict()
    text = fields.String(
        metadata={
            "description": "The event as a sentence, when a language is asked for.",
            "example": "Ada recycles Zeppelin onto Wind Turbines.",
        }
    )


class Written(Answer):
    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(GameEvent), required=True)
    head = fields.String(metadata={"description": "The hash of the newest event, when a phase or step ended."})
    number = fields.Integer(metadata={"description": "Of the rewind that was proposed or answered."})
