"""Snapshots: folded states, stored to shorten a fold. They are a cache: dropping any of them changes no answer."""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis import Redis

import game as rules
from events import Keys
from events.codec import canonical
from projections.effects import Effect, parse_effect
from projections.games import Loaded

SCHEMA = 4
"""Counts up when the fields of a snapshot, or those of `game.facts`, change. Other schemas are not read."""


def _stamp(ruleset: str) -> str:
    return f"{SCHEMA} {ruleset}"


class Snapshots:
    """Snapshots on Redis, each written in one step with the game's due effect and the seats that it waits for."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._save = redis.register_script(files(__package__).joinpath("snapshot.lua").read_text("utf-8"))

    def save(self, game: str, loaded: Loaded, effect: Effect | None) -> bool:
        """Store snapshot, due effect and waiting seats, unless a newer snapshot is stored. Returns whether it did."""
        fields: list[Any] = ["head", loaded.head, "state", canonical(rules.facts(loaded.state))]
        fields += ["opened", loaded.opened_ms, "touched", loaded.touched_ms]
        fields += ["moved", json.dumps(loaded.moved_ms), "changed", json.dumps(loaded.changed_version)]
        stamp: list[Any] = [_stamp(loaded.state.ruleset), loaded.version, game, effect.stored if effect else ""]
        stamp.append(json.dumps(rules.waiting_on(loaded.state)) if loaded.state.status == "playing" else "")
        partition = self._keys.partition(game)
        keys = [self._keys.snapshot(game), self._keys.due(partition), self._keys.waiting(partition)]
        return bool(self._save(keys=keys, args=stamp + fields))

    def load(self, game: str) -> Loaded | None:
        """The stored snapshot, if it has the current schema."""
        row: dict[bytes, bytes] = self._redis.hgetall(self._keys.snapshot(game))  # type: ignore[assignment]
        if not row:
            return None
        facts = json.loads(row[b"state"])
        if row[b"stamp"].decode() != _stamp(facts.get("ruleset", "")):
            return None
        moved_ms, changed = tuple(json.loads(row[b"moved"])), tuple(json.loads(row[b"changed"]))
        opened_ms, touched_ms = int(row[b"opened"]), int(row[b"touched"])
        return Loaded(rules.state(facts), row[b"head"], opened_ms, touched_ms, moved_ms, changed)

    def drop(self, game: str) -> None:
        """Delete the game's snapshot, and what was stored with it."""
        partition, pipe = self._keys.partition(game), self._redis.pipeline()
        pipe.delete(self._keys.snapshot(game))
        pipe.hdel(self._keys.due(partition), game)
        pipe.hdel(self._keys.waiting(partition), game)
        pipe.execute()

    def due_effects(self) -> list[Effect]:
        """The effects that the stored snapshots call for, over all games."""
        rows: list[bytes] = []
        for partition in range(self._keys.count):
            rows += self._redis.hvals(self._keys.due(partition))  # type: ignore[arg-type]
        return [parse_effect(row.decode()) for row in rows]

    def waiting_seats(self, games: Sequence[str]) -> dict[str, list[int]]:
        """Game → the seats that it waits for, ascending, in one round trip.

        A game that is not under way, or has no snapshot, is left out.
        """
        partitions: dict[int, list[str]] = {}
        for game in games:
            partitions.setdefault(self._keys.partition(game), []).append(game)
        pipe = self._redis.pipeline(transaction=False)
        for partition, members in partitions.items():
            pipe.hmget(self._keys.waiting(partition), members)
        found = zip(partitions.values(), pipe.execute(), strict=True)
        rows = (pair for members, texts in found for pair in zip(members, texts, strict=True))
        return {game: json.loads(text) for game, text in rows if text}
