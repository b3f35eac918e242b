"""The shapes of the values in views, events and intentions, and what a real game can hold at most of them."""

from game.cards import CARDS, CHARACTERS, DESIGNS, EMPIRES, KINDS, RESOURCES
from game.model import CUBES_PER_KRYSTALLIUM, DEALT_TO_TWO, PICKS, ROUNDS
from game.options import MAX_SEATS
from game.scenarios import SCENARIOS
from game.shapes import Counts, Field, ListOf, Nullable, Object, Text

MAX_HAND_CARDS = max(DEALT_TO_TWO, PICKS)
MAX_REQUIRED_CARDS = max(len(scenario.required) for scenario in SCENARIOS.values())


def _max_production() -> int:
    """Cubes of one resource in a step, if one empire held every card."""
    most = []
    for at, resource in enumerate(RESOURCES):
        amount = max(face.production[at] for face in EMPIRES.values())
        amount += sum(design.production[at] for design in CARDS.values())
        for design in CARDS.values():
            if design.per and design.per[0] == resource:
                amount += sum(other.copies for other in DESIGNS.values() if other.type == design.per[1])
        most.append(amount)
    return max(most)


MAX_PRODUCTION = _max_production()
MAX_TOKENS = sum(design.krystallium + design.generals + design.financiers for design in CARDS.values()) + ROUNDS * len(
    RESOURCES
) * (MAX_PRODUCTION // CUBES_PER_KRYSTALLIUM + 1)
"""Of krystallium, generals or financiers: all bonuses, and in each step a supremacy or the cubes for krystallium."""

ACCOUNT_KINDS = ("human", "bot")
RANKS = ("rookie", "dictator", "emperor", "living_god")
"""What a solo score earns, worst first (R66)."""
MEDALS = ("gold", "silver", "bronze", "none", "lost")
OPERATOR_REASONS = ("conduct", "cheating", "fault", "request", "law", "other")
"""Why an operator acts: how somebody behaves, cheating, a fault of the service, a player's request, the law."""
CLOSED_REASONS = tuple(f"closed_{reason}" for reason in OPERATOR_REASONS)
END_REASONS = ("left", "aborted", "expired", "idle", *CLOSED_REASONS)
REQUIRED_STATES = ("missing", "under_construction", "constructed")
VERSION = range(1 << 53)
"""JSON numbers are exact up to there."""
SEAT = range(MAX_SEATS)
DAY = Text(10, min_characters=10, example="2026-11-28")
"""A date, in UTC."""
CARD_COUNT = range(len(CARDS) + 1)
CARD = Text(64, example="wind-turbines.3")
CARDS_SHAPE = ListOf(CARD, len(CARDS))
ROUND = range(1, ROUNDS + 1)
CUBES = Counts("Cubes", RESOURCES, range(MAX_PRODUCTION + 1))
SCORE = Counts("Score", ("gross", "combo", "generals", "financiers", "total"), range(10_000), complete=True)
SPACE = Object("Space", (Field("needs", KINDS), Field("filled", Nullable(KINDS), "What lies on it.")), closed=False)
SITE = Object("Site", (Field("card", CARD), Field("spaces", ListOf(SPACE, 20))), closed=False)
PLAYER = Object(
    "SeatPlayer",
    (
        Field("id", Text(128, min_characters=0), "An account's id, or `bot:<strategy>`."),
        Field("name", Nullable(Text(80)), "Null where the account is not known."),
        Field("kind", ACCOUNT_KINDS),
    ),
    closed=False,
)
ORIGIN = Object("Origin", (Field("game", Text(64, min_characters=0)), Field("version", VERSION)), closed=False)
PROPOSAL = Object(
    "Proposal",
    (
        Field("number", VERSION),
        Field("seat", SEAT, "The seat that proposed it."),
        Field("to", VERSION, "The version to go back to."),
        Field("expires_at", Text(40), "RFC 3339, UTC."),
        Field("accepted", ListOf(SEAT, MAX_SEATS), "The seats that have accepted."),
    ),
    closed=False,
)
PAUSE = Object(
    "Pause",
    (
        Field("agreed", ListOf(SEAT, MAX_SEATS), "The seats that agree, first the one that asked."),
        Field("expires_at", Text(40), "Until when the others may agree; RFC 3339, UTC."),
        Field("until", Nullable(Text(40)), "Of a pause: when it ends at the latest. Null while not all people agree."),
    ),
    closed=False,
)
REQUIRED = Object(
    "RequiredDesign",
    (Field("design", tuple(DESIGNS)), Field("state", REQUIRED_STATES)),
    closed=False,
)
SUPREMACY = Object(
    "Supremacy",
    (
        Field("round", ROUND),
        Field("step", RESOURCES),
        Field("seat", SEAT),
        Field("character", Nullable(CHARACTERS), "Null until the seat has chosen."),
    ),
    closed=False,
)
RESULT = Object(
    "GameResult",
    (
        Field("ranking", ListOf(ListOf(SEAT, MAX_SEATS), MAX_SEATS), "Groups of seats, best first."),
        Field("scores", ListOf(SCORE, MAX_SEATS), "By seat."),
        Field("rank", Nullable(RANKS), "Of a solo game."),
        Field("medal", Nullable(MEDALS), "Of a scenario."),
    ),
    closed=False,
)
