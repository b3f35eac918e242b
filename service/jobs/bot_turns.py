"""The bots' turns: a strategy decides for each seat that is due, from nothing but a copy of its view."""

import json
import logging
import time
from collections.abc import Callable
from random import Random
from secrets import randbits, token_hex

import game as rules
from bots import STRATEGIES, Budget, strategy
from events import Group, IdempotencyKey
from game.lobby import FALLBACKS
from game.message import Message
from projections.games import Loaded
from service.backend import Backend
from service.games.write import Decided, write
from service.jobs.time_limit import TimeLimitExceeded, cpu_limit_of_main_thread, time_limit

logger = logging.getLogger(__name__)
MAX_APPENDED_INTENTIONS = 16
"""Intentions of bots in one append. A quick one takes about a millisecond, and others wait in the lane meanwhile."""
MAX_TRIES = 3
"""How often a strategy is asked before the fallback acts."""
DEFAULT_BUDGET = Budget()
"""Each strategy's own measure. A budget of seconds would be used up while other games wait."""
DECISION_LIMIT_SECONDS = 5.0
"""CPU time. A strategy that keeps to its budget is done long before, however busy the machine is."""
DECISION_WAIT_SECONDS = 30.0
"""The longest decision on a busy machine: all tries of a strategy fit into the time limit of a job."""

QUICK_SECONDS = 0.001
"""A strategy whose decisions take longer, as a rule, is a slow one: its moves wait in a lane of their own."""
SLICE_SECONDS = {"quick": 0.02, "slow": 0.2}
"""Time slice of a job for quick bots, and of one for slow bots; it then requeues itself."""

SeatsDue = Callable[[rules.State, rules.Clocks], tuple[int, ...]]
"""The seats to play now; the clocks are as the newest append left them."""


def play_bots(
    backend: Backend,
    game: str,
    due: SeatsDue = rules.bots_due,
    max_intentions: int = MAX_APPENDED_INTENTIONS,
    seconds: float = float("inf"),
) -> bool:
    """Play the bots of a game until none is due, or `seconds` have passed; returns whether any is still due.

    `due`: the seats to play. `max_intentions`: in one append.
    """
    seed, ends = randbits(128), time.monotonic() + seconds

    def decide(loaded: Loaded) -> Decided:
        return play_seats(loaded.state, loaded.clocks, due, Random(f"{seed}/{loaded.version}"), max_intentions)

    while write(backend.games, game, IdempotencyKey(f"bots:{token_hex(8)}", b"bots"), decide).entries:
        if time.monotonic() >= ends:
            newest = backend.games.load(game)
            return bool(due(newest.state, newest.clocks))
    return False


def play_quick_bots(backend: Backend, game: str) -> bool:
    """Play the quick bots of a game for a slice of time; returns whether any is still due in this phase, step or hand.

    What follows it has a job of its own.
    """
    since = backend.games.load(game).state.since
    is_due = play_bots(backend, game, quick_seats, seconds=SLICE_SECONDS["quick"])
    return is_due and backend.games.load(game).state.since == since


def play_slow_bots(backend: Backend, game: str, since: int) -> bool:
    """Play the slow bots of a game for a slice of time; returns whether any is still due in this phase, step or hand.

    `since`: the version at which it began. What follows it has a job of its own, so two workers do not compute the
    same move.
    """
    if backend.games.load(game).state.since != since:  # also: the moves are computed once, on the newest state
        return False
    return play_bots(
        backend,
        game,
        lambda state, clocks: slow_seats(state, clocks) if state.since == since else (),
        max_intentions=1,
        seconds=SLICE_SECONDS["slow"],
    )


def quick_seats(state: rules.State, clocks: rules.Clocks) -> tuple[int, ...]:
    """The seats that are due and have a quick bot."""
    return tuple([seat for seat in rules.bots_due(state, clocks) if not is_slow(state.seats[seat].bot)])


def slow_seats(state: rules.State, clocks: rules.Clocks) -> tuple[int, ...]:
    """The seats that are due and have a slow bot."""
    return tuple([seat for seat in rules.bots_due(state, clocks) if is_slow(state.seats[seat].bot)])


def is_slow(name: str | None) -> bool:
    """Whether the strategy of this name is a slow one. One that is not known is not: a fallback plays for it."""
    return name in STRATEGIES and STRATEGIES[name].seconds > QUICK_SECONDS


def play_seats(
    state: rules.State,
    clocks: rules.Clocks,
    due: SeatsDue,
    rng: Random,
    max_intentions: int = MAX_APPENDED_INTENTIONS,
) -> Decided:
    """What the seats that are due do from here, one after the other; at most `max_intentions` of them."""
    groups: list[Group] = []
    while len(groups) < max_intentions and (seats := due(state, clocks)):
        groups.append(play_seat(state, seats[0], rng))
        state = rules.fold(groups[-1].events, state)
    return Decided(groups, state)


def play_seat(state: rules.State, seat: int, rng: Random) -> Group:
    """One intention of a seat, by its strategy or a fallback.

    A strategy that fails, exceeds its time limit, or decides what the rules refuse is asked again, with the refusal in
    its view.
    """
    own_strategy = state.seats[seat].bot
    view = json.loads(json.dumps(rules.view(state, seat)))
    for name in dict.fromkeys((own_strategy or FALLBACKS[0], *FALLBACKS)):
        for _ in range(MAX_TRIES):
            try:
                chosen = strategy(name)
                if chosen.load:
                    chosen.load()
                with time_limit(DECISION_WAIT_SECONDS), cpu_limit_of_main_thread(DECISION_LIMIT_SECONDS):
                    intention = chosen.decide(json.loads(json.dumps(view)), rng, DEFAULT_BUDGET)
                if intention.seat != seat:
                    raise rules.Refused("unknown_seat", Message("you play seat {seat}", seat=seat))
                return Group(f"bot:{name}", rules.decide(state, intention))
            except (Exception, TimeLimitExceeded) as error:  # the game goes on, whatever a strategy does
                view["refused"] = (
                    {"code": error.code, "detail": error.detail}
                    if isinstance(error, rules.Refused)
                    else {"code": "failed", "detail": type(error).__name__}
                )
                logger.warning("strategy %s failed in game %s, version %d: %r", name, state.id, state.version, error)
    raise AssertionError("the last fallback decides what is legal")
