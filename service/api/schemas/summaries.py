"""Games in lists."""

from marshmallow import fields

from service.api.schemas.base import Answer
from service.api.schemas.from_shapes import view_field
from service.api.schemas.views import Origin


class SummarySeat(Answer):
    seat = fields.Integer()
    player = fields.String(allow_none=True)
    bot = fields.String(allow_none=True)


class Summary(Answer):
    """A game in a list."""

    id = fields.String()
    name = fields.String(allow_none=True)
    mode = view_field("mode")
    scenario = view_field("scenario")
    side = view_field("side")
    ruleset = view_field("ruleset")
    status = view_field("status")
    round = view_field("round")
    phase = view_field("phase")
    seats = fields.List(fields.Nested(SummarySeat))
    opened_at = fields.DateTime()
    ended_at = fields.DateTime(allow_none=True)
    winners = fields.List(fields.Integer(), allow_none=True)
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    allow_bots = fields.Boolean()
    invited = fields.List(fields.String(), metadata={"description": "Invited bot accounts that have not joined yet."})
    imported = fields.Boolean(metadata={"description": "Played on another server; not in anybody's statistics."})
