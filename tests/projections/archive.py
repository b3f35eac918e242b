"""Whole logs as the service writes them, with undos, rewinds, resignations and forks."""

import json
from functools import lru_cache
from random import Random

import game as rules
from events import Entry, Group, IdempotencyKey, MemoryLog, first_link
from events.chain import links
from events.entry import canonical
from events.export import export
from game.rulesets import CURRENT_RULESET
from game.shuffle import commitment
from tests.game.play import Play, choose_intention

START_MS = 1_795_000_000_000


class Recorder:
    """Plays a game into a log, one append for each group."""

    def __init__(self, id: str = "aaaaaaaa", seed: str = "07" * 32) -> None:
        self.id, self.seed = id, seed
        self.log = MemoryLog(now=self._now)
        self.state = rules.State()
        self._ms = START_MS

    @property
    def entries(self) -> list[Entry]:
        return self.log.read(self.id)

    def add(self, actor: str, events: list, *more: Group) -> None:
        """Append a group, and more of them in the same append."""
        groups = [Group(actor, events), *more]
        before = self.entries
        head = before[-1].hash if before else first_link(self.id)
        self.log.append(self.id, groups, len(before), head, IdempotencyKey(f"x:{len(before)}", b""))
        try:
            self.state = rules.fold([event for group in groups for event in group.events], self.state)
        except rules.TooEarly:
            self.state = rules.fold([entry.event for entry in self.entries])

    def open(self, options: dict) -> None:
        """Open, fill and start the game; people take every seat that no bot has."""
        self.add("player-0", rules.open(options, "player-0", self.id, commitment(self.seed, self.id)))
        while None in (players := [seat.player for seat in self.state.seats]):
            player = f"player-{players.index(None)}"
            self.add(player, rules.join(self.state, player, client_seed="☃" if player == "player-1" else None))
        index = None if self.state.opener else 0
        self.add("player-0", rules.start(self.state, index, self.seed, "luck"))

    def actor(self, index: int) -> str:
        """The actor of a seat's entries."""
        seat = self.state.seats[index]
        return f"bot:{seat.bot}" if seat.bot else str(seat.player)

    def move(self, rng: Random, style: str) -> bool:
        """Append an intention of a seat that the game waits for. Returns False when there is none."""
        waiting = rules.waiting_on(self.state)
        if waiting:
            intention = choose_intention(self.state, rng.choice(waiting), style, rng)
            self.add(self.actor(intention.seat), rules.decide(self.state, intention))
        return bool(waiting)

    def take_back_or_leave(self, rng: Random) -> None:
        """A request that is no move, if one is possible: an undo, auto-ready, a step of a rewind, or a resignation."""
        people, ends = rules.humans(self.state), [e.version for e in self.entries[-80:] if e.hash and e.version > 8]
        if not people or self.state.phase == "finished" or len(ends) < 2:
            return
        index, what = rng.choice(people), rng.random()
        now, later = "2026-11-18T00:00:00.000Z", "2036-11-18T00:00:00.000Z"
        if what < 0.6 and self.state.seats[index].undo:
            self.add(self.actor(index), rules.undo(self.state, index))
        elif what < 0.75:
            auto_ready = rules.intention(index, {"type": "auto_ready", "on": rng.random() < 0.6})
            self.add(self.actor(index), rules.decide(self.state, auto_ready))
        elif what < 0.9 and self.state.proposal is None:
            past = rules.fold([e.event for e in self.entries[: rng.choice(ends[-12:-1])]])
            if past.status == "playing":
                self.add(self.actor(index), rules.propose(self.state, index, past, now, later))
        elif what < 0.97 and self.state.proposal is not None:
            proposal = self.state.proposal
            if index in (proposal.seat, *proposal.accepted):
                self.add(self.actor(index), rules.decline(self.state, index, proposal.number, now))
            else:
                self.add(self.actor(index), rules.accept(self.state, index, proposal.number, now))
        elif what > 0.985:
            self.add(self.actor(index), rules.leave(self.state, index))

    def finish(self, rng: Random, style: str = "builder", other_requests: float = 0.0) -> list[Entry]:
        """Play on to the scored end. `other_requests`: the share of requests that are no moves."""
        while True:
            if rng.random() < other_requests:
                self.take_back_or_leave(rng)
            elif not self.move(rng, style):
                break
        self.add("service", [rules.score_event(self.state)])
        return self.entries

    def fork(self, other: "Recorder", version: int, bots: tuple[str, ...] = ()) -> None:
        """Start as a fork of another game's version, with the same players."""
        events = [entry.event for entry in other.entries[:version]]
        source = rules.fold(events)
        moves = rules.standing_groups(events)
        dealt = source.origin.dealt if source.origin else source.id
        head = [*links(other.id, other.entries)][version - 1].hex()
        origin = rules.Origin(source.id, version, head, dealt, sum(map(len, moves)))
        options = rules.fork_options(source, bots)
        self.add("player-0", rules.fork(source, origin, options, "player-0", None, self.id))
        while None in (players := [seat.player for seat in self.state.seats]):
            player = f"player-{players.index(None)}"
            self.add(player, rules.join(self.state, player))
        first, *rest = [Group(other.entries[group[0][0] - 1].actor, [e for _, e in group]) for group in moves]
        self.add(first.actor, list(first.events), *rest)

    def _now(self) -> float:
        self._ms += 1500
        return self._ms / 1000


@lru_cache(maxsize=32)
def record_game(play: Play, other_requests: float = 0.0, bots: tuple[str, ...] = ()) -> Recorder:
    """A finished game. `other_requests`: the share of requests that are no moves."""
    recorder = Recorder()
    recorder.open(play.options | {"bots": list(bots)})
    recorder.finish(Random(play.seed), play.style, other_requests)
    return recorder


@lru_cache(maxsize=8)
def record_fork(play: Play, share: float = 0.5, other_requests: float = 0.0) -> tuple[Recorder, Recorder]:
    """A finished fork and its origin. `share`: how far the origin had come, 0.0 to below 1.0."""
    origin = record_game(play, other_requests)
    ends = [entry.version for entry in origin.entries if entry.hash and entry.version > 8]
    fork = Recorder("bbbbbbbb")
    fork.fork(origin, ends[int(len(ends) * share)], ("greedy",) * (play.seats - 1))
    fork.finish(Random(play.seed), play.style, other_requests)
    return fork, origin


@lru_cache(maxsize=64)
def _lines(recorder: Recorder) -> tuple[bytes, ...]:
    return tuple(make_log(recorder.id, recorder.entries))


def log_lines(recorder: Recorder) -> list[bytes]:
    """The exported log, as the lines of a file."""
    return [*_lines(recorder)]


def make_log(id: str, entries: list[Entry], **end: object) -> list[bytes]:
    """The lines of a log with these entries. `end`: values of the last line other than those that follow from them."""
    try:
        state = rules.fold([entry.event for entry in entries])
        outcome = rules.state_hash(state), rules.facts(state)["result"]
    except Exception:  # forged entries need not fold
        outcome = "", None
    made = [*export(id, CURRENT_RULESET, entries, *outcome)]
    made[-1] = canonical(json.loads(made[-1]) | end)
    return [line.encode() + b"\n" for line in made]


def with_new_hashes(id: str, entries: list[Entry]) -> list[Entry]:
    """The entries with correct hashes in place of those they have, as a forger would make them."""
    hashes = links(id, entries)
    return [entry._replace(hash=hash if entry.hash else b"") for entry, hash in zip(entries, hashes, strict=True)]
