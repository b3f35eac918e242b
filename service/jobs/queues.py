"""Queues: an effect becomes a job, one at a time; when its job has died, the next attempt follows.

A job is named `<function>-<account>-<game>-v<version>-r<attempt>`. The account is the one that caused it.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Worker
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus
from rq.utils import str_to_date
from rq.worker_registration import get_keys

from projections.effects import Effect, account_behind
from projections.games import Loaded, without_events
from service.jobs.bot_turns import quick_seats, slow_seats
from service.jobs.lanes import LANES, OF_NO_GAME, TAKEN_MS, FairQueue, account_of, taken_key
from service.jobs.postponing import Postponing
from service.jobs.worker_names import is_gone
from service.settings import Settings
from store.clock import read_time
from store.server import connect

JOB_TIMEOUT_SECONDS = 120
WEBHOOKS_TIMEOUT_SECONDS = 7200  # of a job that sends as long as there is something to send
FAILED_JOB_SECONDS = 600  # how long a failed or lost job is kept, so that its attempt number is not used again at once
HEARTBEAT_SECONDS = 1.0  # between two heartbeats of a worker
SILENCE_MS = 10_000  # without a heartbeat for that long a worker counts as dead, and another one does its job
LOST_MS = 60_000  # a client is told only after that long that its job failed: on a busy host the heartbeat may be late


LoadGame = Callable[[str], Loaded]
"""The game at its newest version."""


class DueJob(NamedTuple):
    """A job that an effect calls for. `function`: its name in `service.jobs`. `version`: that of the effect."""

    lane: str
    function: str
    account: str
    subject: str
    version: int

    @property
    def prefix(self) -> str:
        """How the names of its attempts begin."""
        return f"{self.function}-{self.account}-{self.subject}-v{self.version}"

    @property
    def args(self) -> tuple[str | int, ...]:
        """What its function gets. That of slow bots stops when another phase, step or hand begins."""
        return (self.subject, self.version) if self.function == "slow_bots" else (self.subject,)


def due_jobs(effect: Effect, loaded: Loaded) -> list[DueJob]:
    """The jobs that an effect calls for. `loaded`: its game; if it has none, it does not matter.

    The bots of a game are played by two jobs, so that a quick bot does not wait for a slow one at the same table. Where
    only bots play, nobody waits for them: both jobs are in the slow lane.
    """
    if effect.name in OF_NO_GAME:
        return [DueJob("slow", effect.name, effect.game, effect.game, 0)]  # they may have hundreds of games to do
    state, account = loaded.state, account_behind(loaded.state)
    if effect.name != "bots":
        return [DueJob("quick", effect.name, account, effect.game, effect.version)]
    quick_lane = "quick" if any(seat.player and not seat.bot for seat in state.seats) else "slow"
    bots = ((quick_lane, "bots", quick_seats), ("slow", "slow_bots", slow_seats))
    return [
        DueJob(lane, name, account, effect.game, effect.version)
        for lane, name, seats in bots
        if seats(state, loaded.clocks)
    ]


class Backlog(NamedTuple):
    """What waits in a lane. `workers`: the living ones. `waiting`: jobs. `oldest`: how long one waits, in seconds."""

    workers: int
    waiting: int
    accounts: int
    oldest: float


class Queues:
    """The queues of all lanes, on their Redis server."""

    def __init__(self, settings: Settings, load_game: LoadGame = without_events) -> None:
        """`load_game`: needed to enqueue effects. Its games tell which bots are due, and who caused the work."""
        self.redis: Redis = connect(settings.rq_redis_url or "", seconds=settings.store_seconds)
        self._prefix = settings.key_prefix
        self._load_game = load_game
        self.lanes = {
            name: FairQueue(f"{self._prefix}{lane.queue}", connection=self.redis) for name, lane in LANES.items()
        }
        self._postponing = Postponing(lambda: self.lanes["quick"].job_ids)

    def enqueue(self, effect: Effect) -> float:
        """Schedule an effect, unless a job for it waits or runs. Calling it too often does no harm.

        Returns 0, or for how many seconds to postpone an effect with a time: its account has many jobs that wait.
        """
        loaded = without_events(effect.game) if effect.name in OF_NO_GAME else self._load_game(effect.game)
        if effect.after_ms and (seconds := self._postponing.seconds(account_behind(loaded.state))):
            return seconds
        for job in due_jobs(effect, loaded):
            self._enqueue(job)
        return 0.0

    def _enqueue(self, due: DueJob) -> None:
        attempt, queue = 1, self.lanes[due.lane]
        while (job := self._job(f"{due.prefix}-r{attempt}")) is not None:
            if self.is_live(job):
                return
            self.redis.expire(job.key, FAILED_JOB_SECONDS)  # RQ keeps a job for ever that no worker has begun
            attempt += 1
        with suppress(DuplicateJobError):  # another process was quicker
            queue.enqueue_call(
                f"service.jobs.{due.function}",
                args=due.args,
                job_id=f"{due.prefix}-r{attempt}",
                unique=True,
                timeout=JOB_TIMEOUT_SECONDS,
                result_ttl=0,
                failure_ttl=FAILED_JOB_SECONDS,
            )

    def enqueue_webhooks(self) -> None:
        """Let a worker make and send messages, unless a job for it waits.

        A job that runs does not count: it may be about to end. One job too many does no harm.
        """
        queue = self.lanes["webhooks"]
        if queue.count == 0:
            queue.enqueue_call(
                "service.jobs.webhooks",
                timeout=WEBHOOKS_TIMEOUT_SECONDS,
                result_ttl=0,
                failure_ttl=FAILED_JOB_SECONDS,
            )

    def backlog(self, name: str) -> Backlog:
        """What waits in a lane."""
        queue = self.lanes[name]
        waiting = queue.job_ids
        pipe = self.redis.pipeline(transaction=False)
        for job in waiting:
            pipe.hget(Job.key_for(job), "enqueued_at")
        moments, now = [str_to_date(moment) for moment in pipe.execute() if moment], read_time(self.redis)
        since = [_seconds_between(moment, now) for moment in moments]
        return Backlog(self.workers(name), len(waiting), len({*map(account_of, waiting)}), max(since, default=0.0))

    def workers(self, name: str) -> int:
        """How many living workers a lane has. It only reads: `Worker.all` drops those that are gone."""
        prefix = Worker.redis_worker_namespace_prefix
        return [self._is_alive(key.removeprefix(prefix)) for key in get_keys(self.lanes[name])].count(True)

    def beat(self, worker: str) -> None:
        """Record a heartbeat of a worker."""
        pipe = self.redis.pipeline(transaction=False)
        pipe.set(self._heartbeat_key(worker), 1, px=SILENCE_MS)
        pipe.set(self._last_seen_key(worker), 1, px=LOST_MS)
        pipe.execute()

    def _job(self, name: str) -> Job | None:
        try:
            return Job.fetch(name, connection=self.redis)
        except NoSuchJobError:
            return None

    def outcome(self, name: str) -> tuple[str, Any] | None:
        """The outcome of the job of this name: `done` and its result, `pending` or `failed`; None without a job."""
        job = self._job(name)
        while job is not None:
            status = job.get_status(refresh=False)
            if status == JobStatus.FINISHED:
                return "done", job.return_value()
            if self.is_live(job) or self._may_be_late(job):
                return "pending", None
            job = self._job(name)
            if job is not None and job.get_status(refresh=False) == status:  # otherwise it went on meanwhile
                return "failed", None
        return None

    def is_live(self, job: Job) -> bool:
        """Whether the job waits in its queue, or a living worker has it."""
        status = job.get_status(refresh=False)
        if status == JobStatus.QUEUED:
            queue = FairQueue(job.origin, connection=self.redis)
            return queue.get_job_position(job) is not None or self._is_between(job, SILENCE_MS)
        if status == JobStatus.STARTED:
            return self._is_alive(job.worker_name or "")
        return False

    def _is_alive(self, worker: str) -> bool:
        """Whether the worker has a recent heartbeat; a dead process of our own process table is noticed at once."""
        return not is_gone(worker) and bool(self.redis.exists(self._heartbeat_key(worker)))

    def _may_be_late(self, job: Job) -> bool:
        """Whether somebody who has the job was active within LOST_MS, and is not known to have ended."""
        status, worker = job.get_status(refresh=False), job.worker_name or ""
        if status == JobStatus.STARTED:
            return not is_gone(worker) and bool(self.redis.exists(self._last_seen_key(worker)))
        return status == JobStatus.QUEUED and self._is_between(job, LOST_MS)

    def _is_between(self, job: Job, silence_ms: int) -> bool:
        """Whether a job outside its queue is on its way there, or to the worker that took it, for less than that long.

        An idle worker takes a job as soon as it is queued.
        """
        left_ms: Any = self.redis.pttl(taken_key(FairQueue(job.origin, connection=self.redis).key, job.id))
        if TAKEN_MS - left_ms < silence_ms:
            return True
        return 1000 * abs(_seconds_between(job.enqueued_at, read_time(self.redis))) < silence_ms

    def _heartbeat_key(self, worker: str) -> str:
        return f"{self._prefix}worker:{worker}"

    def _last_seen_key(self, worker: str) -> str:
        return f"{self._prefix}worker-seen:{worker}"


def _seconds_between(moment: datetime | None, now: float) -> float:
    """Seconds from a moment until now, which is in seconds since 1970; a moment without zone is UTC."""
    if moment is None:
        return float("inf")
    return now - moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()


def keep_beating(queues: Queues, worker: Callable[[], str]) -> None:
    """Send heartbeats from a thread for as long as the process lives. `worker`: the name of the worker by then."""

    def beat() -> None:
        while True:
            with suppress(RedisError):  # the next beat tries again
                queues.beat(worker())
            time.sleep(HEARTBEAT_SECONDS)

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
