"""Queues: an effect becomes a job, one at a time; when its job has died, the next attempt follows."""

import os
import socket
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus

from events.server import connect
from projections.effects import Effect
from service.settings import Settings

JOB_TIMEOUT_SECONDS = 120
WEBHOOKS_TIMEOUT_SECONDS = 7200  # of a job that sends as long as there is something to send
FAILED_JOB_SECONDS = 600  # how long a failed job is kept, so that its attempt number is not used again at once
HEARTBEAT_SECONDS = 1.0  # between two heartbeats of a worker
SILENCE_MS = 3000  # without a heartbeat for that long a worker counts as dead
FULL_QUEUE_JOBS = 200  # more make it slow to find out whether a job is live
ENQUEUE_GRACE_SECONDS = 2.0  # a job is stored a moment before it stands in its queue


class Queues:
    """The queues of effects, of decisions and of webhooks, on their Redis server."""

    def __init__(self, settings: Settings) -> None:
        self.redis: Redis = connect(settings.rq_redis_url or "", seconds=settings.store_seconds)
        self._prefix = settings.key_prefix
        self.effects = Queue(f"{settings.key_prefix}effects", connection=self.redis)
        self.decisions = Queue(f"{settings.key_prefix}decisions", connection=self.redis)
        self.webhooks = Queue(f"{settings.key_prefix}webhooks", connection=self.redis)

    def enqueue(self, effect: Effect) -> None:
        """Schedule an effect, unless a job for it waits or runs. Calling it too often does no harm.

        A job is named `<effect>-<game>-v<version>-r<attempt>`.
        """
        attempt = 1
        while (job := self._job(f"{effect.job_prefix}-r{attempt}")) is not None:
            if self.is_live(job, self.effects):
                return
            attempt += 1
        with suppress(DuplicateJobError):  # another process was quicker
            self.effects.enqueue_call(
                f"service.jobs.{effect.name}",
                args=(effect.game,),
                job_id=f"{effect.job_prefix}-r{attempt}",
                unique=True,
                timeout=JOB_TIMEOUT_SECONDS,
                result_ttl=0,
                failure_ttl=FAILED_JOB_SECONDS,
            )

    def enqueue_webhooks(self) -> None:
        """Let a worker make and send messages, unless a job for it waits.

        A job that runs does not count: it may be about to end. One job too many does no harm.
        """
        if self.webhooks.count == 0:
            self.webhooks.enqueue_call(
                "service.jobs.webhooks",
                timeout=WEBHOOKS_TIMEOUT_SECONDS,
                result_ttl=0,
                failure_ttl=FAILED_JOB_SECONDS,
            )

    def is_full(self) -> bool:
        """Whether so many effects wait for workers that what is not urgent should wait elsewhere."""
        return self.effects.count >= FULL_QUEUE_JOBS

    def beat(self, worker: str) -> None:
        """Record a heartbeat of a worker."""
        self.redis.set(self._heartbeat_key(worker), 1, px=SILENCE_MS)

    def _job(self, name: str) -> Job | None:
        try:
            return Job.fetch(name, connection=self.redis)
        except NoSuchJobError:
            return None

    def is_live(self, job: Job, queue: Queue) -> bool:
        """Whether the job waits in its queue, or a living worker has it."""
        status = job.get_status(refresh=False)
        if status == JobStatus.QUEUED:
            return queue.get_job_position(job) is not None or _seconds_since(job.enqueued_at) < ENQUEUE_GRACE_SECONDS
        if status == JobStatus.STARTED:
            return self._is_alive(job.worker_name or "")
        return False

    def _is_alive(self, worker: str) -> bool:
        """Whether the worker has a recent heartbeat; a dead process of this machine is noticed at once."""
        host, _, pid = worker.rpartition("-")[0].rpartition("-")
        if host == socket.gethostname() and pid.isdecimal() and not _is_running(int(pid)):
            return False
        return bool(self.redis.exists(self._heartbeat_key(worker)))

    def _heartbeat_key(self, worker: str) -> str:
        return f"{self._prefix}worker:{worker}"


def _seconds_since(moment: datetime | None) -> float:
    """Seconds since a moment; a moment without zone is UTC."""
    if moment is None:
        return float("inf")
    return time.time() - moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's process
        return True
    return True


def worker_name() -> str:
    """A name that no other worker has: `<host>-<process id>-<time in ns>`."""
    return f"{socket.gethostname()}-{os.getpid()}-{time.time_ns()}"


def keep_beating(queues: Queues, worker: str) -> None:
    """Send heartbeats from a thread for as long as the process lives."""

    def beat() -> None:
        while True:
            with suppress(RedisError):  # the next beat tries again
                queues.beat(worker)
            time.sleep(HEARTBEAT_SECONDS)

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
