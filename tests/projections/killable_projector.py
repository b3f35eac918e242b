"""Projectors as processes that can be killed, and checks of the projections that they leave."""

from time import monotonic

import game as rules
from projections.effects import Effect, due_effects, parse_effect
from projections.games import Games
from projections.lobby import Lobby
from projections.projector import Projector, follow
from projections.rebuild import every_game, rebuild
from projections.record.generations import Generations
from projections.record.store import Record
from projections.snapshots import Snapshots
from tests.projections.lists import stored_lists
from tests.projections.table import at_once, fold_game


class Killed(BaseException):
    """The end of a process."""


class KillableProjector:
    """A projector as a process has it: nothing is shared with another but the server. `jobs`: what it enqueued."""

    def __init__(self, parts, enqueue=None):
        self.snapshots = Snapshots(parts.redis, parts.keys)
        self.lobby = Lobby(parts.redis, parts.keys)
        self.jobs: list[Effect] = []
        self.enqueue = enqueue or self.jobs.append
        self.games = Games(parts.log, self.snapshots.load)
        self.record = Record(parts.redis, parts.keys)
        self.projector = Projector(
            self.games, self.snapshots, self.lobby, self._call, record=self.record, now=parts.clock
        )

    def _call(self, effect):
        return self.enqueue(effect) or 0.0

    def dies_at(self, step, feed):
        """Be killed at a step, in the order of their names."""
        owner, name = {
            "1 the fold": (self.games, "load"),
            "2 the snapshot": (self.snapshots, "save"),
            "3 the list": (self.lobby, "save"),
            "4 the job": (self, "enqueue"),
            "5 the acknowledgement": (feed, "acknowledge"),
            "the record": (self.record, "add"),
            "the rating": (self.record, "rate"),
        }[step]

        def die(*_):
            raise Killed

        setattr(owner, name, die)


STEPS = ["1 the fold", "2 the snapshot", "3 the list", "4 the job", "5 the acknowledgement"]
"""Of every projection. A finished game also goes into `the record`, and then gets `the rating`."""


def is_drained(parts):
    """Whether every pointer was taken and acknowledged."""
    for partition in range(parts.keys.count):
        name = parts.keys.feed(partition)
        [group] = parts.redis.xinfo_groups(name)
        last = parts.redis.xinfo_stream(name)["last-generated-id"]
        if group["pending"] or (last not in (b"0-0", group["last-delivered-id"])):
            return False
    return True


def drain(parts, process, feed):
    """Follow the feed until there is nothing left of it."""
    follow(process.projector, feed, 0.01, lambda: is_drained(parts))


def follow_rounds(process, feed, count):
    """Follow the feed for `count` rounds of at most 20 ms, each with a sweep."""
    left = iter(range(count))
    follow(process.projector, feed, 0.02, lambda: next(left, None) is None)


def follow_until(process, feed, condition, seconds=60.0):
    """Follow the feed until the condition holds, sweeping all the time. Fails after so many seconds."""
    ends = monotonic() + seconds
    follow(process.projector, feed, 0.02, lambda: condition() or monotonic() > ends)
    assert condition()


def stored_timers(parts):
    """The effects with a time, as they are stored."""
    texts = [text for p in range(parts.keys.count) for text in parts.redis.hvals(parts.keys.timed(p))]
    return sorted(parse_effect(text.decode()) for text in texts)


def assert_timers(parts, games):
    """The stored effects with a time follow from the logs, and from the outages known when they were stored."""
    outages, stored = parts.answering.read().outages, {effect.game: effect for effect in stored_timers(parts)}
    for game in games:
        loaded = fold_game(parts.log, game)
        possible = [due_effects(game, loaded, outages[:known]).timed for known in range(len(outages) + 1)]
        assert stored.pop(game, None) in possible
    assert not stored


def rebuilt(parts):
    """Rebuild as another process would. Returns whose numbers differ."""
    process, generations = KillableProjector(parts), Generations(parts.redis, parts.keys)
    process.lobby.clear()
    building = generations.begin()
    for _ in rebuild(every_game(parts.redis, parts.keys), parts.log, process.snapshots, process.lobby, building):
        pass
    return generations.finish()


def assert_projected(parts, *games):
    """The projections are what the log says, and nothing else."""
    for game in games:
        assert parts.snapshots.load(game) == fold_game(parts.log, game)
    effects = [at_once(parts.log, game) for game in games]
    assert sorted(parts.snapshots.due_effects()) == sorted(effect for effect in effects if effect)
    assert_timers(parts, games)
    states = {game: fold_game(parts.log, game).state for game in games}
    waiting = {game: [*rules.waiting_on(state)] for game, state in states.items() if state.status == "playing"}
    assert parts.snapshots.waiting_seats(games) == waiting
    found = {key: value for key, value in stored_lists(parts).items() if b"guards" not in key}
    parts.lobby.clear()
    for game in games:
        parts.lobby.save(game, fold_game(parts.log, game))
    assert found == {key: value for key, value in stored_lists(parts).items() if b"guards" not in key}
