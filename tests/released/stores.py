"""Kept stores: all keys of a small service as a release wrote them, and what it answered.

`python -m tests.released.stores NAME` writes `stores/NAME.json.gz`. Write one when a stored format changes, with the
program before the change; never write an old one again.
"""

import gzip
import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from redis import Redis

from projections.effects import due_effects
from service.backend import checked_backend
from service.jobs.queues import Queues
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import read_settings
from tests.service.client import Service, ended_processes, id_of

FOLDER = Path(__file__).parent / "stores"
Stored = dict[str, Any]


def dump(redis: Redis) -> dict[str, list[Any]]:
    """Key → type and value of all keys; bytes as base64."""
    return {_text(key): _read(redis, key) for key in sorted(redis.scan_iter(count=1000))}


def load(redis: Redis, keys: dict[str, list[Any]]) -> None:
    """Write the keys of a dump to an empty server."""
    for name, (kind, value) in keys.items():
        key = _bytes(name)
        if kind == "string":
            redis.set(key, _bytes(value))
        elif kind == "hash":
            redis.hset(key, mapping={_bytes(field): _bytes(text) for field, text in value})
        elif kind == "list":
            redis.rpush(key, *map(_bytes, value))
        elif kind == "set":
            redis.sadd(key, *map(_bytes, value))
        elif kind == "zset":
            redis.zadd(key, {_bytes(member): score for member, score in value})
        else:
            for entry, fields in value:
                redis.xadd(key, {_bytes(field): _bytes(text) for field, text in fields}, id=_bytes(entry))


def read(path: Path) -> Stored:
    """A kept store."""
    found: Stored = json.loads(gzip.decompress(path.read_bytes()))
    return found


def record() -> Stored:
    """A store with games that are over, under way, waiting for a bot, and open; and what a player is answered."""
    with TemporaryDirectory() as folder, ended_processes():
        server = ensure_server(Path(folder), "no")
        parts = checked_backend(read_settings({"REDIS_URL": server.url, "ALLOW_VOLATILE": "1"}))
        service = Service(parts)
        ada, ben = service.new_player("Ada"), service.new_player("Ben")
        done = service.seat_and_start(ada)
        service.play(done, [ada])
        under_way = service.seat_and_start(ada, ben)
        service.play(under_way, [ada, ben], until="planning")
        bots = service.open_game(ada, seats=2, bots=["greedy"])
        ada.post(f"{bots}/start")
        open_ = service.open_game(ben, seats=3, invited=[ada.id])
        service.project(done, under_way, bots, open_)
        effect = due_effects(id_of(bots), parts.games.load(id_of(bots))).at_once
        assert effect
        queues = Queues(parts.settings, parts.games.load)
        queues.enqueue(effect)
        paths = ["/v1/players/me", "/v1/turns", "/v1/games?player=me"]
        paths += [path for game in (done, under_way, bots, open_) for path in (game, f"{game}/events?limit=1000")]
        answers = {path: ada.get(path).json for path in paths}
        keys = dump(parts.redis)
        for each in (queues.redis, parts.redis):
            each.close()
        stop_server(server)
    return {"token": ada.token, "bots": id_of(bots), "answers": answers, "keys": keys}


def _read(redis: Redis, key: bytes) -> list[Any]:
    kind = redis.type(key).decode()  # type: ignore[union-attr]
    values: Any
    if kind == "string":
        values = _text(redis.get(key))  # type: ignore[arg-type]
    elif kind == "hash":
        values = _pairs(redis.hgetall(key).items())  # type: ignore[union-attr]
    elif kind == "list":
        values = [_text(each) for each in redis.lrange(key, 0, -1)]  # type: ignore[union-attr]
    elif kind == "set":
        values = sorted(_text(each) for each in redis.smembers(key))  # type: ignore[union-attr]
    elif kind == "zset":
        rows: Any = redis.zrange(key, 0, -1, withscores=True)
        values = [[_text(member), score] for member, score in rows]
    else:
        entries: Any = redis.xrange(key)
        values = [[_text(entry), _pairs(fields.items())] for entry, fields in entries]
    return [kind, values]


def _pairs(items: Iterable[tuple[bytes, bytes]]) -> list[list[str]]:
    return [[_text(field), _text(value)] for field, value in items]


def _text(value: bytes) -> str:
    return b64encode(value).decode()


def _bytes(text: str) -> bytes:
    return b64decode(text)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"{sys.argv[1]}.json.gz"
    if target.exists():
        sys.exit("a kept store stays as it is")
    target.write_bytes(gzip.compress(json.dumps(record()).encode(), mtime=0))
