"""What a strategy decides in a view."""

from typing import get_args

from bots import STRATEGIES
from bots.strategy import Estimate, FallbackReason
from game.shapes import Field, ListOf, Nullable, Number, Object, Text
from game.value_shapes import CARDS_SHAPE
from service.api.schemas.intentions import INTENTION, MAX_LEGAL_INTENTIONS

DECISION_ID = Text(64)
MAX_SENTENCES = 20
ROUND_PLAN = Object(
    "RoundPlan",
    (
        Field("construct", CARDS_SHAPE, "Cards to complete in this round, the most urgent first."),
        Field("keep", CARDS_SHAPE, "Cards that stay under construction and get what is left."),
        Field("recycle", CARDS_SHAPE, "Cards of the hand."),
    ),
    meaning="What a strategy would do with the cards of the seat in this round, as far as it knows them.",
)
FALLBACK = Object(
    "Fallback",
    (
        Field("strategy", tuple(STRATEGIES), "The strategy that decided instead."),
        Field(
            "reason",
            get_args(FallbackReason),
            "What kind of view the strategy has not learned, or `weights`: damaged ones.",
        ),
    ),
    meaning="Which strategy decided instead of the one that you asked, and why.",
)
ALTERNATIVE = Object(
    "Alternative",
    (
        Field("intention", INTENTION),
        Field("value", Number(), "Points, as the strategy estimates them; only to compare."),
        Field("plan", ROUND_PLAN, "The plan that begins with the intention, if the strategy compared one.", False),
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
        Field("score", range(10_000), "The score of the seat as it stands.", required=False),
        Field(
            "estimate",
            get_args(Estimate),
            "What the values are: nothing, only to compare, the expected final score, or the lead expected at the end.",
            False,
        ),
        Field("fallback", Nullable(FALLBACK), "Null if the strategy itself decided.", required=False),
        Field("explanation", ListOf(Text(2000), MAX_SENTENCES), "The decision in sentences.", required=False),
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
