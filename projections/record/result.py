"""What a finished game adds to the record: a plain fact, which follows from its log alone."""

from collections.abc import Sequence
from typing import NamedTuple

from events import Entry
from game.daily import day_at
from game.folding import states as fold_states
from game.model import State
from game.options import may_watch
from game.views.values import is_assisted, mode
from projections.explorer.plays import Play, plays_of
from projections.record.outcomes import is_strategy, outcome, place, plays_to_the_end
from projections.record.waits import waits_of

SCORED = "game_scored"
"""The stored name of the event whose time is the game's time in the record."""
PLAYED = "game_ended"
"""The stored name of the event after which nobody moves any more."""
PLAYER_KINDS = ("human", "bot", "strategy")


class SeatResult(NamedTuple):
    """What the game is for a seat. `player`: an account's id, or `bot:<strategy>`. `kind`: human, bot or strategy.

    `stayed`: the player played to the end, so that the score is theirs. `place`: the one that counts
    (`places_that_count`). `outcome`: of OUTCOMES. `waits_ms`: phase → how long the table waited for the player.
    """

    player: str
    kind: str
    empire: str
    stayed: bool
    place: int
    outcome: str
    score: int
    waits_ms: dict[str, int]


class GameResult(NamedTuple):
    """A finished game. `ended_ms`: when it was scored, ms since 1970. `grade`: a solo rank or a scenario's medal.

    `plays`: by seat, what it drafted, built and recycled.
    `daily`: the day at whose daily deal it is a try. A try that was finished later counts for no day. `may_watch`:
    whether everybody may watch it. `played_ms`: when the last move was made, as a worker scores it later; 0: at the
    same time.
    """

    game: str
    ended_ms: int
    mode: str
    scenario: str | None
    side: str
    grade: str | None
    seats: tuple[SeatResult, ...]
    plays: tuple[Play, ...]
    daily: str | None = None
    may_watch: bool = True
    played_ms: int = 0

    @property
    def finished_ms(self) -> int:
        """When its players had finished it, ms since 1970."""
        return self.played_ms or self.ended_ms

    @property
    def is_in_time(self) -> bool:
        """Whether it is a try that its player finished on the day of its deal."""
        return self.daily is not None and self.daily == day_at(self.finished_ms)

    @property
    def position(self) -> str:
        """Its place in the order in which games are rated: by time, then by id."""
        return f"{self.ended_ms:013d}-{self.game}"


def counts(state: State) -> bool:
    """Whether the record counts a game that was played here: a finished one, in which nobody knew hidden cards."""
    return state.status == "finished" and not is_assisted(state)


def result_of(game: str, entries: Sequence[Entry], states: Sequence[State] | None = None) -> GameResult:
    """What the log of a game adds to the record; the game must count. `states`: after each entry, if they are known."""
    if states is None:
        states = [*fold_states([entry.event for entry in entries])]
    state, waits, places = states[-1], waits_of(entries, states), places_that_count(entries, states)
    assert state.result
    return GameResult(
        game,
        next(entry.ms for entry in entries if entry.name == SCORED),
        mode(state),
        state.options.scenario,
        state.options.side,
        state.result.rank or state.result.medal,
        tuple([_seat_result(state, index, places[index], waits[index]) for index in range(len(state.seats))]),
        plays_of(entries, states),
        state.daily,
        may_watch(state.options),
        next((entry.ms for entry in reversed(entries) if entry.name == PLAYED), 0),
    )


def places_that_count(entries: Sequence[Entry], states: Sequence[State]) -> list[int]:
    """By seat: the place in statistics and ratings, 1 is the best. Equal seats share it. `states`: after each entry.

    First come those who played to the end, by their points. The players who left follow, the first one last: so
    nobody who leaves gains by it, and no loss becomes a draw because others leave later.
    """
    left_at = _left_at(entries, states)
    merits = [(0, place(states[-1], index)) if left is None else (1, -left) for index, left in enumerate(left_at)]
    return [1 + sum(other < own for other in merits) for own in merits]


def _left_at(entries: Sequence[Entry], states: Sequence[State]) -> list[int | None]:
    """By seat: the number of the append by which its player left; None for one who plays to the end.

    Seats whose time is up at the same moment are taken over by one append. A player who returned has not left.
    """
    found: list[int | None] = []
    append = 0
    for entry, state in zip(entries, states, strict=True):
        seats = len(state.seats)  # before the start, the host may take some away
        found = [*found[:seats], *[None] * (seats - len(found))]
        for index, seat in enumerate(state.seats):
            if plays_to_the_end(seat):
                found[index] = None
            elif found[index] is None:
                found[index] = append
        append += bool(entry.hash)  # the last one of its append
    return found


def _seat_result(state: State, index: int, place_that_counts: int, waits_ms: dict[str, int]) -> SeatResult:
    seat, result = state.seats[index], state.result
    assert result
    player = seat.player or ""
    return SeatResult(
        player,
        "strategy" if is_strategy(player) else "bot" if seat.external else "human",
        seat.empire or "",
        plays_to_the_end(seat),
        place_that_counts,
        outcome(state, index) or "",
        result.scores[index]["total"],
        waits_ms,
    )
