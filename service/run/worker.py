"""A worker's process: does jobs until it is told to stop."""

from rq import Queue, SimpleWorker

from events.server import connect_blocking
from service import jobs
from service.backend import checked_backend
from service.jobs.queues import Queues, keep_beating, worker_name
from service.run.patience import log_warnings, wait_out_restarts
from service.settings import Settings

MAX_JOBS = 5000
"""After so many jobs a fresh process takes over."""


def run_worker(settings: Settings, decisions: bool = False) -> None:
    """Do jobs in this process: the rules are loaded once, and a job costs no fork. Raises StartError.

    `decisions`: decide for tables elsewhere, which may take long, instead of doing the jobs that games wait for.
    """
    log_warnings()
    checked_backend(settings)
    queues, name = Queues(settings), worker_name()
    keep_beating(queues, name)
    blocking = connect_blocking(settings.rq_redis_url or "")  # an idle worker waits on the server for minutes
    wait_out_restarts(jobs.worker_backend().redis, blocking)
    queue = queues.decisions if decisions else queues.queue
    worker = SimpleWorker([Queue(queue.name, connection=blocking)], name=name, connection=blocking)
    worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
