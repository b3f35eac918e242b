"""The score and the ranking (R80-R84)."""

from functools import lru_cache

from game.cards import CARDS, EMPIRES, Points
from game.state import Seat, State

Score = dict[str, int]


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


def ranking(state: State) -> list[list[int]]:
    """Seats in groups, best first: by total, then constructed cards, then characters owned; else shared (R83)."""
    totals = [score["total"] for score in score(state)]
    keys = {
        i: (totals[i], len(seat.constructed), seat.generals + seat.financiers) for i, seat in enumerate(state.seats)
    }
    return [[i for i in keys if keys[i] == key] for key in sorted(set(keys.values()), reverse=True)]
