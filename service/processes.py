"""The processes behind the web: the projector and the workers. Each runs until it is told to stop."""

import logging
import signal
import sys

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry
from rq import Queue, SimpleWorker

from events.server import connect_blocking
from projections.feed import Feed
from projections.notices import Notices
from projections.projector import Projector, follow
from service import jobs
from service.backend import checked_backend
from service.queues import Queues, keep_beating, worker_name
from service.settings import Settings

JOBS = 5000
"""Jobs after which a worker makes room for a fresh process."""
RETRIES = 16
"""Of a command, for 7 s, less than a process is given to end: nobody waits for its answer, and a restart passes by."""


def run_projector(settings: Settings) -> None:
    """Follow the feed. Raises StartError when the server does not suit."""
    _log()
    parts = checked_backend(settings)
    queues = Queues(settings)
    projector = Projector(parts.games, parts.snapshots, parts.lobby, queues.enqueue, Notices(parts.redis, parts.keys))
    blocking = connect_blocking(settings.redis_url or "")
    feed = Feed(parts.redis, blocking, parts.keys, worker_name())
    _be_patient(parts.redis, blocking, queues.redis)
    stopped = []
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, lambda *_: stopped.append(True))
    follow(projector, feed, settings.sweep_seconds, lambda: bool(stopped))


def run_worker(settings: Settings, decisions: bool = False) -> None:
    """Do jobs, in this process: the rules are loaded once, and a job costs no fork. Raises StartError.

    Those that games wait for, or the `decisions` for tables elsewhere, which may take long.
    """
    _log()
    checked_backend(settings)
    queues, name = Queues(settings), worker_name()
    keep_beating(queues, name)
    waiting = connect_blocking(settings.rq_redis_url or "")  # an idle worker waits on the server for minutes
    _be_patient(jobs.parts().redis, waiting)
    queue = queues.decisions if decisions else queues.queue
    worker = SimpleWorker([Queue(queue.name, connection=waiting)], name=name, connection=waiting)
    worker.work(max_jobs=JOBS, logging_level="WARNING")


def _be_patient(*clients: Redis) -> None:
    """Have clients try a command again until a server that was lost is back: what was begun goes on then."""
    for redis in clients:
        redis.set_retry(Retry(ExponentialBackoff(cap=0.5, base=0.02), RETRIES))


def _log() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
