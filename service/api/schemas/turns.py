"""What waits for a player."""

from marshmallow import fields, validate

from service.api.schemas.base import Answer
from service.api.schemas.views import View


class Turn(Answer):
    """What waits for you in a game."""

    optional = frozenset({"legal"})

    type = fields.String(validate=validate.OneOf(["turn", "invitation", "end"]))
    game = fields.String()
    version = fields.Integer()
    seat = fields.Integer(allow_none=True)
    view = fields.Nested(View)
    legal = fields.List(fields.Dict(), metadata={"description": "Of a turn: every intention, as bodies ready to POST."})
