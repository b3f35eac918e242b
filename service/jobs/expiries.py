"""Expiries: a seat whose time is up is played for until the stage ends, and a game that nobody plays is ended."""

from collections.abc import Callable
from random import Random
from secrets import randbits, token_hex

import game as rules
from events import Group, IdempotencyKey
from projections.games import Loaded
from service.backend import Backend
from service.games.starting import forget_secrets
from service.games.write import Decided, write
from service.jobs.bot_turns import play_seats

MAX_STAGE_INTENTIONS = 1000
"""More than the seats can have in a phase, step or hand: all of it is one append."""


def expire_seats(backend: Backend, game: str, now: Callable[[], float] | None = None) -> None:
    """Expire the seats whose time is up, and let the fallback play the stage for them; take over from silent players.

    `now`: the clock of the store, in seconds since 1970, unless a test has another one.
    """
    seed, now_ms = randbits(128), (now or backend.clock)() * 1000

    def decide(loaded: Loaded) -> Decided:
        return decide_expiry(loaded, now_ms, Random(f"{seed}/{loaded.version}"))

    write(backend, game, IdempotencyKey(f"clock:{token_hex(8)}", b"clock"), decide)


def decide_expiry(loaded: Loaded, now_ms: float, rng: Random) -> Decided:
    """What happens at `now_ms` (ms since 1970) to silent players, and to seats whose time is up: they are played for.

    The fallback plays these to the end of the stage.
    """
    state, clocks = loaded.state, loaded.clocks
    late, groups = rules.overdue(state, clocks, now_ms), list[Group]()
    for seat in late:
        if not state.seats[seat].expired:  # after a rewind the seat may have to play again, but it misses a stage once
            groups.append(Group("service", rules.expire(state, clocks, seat, now_ms)))
            state = rules.fold(groups[-1].events, state)

    for seat in rules.silent(state, loaded.changed_ms, now_ms):
        groups.append(Group("service", rules.take_over(state, loaded.changed_ms, seat, now_ms)))
        state = rules.fold(groups[-1].events, state)

    def due(later: rules.State, clocks: rules.Clocks) -> tuple[int, ...]:
        return tuple([seat for seat in rules.overdue(later, clocks, now_ms) if seat in late])

    played = play_seats(state, clocks, due, rng, MAX_STAGE_INTENTIONS)
    return Decided([*groups, *played.groups], played.state)


def abandon_game(backend: Backend, game: str, now: Callable[[], float] | None = None) -> None:
    """End a game that did not start in time, or that nobody is left to play. `now`: as of `expire_seats`."""
    now_ms = (now or backend.clock)() * 1000

    def decide(loaded: Loaded) -> Decided:
        try:
            events = rules.abandon(loaded.state, loaded.clocks, loaded.opened_ms, loaded.changed_ms, now_ms)
        except rules.Refused:
            return Decided()
        return Decided([Group("service", events)], rules.fold(events, loaded.state))

    written = write(backend, game, IdempotencyKey(f"abandon:{token_hex(8)}", b"abandon"), decide)
    forget_secrets(backend, game, written.state)
