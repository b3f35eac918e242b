"""The projector's process: follows the feed until it is told to stop."""

import signal

from events.server import connect_blocking
from projections.feed import Feed
from projections.notices import Notices
from projections.projector import Projector, follow
from service.backend import checked_backend
from service.jobs.queues import Queues, worker_name
from service.run.patience import log_warnings, wait_out_restarts
from service.settings import Settings


def run_projector(settings: Settings) -> None:
    """Follow the feed. Raises StartError when the server is not suitable."""
    log_warnings()
    backend = checked_backend(settings)
    queues = Queues(settings)
    notices = Notices(backend.redis, backend.keys)
    projector = Projector(backend.games, backend.snapshots, backend.lobby, queues.enqueue, notices)
    blocking = connect_blocking(settings.redis_url or "")
    feed = Feed(backend.redis, blocking, backend.keys, worker_name())
    wait_out_restarts(backend.redis, blocking, queues.redis)
    stopped = []
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, lambda *_: stopped.append(True))
    follow(projector, feed, settings.sweep_seconds, lambda: bool(stopped))
