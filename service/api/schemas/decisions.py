"""What a strategy decides in a view."""

from marshmallow import fields, validate

from service.api.schemas.base import Answer


class Alternative(Answer):
    intention = fields.Dict()
    value = fields.Float(metadata={"description": "Points, as the strategy estimates them; only to compare."})


class Decision(Answer):
    strategy = fields.String()
    seed = fields.String()
    intention = fields.Dict(metadata={"description": "A body ready to POST."})
    alternatives = fields.List(
        fields.Nested(Alternative), metadata={"description": "What the strategy weighed, best first."}
    )
    seconds = fields.Float(metadata={"description": "The time it took."})


class PendingDecision(Answer):
    id = fields.String()
    status = fields.String(validate=validate.OneOf(["pending"]))


class FetchedDecision(Answer):
    id = fields.String()
    status = fields.String(validate=validate.OneOf(["pending", "done", "failed"]))
    decision = fields.Nested(Decision, allow_none=True)
