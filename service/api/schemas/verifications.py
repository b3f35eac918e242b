"""The verdict on a log."""

from game.shapes import Field, Nullable, Object, Text
from game.value_shapes import ORIGIN, RESULT, VERSION
from projections.audit.verdict import FAULT_KINDS

VERIFICATION_ID = Text(64)
ANY_TEXT = Text(1_000_000, min_characters=0)
LOG_FAULT = Object(
    "LogFault",
    (
        Field("kind", tuple(FAULT_KINDS)),
        Field("line", VERSION, "1 is the header. Of a wrong hash: the first line of the append."),
        Field("last", Nullable(VERSION), "The last line of the append."),
        Field("detail", ANY_TEXT),
        Field("expected", Nullable(ANY_TEXT)),
        Field("found", Nullable(ANY_TEXT)),
    ),
    meaning="The first fault of a log.",
)
VERDICT = Object(
    "Verdict",
    (
        Field("status", ("done",), "Tells a verdict from the answer that it is `pending`."),
        Field("ok", bool),
        Field("fault", Nullable(LOG_FAULT)),
        Field("game", ANY_TEXT),
        Field("events", VERSION),
        Field("head", ANY_TEXT),
        Field("state_hash", ANY_TEXT),
        Field("assisted", bool),
        Field("origin", Nullable(ORIGIN)),
        Field("compared", bool, "Whether the log was compared with its origin, which is here."),
        Field("result", Nullable(RESULT)),
        Field("here", ("same", "another", "unknown"), "Whether this service has the game, with the same head."),
    ),
    meaning="What the audit found in a log, as far as it was read.",
)
PENDING_VERIFICATION = Object("PendingVerification", (Field("id", VERIFICATION_ID), Field("status", ("pending",))))
FETCHED_VERIFICATION = Object(
    "FetchedVerification",
    (
        Field("id", VERIFICATION_ID),
        Field("status", ("pending", "done", "failed")),
        Field("verdict", Nullable(VERDICT), "Null until the status is `done`."),
    ),
)
