"""Games in which every append has its time: the state and its clocks go on together."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import game
from game.clocks import advance
from game.declared import Event

BEGIN_MS = 1_700_000_000_000
"""When the games of these tests start, in ms since 1970."""


class Timed(NamedTuple):
    """A game and its clocks. `ms`: the time of the newest append, counted from BEGIN_MS."""

    state: game.State
    clocks: game.Clocks
    ms: int = 0

    def at(self, ms: int, events: Sequence[Event], past: dict[int, game.State] | None = None) -> "Timed":
        """After an append of these events at `ms`. `past`: earlier states that rewinds lead to."""
        state = game.fold(events, self.state, past)
        return Timed(state, advance(self.clocks, state, BEGIN_MS + ms), ms)

    def act(self, ms: int, intention: game.Intention) -> "Timed":
        """After an intention at `ms`."""
        return self.at(ms, game.decide(self.state, intention))

    def pick(self, ms: int, seat: int) -> "Timed":
        """After the seat picked the first card of its hand."""
        return self.act(ms, game.legal(self.state, seat)[0])

    def expire(self, ms: int, seat: int) -> "Timed":
        return self.at(ms, game.expire(self.state, self.clocks, seat, BEGIN_MS + ms))

    def left(self, seat: int) -> int:
        """What the clock of the seat shows, in ms."""
        clock = self.clocks.seats[seat]
        assert clock is not None
        return clock.left_ms

    def deadline(self, seat: int) -> int | None:
        """When the time of the seat is up, counted from BEGIN_MS."""
        clock = self.clocks.seats[seat]
        assert clock is not None
        return None if clock.deadline_ms is None else clock.deadline_ms - BEGIN_MS


def started(clock: Mapping[str, Any] | None, seats: int = 2, **options: Any) -> Timed:
    """A game that started at BEGIN_MS."""
    given = {"clock": clock} if clock else {}
    return Timed(game.State(), game.Clocks()).at(0, game.new({"seats": seats, **given, **options}))
