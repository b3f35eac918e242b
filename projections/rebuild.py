"""Dropping every projection and folding every stream again, while the service goes on."""

import logging
from collections.abc import Iterator

from redis import Redis

from events import Keys, Log
from projections.loaded import empty, folded
from projections.lobby import Lobby
from projections.snapshots import Snapshots

logger = logging.getLogger(__name__)


def every_game(redis: Redis, keys: Keys) -> list[str]:
    """The ids of all games on the server, sorted."""
    return sorted({key.decode().split("}:g:", 1)[1] for key in redis.scan_iter(match=keys.streams(), count=1000)})


def rebuild(games: list[str], log: Log, snapshots: Snapshots, lobby: Lobby) -> Iterator[tuple[str, int]]:
    """Drop and refold; gives (game, number of its events) after each, 0 for one that cannot be folded.

    Clear the lobby before listing the games: one that is opened in between is then listed by the projector. A game
    appended to meanwhile is not set back.
    """
    for game in games:
        snapshots.drop(game)
        loaded = empty(game)
        try:
            loaded = folded(loaded, log.read(game))
        except Exception:
            logger.exception("game %s cannot be folded", game)
        else:
            snapshots.save(game, loaded)
            lobby.save(game, loaded)
        yield game, loaded.version
