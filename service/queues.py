"""Effects become jobs: one live job an effect, a new attempt when the last one died."""

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

TIMEOUT = 120  # seconds a job may take
FAILED = 600  # seconds a failed job is kept, so that its number is not used again at once
HEARTBEAT = 1.0  # seconds between two signs of life of a worker
SILENCE = 3000  # ms without one: the worker is dead


class Queues:
    """The queues of effects and of decisions, on their Redis server. `enqueue` may be called as often as one likes."""

    def __init__(self, settings: Settings) -> None:
        self.redis: Redis = connect(settings.rq_redis_url or "")
        self._prefix = settings.key_prefix
        self.queue = Queue(f"{settings.key_prefix}effects", connection=self.redis)
        self.decisions = Queue(f"{settings.key_prefix}decisions", connection=self.redis)

    def enqueue(self, effect: Effect) -> None:
        """Have the effect done, unless a job for it waits or runs: `<effect>-<game>-v<version>-r<attempt>`."""
        attempt = 1
        while (job := self._job(f"{effect.text}-r{attempt}")) is not None:
            if self.is_live(job, self.queue):
                return
            attempt += 1
        with suppress(DuplicateJobError):  # somebody was quicker
            self.queue.enqueue_call(
                f"service.jobs.{effect.name}",
                args=(effect.game,),
                job_id=f"{effect.text}-r{attempt}",
                unique=True,
                timeout=TIMEOUT,
                result_ttl=0,
                failure_ttl=FAILED,
            )

    def beat(self, worker: str) -> None:
        """A sign of life of a worker."""
        self.redis.set(self._life(worker), 1, px=SILENCE)

    def _job(self, id: str) -> Job | None:
        try:
            return Job.fetch(id, connection=self.redis)
        except NoSuchJobError:
            return None

    def is_live(self, job: Job, queue: Queue) -> bool:
        """Whether the job waits in its queue, or a living worker has it."""
        status = job.get_status(refresh=False)
        if status == JobStatus.QUEUED:
            return queue.get_job_position(job) is not None or _age(job.enqueued_at) < 2
        if status == JobStatus.STARTED:
            return self._lives(job.worker_name or "")
        return False

    def _lives(self, worker: str) -> bool:
        """Whether the worker gives signs of life; one on this machine is known to be dead at once."""
        host, _, pid = worker.rpartition("-")[0].rpartition("-")
        if host == socket.gethostname() and pid.isdecimal() and not _runs(int(pid)):
            return False
        return bool(self.redis.exists(self._life(worker)))

    def _life(self, worker: str) -> str:
        return f"{self._prefix}worker:{worker}"


def _age(moment: datetime | None) -> float:
    """Seconds since a moment; a moment without zone is UTC."""
    if moment is None:
        return float("inf")
    return time.time() - moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True


def worker_name() -> str:
    """A name that no other worker has: `<host>-<process id>-<time in ns>`."""
    return f"{socket.gethostname()}-{os.getpid()}-{time.time_ns()}"


def keep_beating(queues: Queues, worker: str) -> None:
    """Give signs of life from a thread of its own for as long as the process lives."""

    def beat() -> None:
        while True:
            with suppress(RedisError):  # the next beat tries again
                queues.beat(worker)
            time.sleep(HEARTBEAT)

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
