"""The verdict on a log."""

from marshmallow import fields, validate

from projections.audit.verdict import FAULT_KINDS
from service.api.schemas.base import Answer
from service.api.schemas.views import Origin, Result


class LogFault(Answer):
    """The first fault of a log."""

    kind = fields.String(validate=validate.OneOf(FAULT_KINDS))
    line = fields.Integer(metadata={"description": "1 is the header. Of a wrong hash: the first line of the append."})
    last = fields.Integer(allow_none=True, metadata={"description": "The last line of the append."})
    detail = fields.String()
    expected = fields.String(allow_none=True)
    found = fields.String(allow_none=True)


class Verdict(Answer):
    """What the audit found in a log, as far as it was read."""

    ok = fields.Boolean()
    fault = fields.Nested(LogFault, allow_none=True)
    game = fields.String()
    events = fields.Integer()
    head = fields.String()
    state_hash = fields.String()
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    compared = fields.Boolean(metadata={"description": "Whether the log was compared with its origin, which is here."})
    result = fields.Nested(Result, allow_none=True)
    here = fields.String(
        validate=validate.OneOf(["same", "another", "unknown"]),
        metadata={"description": "Whether this service has the game, with the same head."},
    )
