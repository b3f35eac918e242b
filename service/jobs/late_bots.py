"""Late bot accounts: the fallback strategy plays the rest of the phase for an account that exceeded `bot_seconds`."""

import time
from collections.abc import Callable
from random import Random
from secrets import randbits, token_hex

import game as rules
from events import IdempotencyKey
from projections.games import Loaded
from service.backend import Backend
from service.games.write import Decided, write
from service.jobs.bot_turns import play_seats

MAX_PHASE_INTENTIONS = 1000
"""More than the seats can have in a phase, step or hand: a seat that is cut off would get its whole time again."""


def play_late_bots(backend: Backend, game: str, now: Callable[[], float] = time.time) -> None:
    """Let the fallback play the rest of the phase for each bot account that is late. `now`: seconds since 1970."""
    seed, now_ms = randbits(128), now() * 1000

    def decide(loaded: Loaded) -> Decided:
        state, late = loaded.state, late_seats(loaded, now_ms)

        def due(later: rules.State) -> tuple[int, ...]:
            same_phase = later.since == state.since  # in the next phase every account has its full time again
            return tuple([seat for seat in rules.externals_due(later) if seat in late]) if same_phase else ()

        return play_seats(state, due, Random(f"{seed}/{loaded.version}"), MAX_PHASE_INTENTIONS)

    write(backend, game, IdempotencyKey(f"bots:{token_hex(8)}", b"bots"), decide)


def late_seats(loaded: Loaded, now_ms: float) -> frozenset[int]:
    """The seats of bot accounts that the game has waited for longer than `bot_seconds`."""
    moved_before_ms = now_ms - 1000 * loaded.state.options.bot_seconds
    return frozenset(seat for seat in rules.externals_due(loaded.state) if loaded.moved_ms[seat] <= moved_before_ms)
