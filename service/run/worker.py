"""A worker process: runs the jobs of its lanes until it gets SIGINT or SIGTERM."""

import logging
import os
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import InvalidJobOperation, StopRequested
from rq.executions import Execution
from rq.job import Job

from projections.effects import due_effects
from service import jobs
from service.backend import Backend
from service.jobs.lanes import LANES, USUAL_LANES, FairQueue, account_of, count_use, game_of
from service.jobs.queues import Queues, keep_beating
from service.jobs.worker_names import worker_name
from service.metrics import job_cpu_seconds, jobs_done
from service.run.process_setup import await_backend, watch_patiently
from service.settings import Settings
from service.tracing import start_tracing, working_on
from store.breaker import Breaker
from store.server import connect_blocking

logger = logging.getLogger(__name__)
MAX_JOBS_PER_PROCESS = 5000
"""Then the worker exits and the supervisor starts a new one, which bounds what a memory leak can take."""
RETRY_SECONDS = 0.5
WITHOUT_CONNECTION = "Worker %s: could not connect"
"""How the message of RQ begins that the breaker of the process has told already."""
PLAYS_BOTS = ("service.jobs.bots", "service.jobs.slow_bots")
MAX_OPEN_FILES = 4096
"""More than a worker for webhooks has requests under way."""


class LaneWorker(SimpleWorker):
    """A worker that serves the accounts in turn, and tells its job to end when the process is to stop.

    `after_move`: called with the game once a job that played bots is done, and its name is free again. `done`: jobs.
    `trouble`: the error of the store at which the worker has ended.
    """

    queue_class = FairQueue
    after_move: Callable[[str], None] = staticmethod(lambda game: None)
    done = 0
    trouble: RedisError | None = None

    def _set_ip_address(self, connection: Redis) -> None:
        """Give the connection the worker's name. RQ asks for its address, too.

        redis-py cannot read the answer if the path of the server's unix socket has a blank or a `=`.
        """
        connection.client_setname(self.name)
        self.ip_address = "unknown"

    def check_for_suspension(self, burst: bool) -> None:
        """The first question of each round. Raises StopRequested if the store does not answer it."""
        with self._ending_without_store():
            super().check_for_suspension(burst)

    def run_maintenance_tasks(self) -> None:
        """Clean what other workers have left. Raises StopRequested if the store does not let it."""
        with self._ending_without_store():
            super().run_maintenance_tasks()  # type: ignore[no-untyped-call]

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Raises StopRequested if the store does not take it."""
        with self._ending_without_store():
            super().heartbeat(timeout, pipeline)

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """The next job. Raises StopRequested if the store gives none."""
        with self._ending_without_store():
            return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Do the job, and count the CPU time of this process as used by the account that caused it."""
        began = time.process_time()
        with self._ending_without_store():
            super().execute_job(job, queue)
        self.done += 1
        used_seconds = time.process_time() - began
        job_cpu_seconds.labels(queue.name).inc(used_seconds)
        with suppress(RedisError):  # the next minute is less fair
            count_use(self.connection, queue.key, account_of(job.id), used_seconds)

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Do the job; returns whether it succeeded."""
        name = str(job.func_name).rpartition(".")[2]
        about = {"job": job.id, "game": game_of(job.id), "account": account_of(job.id)}
        with working_on(f"job {name}", job.meta.get("cause", ""), **about) as failed:
            succeeded = super().perform_job(job, queue, execution)
            jobs_done.labels(queue.name, "done" if succeeded else "failed").inc()
            if not succeeded:
                failed()
            if succeeded and job.func_name in PLAYS_BOTS:
                with suppress(RedisError):  # a sweep finds what is due, too
                    self.after_move(job.args[0])
        return succeeded

    def handle_job_success(self, job: Job, *args: Any, **kwargs: Any) -> None:
        """Take note that a job is done. One that is gone has been noted: only the answer of the store was lost."""
        with suppress(InvalidJobOperation):
            super().handle_job_success(job, *args, **kwargs)

    def request_stop(self, *args: Any) -> None:
        jobs.STOPPING.set()
        super().request_stop(*args)  # type: ignore[no-untyped-call]

    def teardown(self) -> None:
        """End the thread that listens for commands, whether or not the store takes note that the worker ends."""
        try:
            super().teardown()  # type: ignore[no-untyped-call]
        except RedisError as error:
            self.trouble = error
            with suppress(RedisError):
                self.unsubscribe()  # type: ignore[no-untyped-call]

    @contextmanager
    def _ending_without_store(self) -> Iterator[None]:
        """End quietly at an error of the store, and remember it as `trouble`."""
        try:
            yield
        except RedisError as error:
            self.trouble = error
            raise StopRequested from error


def run_worker(settings: Settings, lanes: Sequence[str] = USUAL_LANES) -> None:
    """Run jobs in this process: it loads the rules once and does not fork for each job. Raises StartError.

    `lanes`: names of LANES, the most urgent first. The process gets the priority of the first one.
    """
    start_tracing(settings, "worker")
    await_backend(settings).close()
    backend = jobs.worker_backend()
    queues = Queues(settings, backend.games.load)
    blocking = connect_blocking(settings.rq_redis_url or "")  # an idle worker blocks for minutes
    watch_patiently(backend, queues.redis, blocking)
    if "webhooks" in lanes:
        _allow_open_files()
    lower_priority(LANES[lanes[0]].nice)
    logging.getLogger("rq.worker").addFilter(lambda record: not str(record.msg).startswith(WITHOUT_CONNECTION))
    names, left = [worker_name()], MAX_JOBS_PER_PROCESS
    keep_beating(queues, lambda: names[-1])
    with suppress(StopRequested, RedisError):  # of the signal to stop, while the worker waits
        while left > 0 and not jobs.STOPPING.is_set():
            waiting = [FairQueue(queues.lanes[lane].name, connection=blocking) for lane in lanes]
            # The description has the arguments: the view of a table that somebody else keeps.
            worker = LaneWorker(waiting, name=names[-1], connection=blocking, log_job_description=False)
            worker.after_move = partial(enqueue_due, backend, queues)
            trouble = work(worker, left)
            if trouble is None:
                break
            left -= worker.done
            _await_queues(backend.jobs_breaker, trouble)
            names.append(worker_name())  # the job that this worker had may be lost, and another one shall do it


def work(worker: LaneWorker, most: int) -> RedisError | None:
    """Do at most `most` jobs, until the process is to stop; the error of the store that ended this, if one did."""
    try:
        worker.work(max_jobs=most, logging_level=logging.getLevelName(logging.root.level))
    except RedisError as error:  # at its birth or its death
        return error
    return worker.trouble


def _await_queues(breaker: Breaker, trouble: RedisError) -> None:
    """Wait until the store of the queues can be used. Its breaker says once what is wrong with it."""
    time.sleep(RETRY_SECONDS)
    if breaker.fault is None:
        logger.warning("the worker begins again: %s", trouble)
    while breaker.fault and not jobs.STOPPING.is_set():
        time.sleep(RETRY_SECONDS)


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
