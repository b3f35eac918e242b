"""Expiries: a seat whose time is up is played for until the stage ends; pauses end, and so do games that nobody plays.

The time of an outage counts for neither. It is given back to clocks before anybody is late.
"""

from collections.abc import Callable, Sequence
from random import Random
from secrets import randbits, token_hex

import game as rules
from events import Group, IdempotencyKey
from events.entry import timestamp
from game.outages import TimeGivenBack
from projections.games import Loaded
from service.backend import Backend
from service.games.starting import forget_secrets
from service.games.write import Decided, write
from service.jobs.bot_turns import play_seats

MAX_STAGE_INTENTIONS = 1000
"""More than the seats can have in a phase, step or hand: all of it is one append."""


def expire_seats(backend: Backend, game: str, now: Callable[[], float] | None = None) -> None:
    """Give outages back; take over from silent players; play the stage for seats whose time is up, and expire them.

    `now`: the clock of the store, in seconds since 1970, unless a test has another one.
    """
    seed, answers = randbits(128), backend.answering.read()
    now_ms = (now or backend.clock)() * 1000
    known_ms = answers.known_until(now_ms)

    def give_back(loaded: Loaded) -> Decided:
        return decide_given_back(loaded, answers.outages, now_ms)

    def decide(loaded: Loaded) -> Decided:
        if owed_to(loaded, answers.outages):
            return Decided()
        return decide_expiry(loaded, known_ms, Random(f"{seed}/{loaded.version}"), answers.outages)

    for decided in (give_back, decide) if answers.outages else (decide,):
        write(backend.games, game, IdempotencyKey(f"clock:{token_hex(8)}", b"clock"), decided)


def owed_to(loaded: Loaded, outages: Sequence[rules.Outage]) -> list[rules.Outage]:
    """The outages that are to be given back to a game."""
    return rules.owed_outages(loaded.state, loaded.clocks, loaded.touched_ms, outages)


def decide_given_back(loaded: Loaded, outages: Sequence[rules.Outage], now_ms: float) -> Decided:
    """Give all outages back that are owed to a game, once: its clocks say which were given back. `now_ms`: since 1970.

    The clock of this process may lag behind the end of the last one. Then a later job gives it back.
    """
    owed = owed_to(loaded, outages)
    if not owed or owed[-1].to_ms > now_ms:
        return Decided()
    return Decided([Group("service", [TimeGivenBack(*outage)]) for outage in owed])


def decide_expiry(loaded: Loaded, now_ms: float, rng: Random, outages: Sequence[rules.Outage] = ()) -> Decided:
    """What happens at `now_ms` (ms since 1970) to silent players, and to seats whose time is up: they are played for.

    The fallback plays these to the end of the stage. `outages`: ascending; nobody is silent in their time. In a pause
    nobody's time is up; the pause may be over.
    """
    state, clocks = loaded.state, loaded.clocks
    until = rules.paused_until(state)
    if until is not None:
        now = timestamp(int(now_ms))
        return Decided([Group("service", rules.resume(state, now))]) if now >= until else Decided()
    late, groups = rules.overdue(state, clocks, now_ms), list[Group]()
    for seat in late:
        if not state.seats[seat].expired:  # after a rewind the seat may have to play again, but it misses a stage once
            groups.append(Group("service", rules.expire(state, clocks, seat, now_ms)))
            state = rules.fold(groups[-1].events, state)

    for seat in rules.silent(state, loaded.changed_ms, now_ms, outages):
        groups.append(Group("service", rules.take_over(state, loaded.changed_ms, seat, now_ms)))
        state = rules.fold(groups[-1].events, state)

    def due(later: rules.State, clocks: rules.Clocks) -> tuple[int, ...]:
        return tuple([seat for seat in rules.overdue(later, clocks, now_ms) if seat in late])

    played = play_seats(state, clocks, due, rng, MAX_STAGE_INTENTIONS)
    return Decided([*groups, *played.groups], played.state)


def abandon_game(backend: Backend, game: str, now: Callable[[], float] | None = None) -> None:
    """End a game that did not start in time, or that nobody is left to play. `now`: as of `expire_seats`."""
    answers = backend.answering.read()
    known_ms = answers.known_until((now or backend.clock)() * 1000)

    def decide(loaded: Loaded) -> Decided:
        times = loaded.opened_ms, loaded.changed_ms, known_ms
        try:
            events = rules.abandon(loaded.state, loaded.clocks, *times, answers.outages)
        except rules.Refused:
            return Decided()
        return Decided([Group("service", events)], rules.fold(events, loaded.state))

    written = write(backend.games, game, IdempotencyKey(f"abandon:{token_hex(8)}", b"abandon"), decide)
    forget_secrets(backend, game, written.state)
