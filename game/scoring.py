"""The score and the ranking (R80-R84)."""

from dataclasses import dataclass
from functools import lru_cache

from game.cards import CARDS, EMPIRES, Points
from game.declared import ALL, MOVE, Event, event
from game.field_types import Medal, Rank, Ranking, Scores
from game.model import Result, Seat, State, is_solo, next_version
from game.scenarios import SCENARIOS

Score = dict[str, int]


@event("game_scored", MOVE, public=ALL, news="proud")
@dataclass(frozen=True, slots=True)
class GameScored(Event):
    """`scores`: by seat, gross, combo, generals, financiers, total; `ranking`: groups of seats, best first (R83).

    `rank`: of a solo game (R66); `medal`: of a scenario (R70-R75).
    """

    scores: Scores
    ranking: Ranking
    rank: Rank | None = None
    medal: Medal | None = None

    def apply(self, state: State) -> State:
        result = Result(self.scores, self.ranking, self.rank, self.medal)
        return next_version(state, status="finished", result=result)


def score(state: State) -> list[Score]:
    """By seat: `gross`, `combo`, `generals`, `financiers` and `total`, as the empire stands now (R80-R82)."""
    return [_score(seat, state.options.side) for seat in state.seats]


def _score(seat: Seat, side: str) -> Score:
    if seat.empire is None:
        return {"gross": 0, "combo": 0, "generals": 0, "financiers": 0, "total": 0}
    gross, combo, per_general, per_financier = _points(seat.empire, side, seat.constructed)
    generals, financiers = seat.generals * per_general, seat.financiers * per_financier
    return {
        "gross": gross,
        "combo": combo,
        "generals": generals,
        "financiers": financiers,
        "total": gross + combo + generals + financiers,
    }


@lru_cache(maxsize=1 << 14)
def _points(empire: str, side: str, constructed: tuple[str, ...]) -> tuple[int, int, int, int]:
    """Gross, combo, points per general, points per financier (each 1 and the bonuses)."""
    designs = [CARDS[card] for card in constructed]
    types = [design.type for design in designs]
    points: list[Points] = [EMPIRES[empire, side].points, *[design.points for design in designs]]
    gross = sum(p.flat for p in points)
    combo = sum(p.points * types.count(p.of) for p in points if p.of in types)
    per_general = 1 + sum(p.points for p in points if p.of == "general")
    per_financier = 1 + sum(p.points for p in points if p.of == "financier")
    return gross, combo, per_general, per_financier


def card_points(seat: Seat, card: str) -> int:
    """What a constructed card of the seat adds to its total: its fixed points, and those for types or characters."""
    points = CARDS[card].points
    if points.of == "general":
        return points.flat + points.points * seat.generals
    if points.of == "financier":
        return points.flat + points.points * seat.financiers
    return points.flat + points.points * sum(CARDS[built].type == points.of for built in seat.constructed)


def rank(total: int, side: str) -> str:
    """What a solo score earns: rookie, dictator, emperor or living_god; side A asks for 15 more (R66)."""
    points = total - (15 if side == "A" else 0)
    if points < 60:
        return "rookie"
    return "dictator" if points < 80 else "emperor" if points < 100 else "living_god"


def medal(state: State) -> str:
    """What a scenario's end earns: gold, silver, bronze, none, or lost without all required cards (R70-R75)."""
    scenario, seat = SCENARIOS[state.options.scenario or ""], state.seats[0]
    built = {CARDS[card].id for card in seat.constructed}
    if not built.issuperset(scenario.required):
        return "lost"
    total = score(state)[0]["total"]
    if total < scenario.bronze:
        return "none"
    return "bronze" if total < scenario.silver else "silver" if total < scenario.gold else "gold"


def score_event(state: State) -> GameScored:
    """The event that ends a game: scores, ranking, and alone a rank, or in a scenario a medal."""
    scores = score(state)
    alone, scenario = is_solo(state), state.options.scenario
    return GameScored(
        tuple(scores),
        tuple([tuple(group) for group in ranking(state)]),
        rank(scores[0]["total"], state.options.side) if alone and not scenario else None,
        medal(state) if scenario else None,
    )


def ranking(state: State) -> list[list[int]]:
    """Seats in groups, best first: by total, then constructed cards, then characters owned; else shared (R83)."""
    totals = [score["total"] for score in score(state)]
    keys = {
        i: (totals[i], len(seat.constructed), seat.generals + seat.financiers) for i, seat in enumerate(state.seats)
    }
    return [[i for i in keys if keys[i] == key] for key in sorted(set(keys.values()), reverse=True)]
