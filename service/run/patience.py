"""What the processes behind the web have in common: they outlast a restart of the Redis server, and log warnings."""

import logging
import sys

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

MAX_RETRIES = 16
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.02, 0.5
"""Together about 7 s, less than a process has to end: a restart passes, and nobody waits for an answer."""


def wait_out_restarts(*clients: Redis) -> None:
    """Let clients repeat a command until a lost server is back, so that a job continues after a restart."""
    for redis in clients:
        redis.set_retry(Retry(ExponentialBackoff(cap=MAX_PAUSE_SECONDS, base=FIRST_PAUSE_SECONDS), MAX_RETRIES))


def log_warnings() -> None:
    """Write warnings to standard error."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
