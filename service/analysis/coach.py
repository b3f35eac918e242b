"""The coach: what costs a player most points, over the analyses of the last games. All definitions: docs/analysis.md.

Nothing is said that the numbers do not carry: a kind of decision counts only if its loss in a game is above 0 for sure.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from game.cards import CHARACTERS, EMPIRE, KRYSTALLIUM
from service.analysis.document import Document

MAX_GAMES: Final = 20
"""The last finished games that are looked at."""
MIN_GAMES: Final = 5
"""With fewer analysed games nothing is told."""
MIN_POINTS: Final = 1.0
"""A kind that costs fewer points a game is not told."""
KINDS: Final = (
    "picks", "too_many_sites", "recycled", "wrong_site", "wasted_cubes", "krystallium", "characters", "given_up",
    "supremacy", "ready_early",
)  # fmt: skip
"""Kinds of decisions that lost points. Each decision is of one kind at most."""
Body = Mapping[str, Any]
T_QUANTILES: Final = (
    2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093,
)  # fmt: skip
"""Of Student's t at 97.5 %, for 4 to 19 degrees of freedom: MIN_GAMES to MAX_GAMES games."""


class Mistake(NamedTuple):
    """A decision that lost points. `version`: of the game, before it."""

    game: str
    version: int
    seat: int
    round: int
    made: Body
    best: Body
    lost: float


class Habit(NamedTuple):
    """What a kind of decisions costs. `decisions`: how many lost points; `points`: lost in a game, in the mean.

    `low`, `high`: where that mean lies with 95 %. `example`: the dearest one.
    """

    kind: str
    decisions: int
    points: float
    low: float
    high: float
    example: Mistake


def kind_of(decision: Mapping[str, Any]) -> str | None:
    """The kind of a judged decision, of KINDS; None if it lost nothing, or is of no kind that is told."""
    if decision["best_value"] <= decision["made_value"] or decision["class"] == "forced":
        return None
    made, best = decision["made"], decision["best"]
    match made["type"]:
        case "draft":
            return "picks"
        case "slate":
            return "too_many_sites"
        case "recycle":
            same_card = best["type"] == "recycle" and _design(best["card"]) == _design(made["card"])
            return "wrong_site" if same_card else "recycled"
        case "place":
            return _kind_of_placing(made, best)
        case "discard":
            return "given_up"
        case "choose":
            return "supremacy"
        case "ready":
            return _kind_of_ready(best)
    return None


def _kind_of_placing(made: Body, best: Body) -> str:
    if made["item"] == KRYSTALLIUM:
        return "krystallium"
    if made["item"] in CHARACTERS:
        return "characters"
    return "wasted_cubes" if made["onto"] == EMPIRE and best.get("onto") != EMPIRE else "wrong_site"


def _kind_of_ready(best: Body) -> str:
    if best["type"] == "place" and best["item"] in CHARACTERS:
        return "characters"
    if best["type"] == "place" and best["item"] == KRYSTALLIUM:
        return "krystallium"
    return "ready_early"


def _design(card: str) -> str:
    return card.partition(".")[0]


def mistakes_of(game: str, document: Document, player: str) -> Iterable[tuple[str, Mistake]]:
    """The decisions of a player in an analysed game that lost points, each with its kind.

    What a strategy decided in the player's place is not the player's.
    """
    for each in document["decisions"]:
        if each["actor"] == player and (kind := kind_of(each)):
            lost = round(each["best_value"] - each["made_value"], 2)
            where = game, each["version"], each["seat"], each["round"]
            yield kind, Mistake(*where, each["made"], each["best"], lost)


def habits(games: Sequence[Sequence[tuple[str, Mistake]]]) -> list[Habit]:
    """What costs most points, the dearest first. `games`: the mistakes of each game, at most MAX_GAMES games."""
    if len(games) < MIN_GAMES:
        return []
    by_kind: dict[str, list[list[Mistake]]] = defaultdict(lambda: [[] for _ in games])
    for at, mistakes in enumerate(games):
        for kind, mistake in mistakes:
            by_kind[kind][at].append(mistake)
    found = [_habit(kind, of_games) for kind, of_games in by_kind.items()]
    told = [each for each in found if each.low > 0 and each.points >= MIN_POINTS]
    return sorted(told, key=lambda each: -each.points)


def _habit(kind: str, games: Sequence[Sequence[Mistake]]) -> Habit:
    lost = [sum(each.lost for each in mistakes) for mistakes in games]
    mean, half = fmean(lost), T_QUANTILES[len(games) - MIN_GAMES] * stdev(lost) / sqrt(len(games))
    mistakes = [each for of_game in games for each in of_game]
    example = max(mistakes, key=lambda each: each.lost)
    return Habit(kind, len(mistakes), round(mean, 1), round(mean - half, 1), round(mean + half, 1), example)
