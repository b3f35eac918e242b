"""What a log tells of itself."""

from marshmallow import fields, validate

from service.answers.base import Answer
from service.answers.views import Origin, Result
from service.requests import text


class Fault(Answer):
    """The first thing that is wrong with a log."""

    kind = text(validate.OneOf(["encoding", "chain", "order", "actor", "deal", "rules", "score", "origin", "end"]))
    line = fields.Integer(metadata={"description": "1 is the header; of the chain: the first line of the append."})
    last = fields.Integer(allow_none=True, metadata={"description": "The last line of the append."})
    detail = fields.String()
    expected = fields.String(allow_none=True)
    found = fields.String(allow_none=True)


class Verdict(Answer):
    """What a log tells of itself, as far as it could be followed."""

    ok = fields.Boolean()
    fault = fields.Nested(Fault, allow_none=True)
    game = fields.String()
    events = fields.Integer()
    head = fields.String()
    state_hash = fields.String()
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    compared = fields.Boolean(metadata={"description": "Whether it was held against its origin, which is here."})
    result = fields.Nested(Result, allow_none=True)
    here = text(
        validate.OneOf(["same", "another", "unknown"]),
        metadata={"description": "Whether this service has the game, with the same head."},
    )
