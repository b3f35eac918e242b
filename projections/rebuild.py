"""Dropping every projection and folding every stream again, while the service goes on."""

from collections.abc import Iterator

from redis import Redis

from events import Keys, Log
from projections.loaded import empty, folded
from projections.lobby import Lobby
from projections.snapshots import Snapshots


def every_game(redis: Redis, keys: Keys) -> list[str]:
    """The ids of all games on the server, sorted."""
    return sorted({key.decode().split("}:g:", 1)[1] for key in redis.scan_iter(match=keys.streams(), count=1000)})


def rebuild(games: list[str], log: Log, snapshots: Snapshots, lobby: Lobby) -> Iterator[tuple[str, int]]:
    """Drop and refold; gives (game, number of its events) after each. A game appended to meanwhile is not set back."""
    lobby.clear()
    for game in games:
        snapshots.drop(game)
        loaded = folded(empty(game), log.read(game))
        snapshots.save(game, loaded)
        lobby.save(game, loaded)
        yield game, loaded.version
