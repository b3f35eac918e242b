"""Snapshots: folded states, kept to shorten a fold. A cache: any of them may be dropped, and no answer changes."""

import json
from importlib.resources import files
from typing import Any

from redis import Redis

import game as rules
from events import Keys
from events.codec import canonical
from projections.effects import Effect, due, read_effect
from projections.loaded import Loaded

SCHEMA = 3
"""Counts up when `game.facts` changes its shape; snapshots of another schema are not read."""


def _stamp(ruleset: str) -> str:
    return f"{SCHEMA} {ruleset}"


class Snapshots:
    """Snapshots on Redis, and beside them the effects that are due, written in one step."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._save = redis.register_script(files(__package__).joinpath("snapshot.lua").read_text("utf-8"))

    def save(self, game: str, loaded: Loaded) -> bool:
        """Store the game's snapshot, and the effect that it calls for, unless a newer one is stored."""
        effect = due(game, loaded.state, loaded.moved)
        fields: list[Any] = ["head", loaded.head, "state", canonical(rules.facts(loaded.state))]
        fields += ["opened", loaded.opened, "touched", loaded.touched, "moved", json.dumps(loaded.moved)]
        stamp: list[Any] = [_stamp(loaded.state.ruleset), loaded.version, game, effect.stored if effect else ""]
        keys = [self._keys.snapshot(game), self._keys.due(self._keys.partition(game))]
        return bool(self._save(keys=keys, args=stamp + fields))

    def load(self, game: str) -> Loaded | None:
        """The stored snapshot, if it has the present schema."""
        row: dict[bytes, bytes] = self._redis.hgetall(self._keys.snapshot(game))  # type: ignore[assignment]
        if not row:
            return None
        facts = json.loads(row[b"state"])
        if row[b"stamp"].decode() != _stamp(facts.get("ruleset", "")):
            return None
        moved = tuple(json.loads(row[b"moved"]))
        return Loaded(rules.state(facts), row[b"head"], int(row[b"opened"]), int(row[b"touched"]), moved)

    def drop(self, game: str) -> None:
        """Forget the game's snapshot, and the effect that it called for."""
        pipe = self._redis.pipeline()
        pipe.delete(self._keys.snapshot(game))
        pipe.hdel(self._keys.due(self._keys.partition(game)), game)
        pipe.execute()

    def due(self) -> list[Effect]:
        """The effects that the stored snapshots call for, over all games."""
        rows: list[bytes] = []
        for partition in range(self._keys.count):
            rows += self._redis.hvals(self._keys.due(partition))  # type: ignore[arg-type]
        return [read_effect(row.decode()) for row in rows]
