"""A worker process: runs the jobs of its lanes until it gets SIGINT or SIGTERM."""

import os
import resource
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.executions import Execution
from rq.job import Job

from events.server import connect_blocking
from projections.effects import due_effects
from service import jobs
from service.backend import Backend
from service.jobs.lanes import LANES, USUAL_LANES, FairQueue, account_of, count_use
from service.jobs.queues import Queues, keep_beating, worker_name
from service.run.process_setup import await_backend, log_warnings, retry_during_restarts, watch_patiently
from service.settings import Settings

MAX_JOBS_PER_PROCESS = 5000
"""Then the worker exits and the supervisor starts a new one, which bounds what a memory leak can take."""
PLAYS_BOTS = ("service.jobs.bots", "service.jobs.slow_bots")
MAX_OPEN_FILES = 4096
"""More than a worker for webhooks has requests under way."""


class LaneWorker(SimpleWorker):
    """A worker that serves the accounts in turn, and tells its job to end when the process is to stop.

    `after_move`: called with the game once a job that played bots is done, and its name is free again.
    """

    queue_class = FairQueue
    after_move: Callable[[str], None] = staticmethod(lambda game: None)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Do the job, and count the CPU time of this process as used by the account that caused it."""
        began = time.process_time()
        super().execute_job(job, queue)
        with suppress(RedisError):  # the next minute is less fair
            count_use(self.connection, queue.key, account_of(job.id), time.process_time() - began)

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Do the job; returns whether it succeeded."""
        succeeded = super().perform_job(job, queue, execution)
        if succeeded and job.func_name in PLAYS_BOTS:
            with suppress(RedisError):  # a sweep finds what is due, too
                self.after_move(job.args[0])
        return succeeded

    def request_stop(self, *args: Any) -> None:
        jobs.STOPPING.set()
        super().request_stop(*args)  # type: ignore[no-untyped-call]


def run_worker(settings: Settings, lanes: Sequence[str] = USUAL_LANES) -> None:
    """Run jobs in this process: it loads the rules once and does not fork for each job. Raises StartError.

    `lanes`: names of LANES, the most urgent first. The process gets the priority of the first one.
    """
    log_warnings()
    await_backend(settings).redis.close()
    backend = jobs.worker_backend()
    watch_patiently(backend)
    queues, name = Queues(settings, lambda game: backend.games.load(game).state), worker_name()
    keep_beating(queues, name)
    blocking = connect_blocking(settings.rq_redis_url or "")  # an idle worker blocks for minutes
    retry_during_restarts(backend.redis, queues.redis, blocking)
    if "webhooks" in lanes:
        _allow_open_files()
    lower_priority(LANES[lanes[0]].nice)
    worker = LaneWorker(
        [FairQueue(queues.lanes[lane].name, connection=blocking) for lane in lanes], name=name, connection=blocking
    )
    worker.after_move = partial(enqueue_due, backend, queues)
    worker.work(max_jobs=MAX_JOBS_PER_PROCESS, logging_level="WARNING")


def enqueue_due(backend: Backend, queues: Queues, game: str) -> None:
    """Schedule what the game calls for now.

    While a job ended, something may have become due that the projector took for the work of this very job.
    """
    if effect := due_effects(game, backend.games.load(game)).at_once:
        queues.enqueue(effect)


def lower_priority(nice: int, autogroup: Path = Path("/proc/self/autogroup")) -> None:
    """Let other processes go first. Linux may group processes by session, and then compares only the groups."""
    os.nice(nice)
    with suppress(OSError):  # a system without such groups, or that does not allow it
        autogroup.write_text(str(nice))


def _allow_open_files() -> None:
    """Raise this process's limit on open files as far as the system allows: each request under way needs one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, MAX_OPEN_FILES), hard))
