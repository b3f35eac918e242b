"""Statistics of a player in a mode: sums and maxima, which games add to in any order, and what follows from them.

All stored numbers are integers. So statistics that are kept up equal rebuilt ones to the last digit.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from game.cards import EMPIRE_IDS
from game.value_shapes import MEDALS, RANKS
from game.views.fields import MODES
from projections.record.outcomes import OUTCOMES
from projections.record.result import GameResult, SeatResult
from projections.record.waits import WAIT_PHASES


class Added(NamedTuple):
    """What a seat's game adds to the statistics of its player: to sums by field, and a candidate for each maximum."""

    player: str
    sums: dict[str, int]
    maxima: dict[str, int]


def additions(result: GameResult) -> list[Added]:
    """What a game adds to statistics, by seat. A strategy with several seats gets each of them."""
    return [_addition(result, seat) for seat in result.seats]


def _addition(result: GameResult, seat: SeatResult) -> Added:
    mode = result.mode
    sums = {f"{mode}:games": 1, f"{mode}:{seat.outcome}": 1}
    sums |= {f"{mode}:{phase}_ms": spent for phase, spent in seat.waits_ms.items()}
    if not seat.stayed:
        return Added(seat.player, sums, {})
    sums |= {f"{mode}:scored": 1, f"{mode}:score": seat.score}
    if not result.daily:  # all tries of a day have the same empire, which others learn when they begin
        sums |= {f"{mode}:{seat.empire}:games": 1, f"{mode}:{seat.empire}:score": seat.score}
    if result.grade:
        sums[f"{mode}:grade:{result.grade}"] = 1
    return Added(seat.player, sums, {f"{mode}:best": seat.score})


class EmpireStatistics(NamedTuple):
    """Scored games with an empire."""

    empire: str
    games: int
    mean_score: float


class ModeStatistics(NamedTuple):
    """A player's games of a mode.

    `outcomes`: by OUTCOMES, how many. `mean_score`, `best_score`: of the games that the player played to the end, None
    without any. `empires`: the empires of these games, but not of tries at daily deals, the most played first.
    `best_empire`: the one with the highest mean. `ranks`, `medals`: games that earned them, None in other
    modes. `mean_waits`: by phase, seconds in a game.
    """

    mode: str
    games: int
    outcomes: dict[str, int]
    mean_score: float | None
    best_score: int | None
    empires: list[EmpireStatistics]
    favourite_empire: str | None
    best_empire: str | None
    ranks: dict[str, int] | None
    medals: dict[str, int] | None
    mean_waits: dict[str, float]


def statistics(sums: Mapping[str, int]) -> list[ModeStatistics]:
    """The statistics of a player, a mode each, from the stored sums and maxima."""
    return [_of_mode(mode, sums) for mode in MODES]


def _of_mode(mode: str, sums: Mapping[str, int]) -> ModeStatistics:
    def total(field: str) -> int:
        return sums.get(f"{mode}:{field}", 0)

    games, scored = total("games"), total("scored")
    played = [empire for empire in EMPIRE_IDS if total(f"{empire}:games")]
    means = {empire: Fraction(total(f"{empire}:score"), total(f"{empire}:games")) for empire in played}
    often = sorted(played, key=lambda empire: -total(f"{empire}:games"))  # of equals the first in the catalogue
    return ModeStatistics(
        mode=mode,
        games=games,
        outcomes={outcome: total(outcome) for outcome in OUTCOMES},
        mean_score=round(total("score") / scored, 2) if scored else None,
        best_score=total("best") if scored else None,
        empires=[EmpireStatistics(each, total(f"{each}:games"), round(float(means[each]), 2)) for each in often],
        favourite_empire=often[0] if often else None,
        best_empire=max(often, key=lambda empire: means[empire]) if often else None,
        ranks={rank: total(f"grade:{rank}") for rank in RANKS} if mode == "solo" else None,
        medals={medal: total(f"grade:{medal}") for medal in MEDALS} if mode == "scenario" else None,
        mean_waits={phase: round(total(f"{phase}_ms") / games / 1000, 3) if games else 0.0 for phase in WAIT_PHASES},
    )
