"""The verdict on a log."""

from game.value_shapes import ORIGIN, RESULT, VERSION
from projections.audit.verdict import FAULT_KINDS
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Nested, Shaped, String
from service.api.schemas.validate import Length, OneOf

VERIFICATION_ID = Length(1, 64)
ANY_TEXT = Length(0, 1_000_000)


class LogFault(Answer):
    """The first fault of a log."""

    kind = String(validate=OneOf(FAULT_KINDS))
    line = Shaped(VERSION, "1 is the header. Of a wrong hash: the first line of the append.")
    last = Shaped(VERSION, "The last line of the append.", allow_none=True)
    detail = String(validate=ANY_TEXT)
    expected = String(validate=ANY_TEXT, allow_none=True)
    found = String(validate=ANY_TEXT, allow_none=True)


class Verdict(Answer):
    """What the audit found in a log, as far as it was read."""

    status = String("Tells a verdict from the answer that it is `pending`.", validate=OneOf(("done",)))
    ok = Boolean()
    fault = Nested(LogFault, allow_none=True)
    game = String(validate=ANY_TEXT)
    events = Shaped(VERSION)
    head = String(validate=ANY_TEXT)
    state_hash = String(validate=ANY_TEXT)
    assisted = Boolean()
    origin = Shaped(ORIGIN, allow_none=True)
    compared = Boolean("Whether the log was compared with its origin, which is here.")
    result = Shaped(RESULT, allow_none=True)
    here = String(
        "Whether this service has the game, with the same head.", validate=OneOf(("same", "another", "unknown"))
    )


class PendingVerification(Answer):
    id = String(validate=VERIFICATION_ID)
    status = String(validate=OneOf(("pending",)))


class FetchedVerification(Answer):
    id = String(validate=VERIFICATION_ID)
    status = String(validate=OneOf(("pending", "done", "failed")))
    verdict = Nested(Verdict, "Null until the status is `done`.", allow_none=True)
