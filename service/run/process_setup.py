"""Setup that the projector and the worker processes share: retries while Redis restarts, and logging."""

import logging
import sys

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

MAX_RETRIES = 16
BACKOFF_BASE_SECONDS, BACKOFF_CAP_SECONDS = 0.02, 0.5
"""All retries together take about 7 s: a restart of the server fits in, and it is less than the supervisor's
STOP_TIMEOUT_SECONDS. No HTTP client waits for these processes, so they can retry longer than a web process."""


def retry_during_restarts(*clients: Redis) -> None:
    """Make clients repeat a command while the server restarts, so that a job goes on instead of failing."""
    for redis in clients:
        redis.set_retry(Retry(ExponentialBackoff(cap=BACKOFF_CAP_SECONDS, base=BACKOFF_BASE_SECONDS), MAX_RETRIES))


def log_warnings() -> None:
    """Write warnings and errors to standard error."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
