"""The analysis of a finished game as a document: decisions with classes, luck and skill by seat, decisive moments.

All definitions are in docs/analysis.md. The document holds no names: it is told in words when somebody asks for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, Literal, NamedTuple

import game as rules
from bots.analysis import Decision
from game.model import ROUNDS

Class = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: Final[tuple[Class, ...]] = ("forced", "best", "good", "inaccuracy", "mistake", "blunder")
SPREAD_POINTS: Final = 2.0
"""Two analyses with other imagined cards, where they differ, give a decision losses that differ by that much in half
of the cases."""
SURE_POINTS: Final = 8.5
"""In 19 of 20 cases they differ by less (`python -m tests.bench analysis`)."""
BOUNDS: Final[tuple[tuple[float, Class], ...]] = (
    (SPREAD_POINTS, "good"),
    (2 * SPREAD_POINTS, "inaccuracy"),
    (SURE_POINTS, "mistake"),
)
"""The largest loss in points of each class; a larger one is a blunder."""
MAX_MOMENTS: Final = 3
Document = dict[str, Any]
"""JSON values."""
MomentKind = Literal["decision", "lucky", "unlucky"]


class Moment(NamedTuple):
    """What decided a game. `version`: of the decision, or of the one before which the cards came. `points`: above 0."""

    kind: MomentKind
    seat: int
    version: int
    points: float


def make_document(state: rules.State, decisions: Sequence[Decision], actors: Mapping[int, str]) -> Document:
    """The document of a finished game.

    `decisions`: all that stand, in their order. `actors`: by version of a decision, who made it.
    """
    results = _results(state)
    return {
        "strategy": "master",
        "estimate": "lead" if len(results) > 1 else "final_score",
        "spread": SPREAD_POINTS,
        "seats": [_seat(seat, round(result, 2), decisions, len(results)) for seat, result in enumerate(results)],
        "decisions": [_decision(each, actors[each.version]) for each in decisions],
        "moments": [each._asdict() for each in decisive_moments(decisions, len(results))],
    }


def loss(decision: Decision) -> float:
    """How many points fewer the seat expects than with the best intention; at least 0."""
    return decision.best_value - decision.made_value


def class_of(decision: Decision) -> Class:
    """The class of a decision, by its loss as the document shows it."""
    lost = round(round(decision.best_value, 2) - round(decision.made_value, 2), 2)
    if decision.is_forced:
        return "forced"
    if decision.made == decision.best:
        return "best"
    return next((name for bound, name in BOUNDS if lost <= bound), "blunder")


def accuracy(classes: Iterable[Class]) -> float | None:
    """Of the decisions with a choice, the percentage that are best or good; None without any."""
    counts = Counter(classes)
    chosen = counts.total() - counts["forced"]
    return round(100 * (counts["best"] + counts["good"]) / chosen, 1) if chosen else None


def decisive_moments(decisions: Sequence[Decision], seats: int) -> list[Moment]:
    """Up to MAX_MOMENTS moments that moved the expectation most, in the order of the game.

    One of them is a mistake or a blunder, if there is one.
    """
    found = sorted(_moments(decisions, seats), key=lambda each: -each.points)
    kept = found[:MAX_MOMENTS]
    if mistake := next((each for each in found if each.kind == "decision"), None):
        kept = kept if mistake in kept else [*kept[:-1], mistake]
    return sorted(kept, key=lambda each: each.version)


def _moments(decisions: Sequence[Decision], seats: int) -> Iterator[Moment]:
    given = [0.0] * seats
    """By seat, what the others gave it since its last decision."""
    for each in decisions:
        cards, given[each.seat] = each.luck - given[each.seat], 0.0
        yield Moment("lucky" if cards > 0 else "unlucky", each.seat, each.version, round(abs(cards), 2))
        if class_of(each) in ("mistake", "blunder"):
            yield Moment("decision", each.seat, each.version, round(loss(each), 2))
        for other in range(seats):
            if other != each.seat:
                given[other] += loss(each) / (seats - 1)


def _results(state: rules.State) -> list[float]:
    """By seat, the points that the game came to: the lead over the mean of the others, or alone the score."""
    totals = [float(points["total"]) for points in rules.score(state)]
    if len(totals) == 1:
        return totals
    return [own - fmean(totals[:seat] + totals[seat + 1 :]) for seat, own in enumerate(totals)]


def _seat(seat: int, result: float, decisions: Sequence[Decision], seats: int) -> dict[str, Any]:
    own = [each for each in decisions if each.seat == seat]
    classes = [class_of(each) for each in own]
    start, skill = round(own[0].best_value if own else result, 2), _skill(own)
    return {
        "seat": seat,
        "start": start,
        "luck": round(result - start - skill, 2),
        "others": round(sum(loss(each) for each in decisions if each.seat != seat) / max(1, seats - 1), 2),
        "skill": skill,
        "result": result,
        "accuracy": accuracy(classes),
        "classes": {name: classes.count(name) for name in CLASSES},
        "rounds": [_round(number, [each for each in own if each.round == number]) for number in range(1, ROUNDS + 1)],
        "last": round(result - own[-1].made_value if own else 0.0, 2),
    }


def _round(number: int, own: Sequence[Decision]) -> dict[str, Any]:
    return {"round": number, "luck": round(sum(each.luck for each in own), 2), "skill": _skill(own)}


def _skill(own: Sequence[Decision]) -> float:
    return round(-sum(map(loss, own)), 2) + 0.0  # no -0.0


def _decision(decision: Decision, actor: str) -> dict[str, Any]:
    return {
        "version": decision.version,
        "seat": decision.seat,
        "round": decision.round,
        "phase": decision.phase,
        "actor": actor,
        "made": rules.body(decision.made),
        "best": rules.body(decision.best),
        "luck": round(decision.luck, 2),
        "best_value": round(decision.best_value, 2),
        "made_value": round(decision.made_value, 2),
        "error": round(decision.error, 2),
        "class": class_of(decision),
    }
