"""A worker process: runs jobs from a queue until it gets SIGINT or SIGTERM."""

from rq import Queue, SimpleWorker

from events.server import connect_blocking
from service import jobs
from service.backend import checked_backend
from service.jobs.queues import Queues, keep_beating, worker_name
from service.run.process_setup import log_warnings, retry_during_restarts
from service.settings import Settings

MAX_JOBS_PER_PROCESS = 5000
"""Then the worker exits and the supervisor starts a new one, which bounds what a memory leak can take."""


def run_worker(settings: Settings, decisions: bool = False) -> None:
    """Run jobs in this process: it loads the rules once and does not fork for each job. Raises StartError.

    `decisions`: take the queue of decisions for clients' own views, which can be slow, instead of the jobs that the
    games of this service wait for.
    """
    log_warnings()
    checked_backend(settings)
    queues, name = Queues(settings), worker_name()
    keep_beating(queues, name)
    blocking = connect_blocking(settings.rq_redis_url or "")  # an idle worker blocks for minutes
    retry_during_restarts(jobs.worker_backend().redis, blocking)
    queue = queues.decisions if decisions else queues.effects
    worker = SimpleWorker([Queue(queue.name, connection=blocking)], name=name, connection=blocking)
    worker.work(max_jobs=MAX_JOBS_PER_PROCESS, logging_level="WARNING")
