"""Games in lists."""

from marshmallow import fields

from service.answers.base import Answer
from service.answers.views import Origin


class SummarySeat(Answer):
    seat = fields.Integer()
    player = fields.String(allow_none=True)
    bot = fields.String(allow_none=True)


class Summary(Answer):
    """A game in the list."""

    id = fields.String()
    name = fields.String(allow_none=True)
    mode = fields.String()
    scenario = fields.String(allow_none=True)
    side = fields.String()
    ruleset = fields.String()
    status = fields.String()
    round = fields.Integer()
    phase = fields.String(allow_none=True)
    seats = fields.List(fields.Nested(SummarySeat))
    opened_at = fields.DateTime()
    ended_at = fields.DateTime(allow_none=True)
    winners = fields.List(fields.Integer(), allow_none=True)
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    allow_bots = fields.Boolean()
    invited = fields.List(fields.String(), metadata={"description": "Bot accounts that have not joined yet."})
    imported = fields.Boolean(metadata={"description": "Played on another server; not counted here."})
