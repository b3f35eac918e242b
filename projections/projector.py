"""The projector: follows the feed, keeps snapshots and the lobby up to date, and enqueues the effects that are due."""

import logging
from collections.abc import Callable
from time import monotonic, sleep, time

from redis.exceptions import RedisError

from projections.effects import Effect, due_effect
from projections.feed import Feed, Pointer
from projections.games import Games
from projections.lobby import Lobby
from projections.notices import Notices
from projections.snapshots import Snapshots

logger = logging.getLogger(__name__)
BUSY_POINTERS, BUSY_PAUSE_SECONDS = 4, 0.01
"""After a read of more pointers than that the projector pauses, so that it folds a fast game less often."""
RETRY_SECONDS = 0.2
"""Pause after an error of the Redis server."""
MAX_WAIT_MS = 500
"""Longest wait for new pointers, and so for a signal to stop."""
Enqueue = Callable[[Effect], None]
"""Schedules an effect, unless it is scheduled already (`service.jobs.queues`)."""


class Projector:
    """Projects games. Every method may be repeated without harm."""

    def __init__(
        self, games: Games, snapshots: Snapshots, lobby: Lobby, enqueue: Enqueue, notices: Notices | None = None
    ) -> None:
        self._games = games
        self._snapshots = snapshots
        self._lobby = lobby
        self._enqueue = enqueue
        self._notices = notices

    def project(self, game: str) -> None:
        """Bring the game's projections to its newest version and schedule its effect."""
        loaded = self._games.load(game)
        if not loaded.version:
            return
        effect = due_effect(game, loaded.state, loaded.moved_ms)
        self._snapshots.save(game, loaded, effect)
        self._lobby.save(game, loaded)
        if self._notices:
            self._notices.send(game, loaded.state)
        if effect:
            try:
                self._schedule(effect)
            except RedisError as error:
                logger.warning("%s waits for the next sweep: the queues do not answer: %s", effect.job_prefix, error)

    def sweep(self) -> None:
        """Schedule every stored effect that has no live job. Each projection derives them from the state again."""
        for effect in self._snapshots.due_effects():
            self._schedule(effect)

    def _schedule(self, effect: Effect) -> None:
        """Enqueue the effect if its time has come. Raises RedisError; any other failure waits for the next sweep."""
        if effect.after_ms > time() * 1000:
            return
        try:
            self._enqueue(effect)
        except RedisError:
            raise
        except Exception:
            logger.exception("%s could not be enqueued", effect.job_prefix)


def follow(projector: Projector, feed: Feed, sweep_seconds: float, stopped: Callable[[], bool]) -> None:
    """Project what the feed points to until `stopped()`; at the start and every `sweep_seconds` recover lost work.

    A game whose projection fails stays unacknowledged, and the next sweep tries it again.
    """
    next_sweep, idle_ms = monotonic(), 0
    while not stopped():
        try:
            if monotonic() >= next_sweep:
                feed.join()
                _project_all(projector, feed, feed.reclaim(idle_ms))
                feed.trim()
                next_sweep, idle_ms = monotonic() + sweep_seconds, int(sweep_seconds * 1000 / 2)
                projector.sweep()
            found = feed.wait(min(MAX_WAIT_MS, int(sweep_seconds * 1000)))
            _project_all(projector, feed, found)
            if sum(map(len, found.values())) > BUSY_POINTERS:
                sleep(BUSY_PAUSE_SECONDS)
        except RedisError as error:
            logger.warning("the Redis server does not answer, trying again: %s", error)
            sleep(RETRY_SECONDS)
            next_sweep = monotonic()  # pointers that the server was about to hand out may be lost


def _project_all(projector: Projector, feed: Feed, games: dict[str, list[Pointer]]) -> None:
    done: list[Pointer] = []
    for game, pointers in games.items():
        try:
            projector.project(game)
        except RedisError:
            raise
        except Exception:
            logger.exception("game %s could not be projected", game)
        else:
            done += pointers
    if done:
        feed.acknowledge(done)
