"""What the processes of the service count for an operator, as metrics of Prometheus. `wonderful metrics` shows them.

With PROMETHEUS_MULTIPROC_DIR, each process keeps its numbers in files of that folder, named by its slot: the lowest
number that no living process has. So there are no more files than processes at the same time, however often these begin
again, and a process counts on from where the last one of its slot has ended. All labels have bounded sets of values.
"""

import fcntl
import os
from functools import cache
from pathlib import Path

from prometheus_client import Counter, Gauge, Histogram, values
from prometheus_client.multiprocess import mark_process_dead

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
OPEN_ENDED, LONG_POLL = "wonderful.open_ended", "long poll"
"""In the environ of a request that waits for news, or whose answer is a stream: how long it takes says nothing."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Others are counted as `other`: a client may write any word."""


def take_slot(folder: Path) -> tuple[int, int]:
    """The lowest slot of the folder that no process has, and the descriptor of the lock that keeps it."""
    number = 1
    while True:
        descriptor = os.open(folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            number += 1
        else:
            return number, descriptor


def forget_the_dead(folder: Path) -> None:
    """Remove what processes that have ended told of their present, such as open streams; what they counted stays."""
    for lock in folder.glob("*.lock"):
        descriptor = os.open(lock, os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mark_process_dead(lock.stem, str(folder))  # type: ignore[no-untyped-call]
        except BlockingIOError:
            pass
        finally:
            os.close(descriptor)


@cache
def _own_slot() -> tuple[int, int]:
    folder = Path(os.environ[FOLDER_VARIABLE])
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return take_slot(folder)


def _begin_in_child() -> None:
    """Take a slot of its own for a forked process: gunicorn's master imports this module, and forks its workers."""
    os.close(_own_slot()[1])
    _own_slot.cache_clear()
    open_streams.set(0)


if FOLDER_VARIABLE in os.environ:  # otherwise each process keeps its numbers in its memory, and nobody reads them
    values.ValueClass = values.MultiProcessValue(lambda: _own_slot()[0])  # type: ignore[no-untyped-call]
    os.register_at_fork(after_in_child=_begin_in_child)

_requests = Histogram(
    "wonderful_http_request_duration_seconds",
    "From a request to the head of its answer; long polls, which wait, are left out.",
    ("method", "route", "status"),
)
problems = Counter("wonderful_http_problems_total", "Answers that are problems, by their code.", ("code",))
for _code in ("internal_error", "store_unavailable", "quota_exceeded"):
    problems.labels(_code)  # from 0 on: an alert sees a number that grows, and not the first one of a series
open_streams = Gauge("wonderful_http_open_streams", "Event streams that are open.", multiprocess_mode="livesum")
append_conflicts = Counter("wonderful_append_conflicts_total", "Races for a game that a writer has lost.")
jobs_done = Counter(
    "wonderful_jobs_done_total", "Jobs that workers have done, and that have failed.", ("queue", "outcome")
)
job_cpu_seconds = Counter("wonderful_job_cpu_seconds_total", "CPU time of jobs.", ("queue",))
webhook_attempts = Counter("wonderful_webhook_attempts_total", "Messages sent to webhooks.", ("outcome",))
open_streams.set(0)  # the last process of the slot may have been killed


class RequestSeconds(dict[tuple[str, str, int], Histogram]):
    """The histogram of each kind of request: method, route and status.

    A route is a pattern, such as `/v1/games/<id>`; empty for an address where nothing is.
    """

    def __missing__(self, kind: tuple[str, str, int]) -> Histogram:
        method, route, status = kind
        if method not in METHODS:
            return _requests.labels("other", route or "none", status)
        self[kind] = _requests.labels(method, route or "none", status)
        return self[kind]


request_seconds = RequestSeconds()
"""Once a kind is known, counting calls no function of ours: every move pays for it."""
