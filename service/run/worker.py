"""A worker process: runs jobs from a queue until it gets SIGINT or SIGTERM."""

import resource
from typing import Any

from rq import Queue, SimpleWorker

from events.server import connect_blocking
from service import jobs
from service.jobs.queues import Queues, keep_beating, worker_name
from service.run.process_setup import await_backend, log_warnings, retry_during_restarts, watch_patiently
from service.settings import Settings

MAX_JOBS_PER_PROCESS = 5000
"""Then the worker exits and the supervisor starts a new one, which bounds what a memory leak can take."""
MAX_OPEN_FILES = 4096
"""More than a worker for webhooks has requests under way."""


class StoppableWorker(SimpleWorker):
    """A worker that tells its job to end when the process is to stop."""

    def request_stop(self, *args: Any) -> None:
        jobs.STOPPING.set()
        super().request_stop(*args)  # type: ignore[no-untyped-call]


def run_worker(settings: Settings, queue_name: str = "effects") -> None:
    """Run jobs in this process: it loads the rules once and does not fork for each job. Raises StartError.

    `queue_name`: `effects`, the jobs that the games of this service wait for; `decisions` for clients' own views, which
    can be slow; or `webhooks`, which wait for other people's servers.
    """
    log_warnings()
    await_backend(settings).redis.close()
    queues, name = Queues(settings), worker_name()
    keep_beating(queues, name)
    blocking = connect_blocking(settings.rq_redis_url or "")  # an idle worker blocks for minutes
    watch_patiently(jobs.worker_backend())
    retry_during_restarts(jobs.worker_backend().redis, blocking)
    if queue_name == "webhooks":
        _allow_open_files()
    queue: Queue = getattr(queues, queue_name)
    worker = StoppableWorker([Queue(queue.name, connection=blocking)], name=name, connection=blocking)
    worker.work(max_jobs=MAX_JOBS_PER_PROCESS, logging_level="WARNING")


def _allow_open_files() -> None:
    """Raise this process's limit on open files as far as the system allows: each request under way needs one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, MAX_OPEN_FILES), hard))
