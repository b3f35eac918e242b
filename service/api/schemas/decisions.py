"""What a strategy decides in a view."""

from bots import STRATEGIES
from game.shapes import Field, ListOf, Nullable, Number, Object, Text
from service.api.schemas.intentions import INTENTION, MAX_LEGAL_INTENTIONS

DECISION_ID = Text(64)
ALTERNATIVE = Object(
    "Alternative",
    (
        Field("intention", INTENTION),
        Field("value", Number(), "Points, as the strategy estimates them; only to compare."),
    ),
)
DECISION = Object(
    "Decision",
    (
        Field("strategy", tuple(STRATEGIES)),
        Field("seed", Text(64, min_characters=0)),
        Field("intention", INTENTION, "Ready to send."),
        Field("alternatives", ListOf(ALTERNATIVE, MAX_LEGAL_INTENTIONS), "What the strategy weighed, best first."),
        Field("seconds", Number(), "The time that it took."),
    ),
    meaning="What a strategy would do.",
)
PENDING_DECISION = Object("PendingDecision", (Field("id", DECISION_ID), Field("status", ("pending",))))
FETCHED_DECISION = Object(
    "FetchedDecision",
    (
        Field("id", DECISION_ID),
        Field("status", ("pending", "done", "failed")),
        Field("decision", Nullable(DECISION), "Null until the status is `done`."),
    ),
)
