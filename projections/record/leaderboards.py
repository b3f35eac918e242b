"""Leaderboards: who is on which board, and with which number. A board is a sorted set of players."""

from datetime import UTC, datetime
from itertools import product
from typing import NamedTuple

from projections.record.ratings import Rated, Rating, lowest_ordinal, points_of
from projections.record.result import GameResult

ANY, ALL_TIME = "*", "all"
DAILY = "daily"
SECONDS = 1 << 33
"""Above every time in seconds since 1970 until the year 2242. A score times this, plus a time, is an exact double."""


class Board(NamedTuple):
    """The best of a mode in a period: `all`, a year such as `2026`, or a month such as `2026-11`, in UTC.

    Standard games are ranked by rating, solo games and scenarios by their best score. `scenario`, `side`, `kind`: None
    for all; standard games have one board for both sides. `kind`: human, bot or strategy.

    The tries at a daily deal have a board of their own, in the mode DAILY; its period is the day.
    """

    mode: str
    period: str = ALL_TIME
    scenario: str | None = None
    side: str | None = None
    kind: str | None = None

    @property
    def name(self) -> str:
        return ":".join((self.mode, self.scenario or ANY, self.side or ANY, self.kind or ANY, self.period))

    def merit(self, number: float) -> int:
        """What the place of an entry goes by: the points of a rating, or the score. Equal merits share a place."""
        return points_of(number) if self.mode == "standard" else score_of(number)[0]

    def lowest_number(self, merit: int) -> float:
        """The lowest number of an entry with this merit."""
        return lowest_ordinal(merit) if self.mode == "standard" else float(merit * SECONDS)


class Entered(NamedTuple):
    """A player's entry on a board; `number` sorts the board, the highest first."""

    board: Board
    player: str
    number: float


def periods(ended_ms: int) -> tuple[str, str, str]:
    """All time, the year and the month of a moment (ms since 1970), in UTC."""
    moment = datetime.fromtimestamp(ended_ms / 1000, UTC)
    return ALL_TIME, f"{moment:%Y}", f"{moment:%Y-%m}"


def score_entries(result: GameResult) -> list[Entered]:
    """Where a solo game or a scenario enters its player; a player's best entry on a board counts.

    A lost scenario enters nobody, and neither does a player who left. A try at a daily deal enters only the table of
    its day: its cards were known to others before.
    """
    if result.mode == "standard":
        return []
    found: list[Entered] = []
    for seat in result.seats:
        if not seat.stayed or seat.outcome == "lost":
            continue
        if result.daily:
            boards = [Board(DAILY, result.daily, kind=kind) for kind in (seat.kind, None) if result.is_in_time]
            found += [Entered(board, seat.player, _number_of(seat.score, result.finished_ms)) for board in boards]
            continue
        scenarios = (result.scenario, None) if result.scenario else (None,)
        number = _number_of(seat.score, result.ended_ms)
        for period, scenario, side, kind in product(
            periods(result.ended_ms), scenarios, (result.side, None), (seat.kind, None)
        ):
            found.append(Entered(Board(result.mode, period, scenario, side, kind), seat.player, number))
    return found


def daily_scores(result: GameResult) -> list[tuple[str, str, int]]:
    """Player, day and score of a try that its player finished on the day of its deal, a lost scenario, too."""
    if result.daily is None or not result.is_in_time:
        return []
    return [(seat.player, result.daily, seat.score) for seat in result.seats if seat.stayed]


def _number_of(score: int, ended_ms: int) -> float:
    """The higher score first, and of equal ones the earlier: exact up to a score of 2^20."""
    return float(score * SECONDS + (SECONDS - 1 - ended_ms // 1000))


def score_of(number: float) -> tuple[int, int]:
    """The score of an entry, and when it was reached in seconds since 1970."""
    score, left = divmod(int(number), SECONDS)
    return score, SECONDS - 1 - left


def rating_entries(seat: Rated, rating: Rating, period: str) -> list[Entered]:
    """Where a rating of standard games enters its player: on the board of all, and on that of the player's kind."""
    return [Entered(Board("standard", period, kind=kind), seat.player, rating.ordinal) for kind in (None, seat.kind)]
