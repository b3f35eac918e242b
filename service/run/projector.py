"""The projector process: keeps snapshots and lists up to date until it gets SIGINT or SIGTERM."""

import signal

from events.server import connect_blocking
from projections.feed import Feed
from projections.notices import Notices
from projections.projector import Projector, follow
from service.backend import checked_backend
from service.jobs.queues import Queues, worker_name
from service.run.process_setup import log_warnings, retry_during_restarts
from service.settings import Settings


def run_projector(settings: Settings) -> None:
    """Follow the feed of new events until stopped. Raises StartError if the Redis server cannot be used."""
    log_warnings()
    backend = checked_backend(settings)
    queues = Queues(settings)
    notices = Notices(backend.redis, backend.keys)
    projector = Projector(backend.games, backend.snapshots, backend.lobby, queues.enqueue, notices)
    blocking = connect_blocking(settings.redis_url or "")
    feed = Feed(backend.redis, blocking, backend.keys, worker_name())
    retry_during_restarts(backend.redis, blocking, queues.redis)
    signals: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: signals.append(received))
    follow(projector, feed, settings.sweep_seconds, lambda: bool(signals))
