"""What a strategy decides for a view."""

from marshmallow import fields, validate

from service.answers.base import Answer
from service.requests import text


class Alternative(Answer):
    intention = fields.Dict()
    value = fields.Float(metadata={"description": "Points, as the strategy reckons them; only to compare."})


class Decision(Answer):
    strategy = fields.String()
    seed = fields.String()
    intention = fields.Dict(metadata={"description": "A body ready to POST."})
    alternatives = fields.List(fields.Nested(Alternative), metadata={"description": "What was weighed, best first."})
    seconds = fields.Float(metadata={"description": "The time it took."})


class FetchedDecision(Answer):
    id = fields.String()
    status = text(validate.OneOf(["pending", "done", "failed"]))
    decision = fields.Nested(Decision, allow_none=True)
