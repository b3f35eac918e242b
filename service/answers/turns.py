"""What waits for a player."""

from marshmallow import fields, validate

from service.answers.base import Answer
from service.answers.views import View
from service.requests import text


class Turn(Answer):
    """What waits for the caller in a game."""

    type = text(validate.OneOf(["turn", "invitation", "end"]))
    game = fields.String()
    version = fields.Integer()
    seat = fields.Integer(allow_none=True)
    view = fields.Nested(View)
    legal = fields.List(fields.Dict(), metadata={"description": "Of a turn: every intention, as bodies ready to POST."})
