"""Finished games without logs, and everything that a record stores."""

from random import Random

from projections.explorer.plays import Play
from projections.explorer.store import START
from projections.record.result import GameResult, SeatResult

PLAYERS = ("ann", "bob", "cat", "dan", "bot:greedy", "bot:random")
START_MS = 1_795_000_000_000
DAY_MS = 86_400_000


def seat(player, place=1, score=50, stayed=True, outcome=None, **changes):
    kind = "strategy" if ":" in player else "human"
    outcome = outcome or ("won" if place == 1 and stayed else "lost")
    made = SeatResult(player, kind, "aztec-empire", stayed, place, outcome, score, {"draft": 1500, "planning": 700})
    return made._replace(**changes)


def result(game, *seats, ended_ms=START_MS, mode="standard", **changes):
    made = GameResult(game, ended_ms, mode, None, "A", None, tuple(seats), (Play(),) * len(seats))
    return made._replace(**changes)


def won_by(game, *players, ended_ms=START_MS):
    """A standard game; the players by their places."""
    seats = [seat(player, place, 100 - place) for place, player in enumerate(players, 1)]
    return result(game, *seats, ended_ms=ended_ms)


def random_results(count, seed=0, step_ms=3_600_000):
    """Standard games of two to five players, in the order of their positions; some end in the same millisecond."""
    rng, ended_ms, found = Random(seed), START_MS, []
    for number in range(count):
        ended_ms += rng.choice([0, 1, step_ms])
        people = rng.sample(PLAYERS[:4], rng.randint(1, 3))
        players = people + rng.choices(PLAYERS[4:], k=rng.randint(len(people) == 1, 2))
        places = sorted(rng.randint(1, len(players)) for _ in players)
        found.append(
            result(
                f"g{number:05}",
                *[seat(player, places[at], rng.randint(0, 130)) for at, player in enumerate(players)],
                ended_ms=ended_ms,
            )
        )
    return sorted(found, key=lambda each: (each.ended_ms, each.game))


def contents(parts, generation="0"):
    """Everything that a generation stores, byte by byte, by name.

    But for how often it changed, and for the sums of the explorer: games may wait to be added to them.
    """
    start = f"{parts.keys.lobby('record')}:{generation}:"
    found = {}
    for key in sorted(parts.redis.scan_iter(f"{start}*", count=1000)):
        if parts.redis.type(key) == b"hash":
            found[key.decode().removeprefix(start)] = parts.redis.hgetall(key)
        else:
            found[key.decode().removeprefix(start)] = parts.redis.zrange(key, 0, -1, withscores=True)
    found.get("progress", {}).pop(b"revision", None)
    counted = tuple(f"{START}{name}" for name in ("cell:", "counted", "waiting", "progress", "staged:"))
    return {name: content for name, content in found.items() if not name.startswith(counted)}


def is_rated(parts):
    """Whether every game of the current generation has its rating."""
    generation = (parts.redis.hget(parts.keys.lobby("record"), "current") or b"0").decode()
    found = contents(parts, generation)
    order = found.get("order") or [(None, 0)]
    return found.get("progress", {}).get(b"rated") == order[-1][0]


def empty(parts):
    """Delete all that the record and the explorer store."""
    parts.redis.delete(*parts.redis.keys(f"{parts.keys.lobby('record')}*"), "nothing")


class Held:
    """What a process uses to read and store, which can be stopped in between: `write` does what waits."""

    def __init__(self, used, storing: str):
        self.used, self._pending, self._store = used, None, getattr(used, storing)
        setattr(used, storing, self._keep)

    def _keep(self, **given):
        self._pending = given
        return True

    def write(self):
        if self._pending:
            self._store(**self._pending)
            self._pending = None
