"""Setup that the projector and the worker processes share: waiting for a store in trouble."""

import logging
from time import sleep

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.backend import Backend, StoreDown, checked_backend
from service.settings import Settings

logger = logging.getLogger(__name__)
MAX_RETRIES = 16
BACKOFF_BASE_SECONDS, BACKOFF_CAP_SECONDS = 0.02, 0.5
PATIENCE_SECONDS = 7.0
"""How long a command waits for the store to come back, and about how long all retries of one that has failed take. A
restart of the server fits in, and it is less than the supervisor's STOP_TIMEOUT_SECONDS. No HTTP client waits for these
processes, so they can wait longer than a web process."""
LOOK_SECONDS = 0.5
"""The interval at which the store is checked."""
START_PAUSE_SECONDS = 0.5


def await_backend(settings: Settings) -> Backend:
    """The backend, once its store can be used. Raises StartError if the store does not suit the service."""
    waited = ""
    while True:
        try:
            return checked_backend(settings)
        except StoreDown as error:
            if str(error) != waited:
                waited = str(error)
                logger.warning("waiting for the store: %s", error)
            sleep(START_PAUSE_SECONDS)


def watch_patiently(backend: Backend, jobs: Redis, *blocking: Redis) -> None:
    """Watch the stores from now on. While the store is in trouble, commands wait, and are repeated when it restarts.

    `jobs`: a client of the queues. If they have a server of their own, its commands fail at once while it is in
    trouble, because games go on without it. `blocking`: clients that wait on the store.
    """
    backend.watch.guard(backend.redis, PATIENCE_SECONDS)
    if backend.jobs_breaker is backend.watch:
        backend.watch.guard(jobs, PATIENCE_SECONDS)
    else:
        backend.jobs_breaker.guard(jobs)
        backend.jobs_breaker.start(LOOK_SECONDS, slow_is_fault=False)
    backend.watch.start(LOOK_SECONDS, slow_is_fault=False)
    patient = [backend.redis, *blocking, *[jobs] * (backend.jobs_breaker is backend.watch)]
    for redis in patient:
        redis.set_retry(Retry(ExponentialBackoff(cap=BACKOFF_CAP_SECONDS, base=BACKOFF_BASE_SECONDS), MAX_RETRIES))
