"""Recorded games on a clock: players vanish and return, time passes, and the service plays for them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import game as rules
from events import Entry, Group, IdempotencyKey, MemoryLog, first_link
from events.entry import from_timestamp, timestamp
from game.clocks import next_deadline_ms
from game.declared import Event
from projections.games import Loaded, with_entries, without_events
from service.jobs.expiries import decide_expiry
from tests.game.play import choose_intention
from tests.projections.archive import START_MS, Recorder

CLOCKS: dict[str, Mapping[str, Any]] = {
    "per phase": {"kind": "per_phase", "seconds": 60, "misses": 2},
    "bank": {"kind": "bank", "seconds": 200, "increment": 10, "misses": 3},
    "bank without increment": {"kind": "bank", "seconds": 900, "misses": 2},
}


class TimedRecorder(Recorder):
    """Records a game whose time passes as the test says. `ms`: now, in ms since 1970."""

    def __init__(self, id: str = "aaaaaaaa") -> None:
        super().__init__(id)
        self.ms = START_MS
        self.loaded = without_events(id)

    def add(self, actor: str, events: Sequence[Event], *more: Group) -> None:
        super().add(actor, list(events), *more)
        try:
            self.loaded = with_entries(self.loaded, self.entries[self.loaded.version :])
        except rules.TooEarly:
            self.loaded = with_entries(without_events(self.id), self.entries)

    def expire(self, rng: Random) -> bool:
        """Do what the service does about seats whose time is up now. Returns whether there are any."""
        decided = decide_expiry(self.loaded, self.ms, rng)
        if decided.groups:
            first, *rest = decided.groups
            self.add(first.actor, first.events, *rest)
        return bool(decided.groups)

    def come_back(self, seat: int) -> None:
        """Let the player of a seat return, if the rules allow it."""
        with suppress(rules.Refused):
            self.add(f"player-{seat}", rules.come_back(self.state, self.loaded.clocks, seat))

    def pick(self, seat: int) -> None:
        """Let whoever plays the seat draft the first card of its hand."""
        self.add(self.actor(seat), rules.decide(self.state, rules.legal(self.state, seat)[0]))

    def pause_or_go_on(self, rng: Random) -> None:
        """Let a person ask for a pause, agree to it, decline it or end it, if the rules allow it."""
        people = rules.humans(self.state)
        if not people:
            return
        seat = rng.choice(people)
        now, expires, until = (timestamp(self.ms + seconds * 1000) for seconds in (0, 600, rules.MAX_PAUSE_SECONDS))
        if rng.random() < 0.6:
            events = rules.agree_to_pause(self.state, seat, now, expires, until)
        else:
            events = rules.end_pause(self.state, seat, now)
        if events:
            self.add(self.actor(seat), events)

    def one_of_many(self, rng: Random, style: str) -> None:
        """Time passes, and something happens."""
        self.ms += rng.randrange(9_000)
        deadline_ms, what = next_deadline_ms(self.loaded.clocks), rng.random()
        if until := rules.paused_until(self.state):
            deadline_ms = from_timestamp(until)
        if deadline_ms and what < 0.1:
            self.ms = max(self.ms, deadline_ms)
        if self.expire(rng):
            return
        away = [seat for seat, each in enumerate(self.state.seats) if each.away]
        may_move = [
            seat
            for seat in rules.waiting_on(self.state)
            if self.state.seats[seat].bot is None or seat in rules.bots_due(self.state, self.loaded.clocks)
        ]
        if away and (what < 0.2 or not may_move):
            self.come_back(rng.choice(away))
        elif what < 0.5:
            with suppress(rules.Refused):
                self.take_back_or_leave(rng)
        elif what < 0.6:
            with suppress(rules.Refused):
                self.pause_or_go_on(rng)
        elif may_move:
            intention = choose_intention(self.state, rng.choice(may_move), style, rng)
            self.add(self.actor(intention.seat), rules.decide(self.state, intention))

    def _now(self) -> float:
        return self.ms / 1000


@lru_cache(maxsize=16)
def record_timed(clock: str, seed: int, steps: int = 4000, seats: int = 2) -> TimedRecorder:
    """A game on one of CLOCKS, to its scored end if it reaches one in so many steps."""
    recorder, rng = TimedRecorder(), Random(f"{clock} {seed}")
    recorder.open({"seats": seats, "clock": dict(CLOCKS[clock]), "bots": []})
    for _ in range(steps):
        if recorder.state.phase == "finished" or recorder.state.status != "playing":
            break
        recorder.one_of_many(rng, "builder")
    if recorder.state.phase == "finished":
        recorder.add("service", [rules.score_event(recorder.state)])
    return recorder


class Append(NamedTuple):
    """One append of a log, to be changed and written again."""

    ms: int
    groups: list[Group]


def appends_of(entries: Sequence[Entry]) -> list[Append]:
    """The appends of a log."""
    made: list[Append] = []
    ended = True
    for entry in entries:
        if ended:
            made.append(Append(entry.ms, []))
        if entry.group == entry.version:
            made[-1].groups.append(Group(entry.actor, []))
        group = made[-1].groups[-1]
        made[-1].groups[-1] = group._replace(events=[*group.events, entry.event])
        ended = bool(entry.hash)
    return made


def log_again(id: str, appends: Sequence[Append]) -> list[Entry]:
    """The entries of these appends, in a log of their own."""
    times = iter([append.ms for append in appends])
    log = MemoryLog(now=lambda: next(times) / 1000)
    version, head = 0, first_link(id)
    for append in appends:
        outcome = log.append(id, append.groups, version, head, IdempotencyKey(f"x:{version}", b""))
        version, head = outcome.last, outcome.entries[-1].hash
    return log.read(id)


def loaded_before(id: str, entries: Sequence[Entry], version: int) -> Loaded:
    """The game as the append that holds a version found it."""
    ends = [entry.version for entry in entries if entry.hash and entry.version < version]
    return with_entries(without_events(id), entries[: max(ends, default=0)])
