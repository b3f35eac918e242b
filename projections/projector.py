"""The projector: follows the feed, keeps snapshots and the lobby true, and has due effects done."""

import logging
from collections.abc import Callable
from time import monotonic, sleep, time

from redis.exceptions import RedisError

from projections.effects import Effect, due
from projections.feed import Feed, Pointer
from projections.loading import Games
from projections.lobby import Lobby
from projections.notices import Notices
from projections.snapshots import Snapshots

log = logging.getLogger(__name__)
BUSY, BREATH = 4, 0.01
"""With more pointers than that at once, wait so many seconds: a game that goes on quickly is then folded less often."""
Enqueue = Callable[[Effect], None]
"""Have an effect done, unless that is under way; harmless when called too often."""


class Projector:
    """Projects games; `enqueue` turns an effect into a job. All of it may be repeated without harm."""

    def __init__(
        self, games: Games, snapshots: Snapshots, lobby: Lobby, enqueue: Enqueue, notices: Notices | None = None
    ) -> None:
        self._games = games
        self._snapshots = snapshots
        self._lobby = lobby
        self._enqueue = enqueue
        self._notices = notices

    def project(self, game: str) -> None:
        """Bring the game's projections to its newest version and have its effect done."""
        loaded = self._games.load(game)
        if not loaded.version:
            return
        self._snapshots.save(game, loaded)
        self._lobby.save(game, loaded)
        if self._notices:
            self._notices.send(game, loaded.state)
        effect = due(game, loaded.state, loaded.moved)
        if effect:
            try:
                self._have_done(effect)
            except RedisError as error:
                log.warning("%s waits for the next sweep, the queues do not answer: %s", effect.text, error)

    def sweep(self) -> None:
        """Have everything done that is due and not under way: effects are derived anew, not remembered."""
        for effect in self._snapshots.due():
            self._have_done(effect)

    def _have_done(self, effect: Effect) -> None:
        """Enqueue it if its time has come; should that fail, it is still due at the next sweep. Raises RedisError."""
        if effect.after > time() * 1000:
            return
        try:
            self._enqueue(effect)
        except RedisError:
            raise
        except Exception:
            log.exception("%s could not be enqueued", effect.text)


def follow(projector: Projector, feed: Feed, sweep_seconds: float, stopped: Callable[[], bool]) -> None:
    """Project what the feed tells until `stopped()`; at start and every `sweep_seconds` take up what was lost.

    A game whose projection fails stays unacknowledged and is tried again with the next sweep.
    """
    next_sweep, idle = monotonic(), 0
    while not stopped():
        try:
            if monotonic() >= next_sweep:
                feed.join()
                _project_all(projector, feed, feed.reclaim(idle))
                feed.trim()
                next_sweep, idle = monotonic() + sweep_seconds, int(sweep_seconds * 500)
                projector.sweep()
            found = feed.wait(min(500, int(sweep_seconds * 1000)))
            _project_all(projector, feed, found)
            if sum(map(len, found.values())) > BUSY:
                sleep(BREATH)
        except RedisError as error:
            log.warning("the Redis server does not answer, trying again: %s", error)
            sleep(0.2)
            next_sweep = monotonic()  # what the server was about to tell may be lost with it


def _project_all(projector: Projector, feed: Feed, games: dict[str, list[Pointer]]) -> None:
    done: list[Pointer] = []
    for game, pointers in games.items():
        try:
            projector.project(game)
        except RedisError:
            raise
        except Exception:
            log.exception("game %s could not be projected", game)
        else:
            done += pointers
    if done:
        feed.acknowledge(done)
