"""Lanes: jobs are queued by what they cost, each lane with workers of its own; within a lane the accounts take turns.

A lane is a queue of RQ, and nothing else holds what waits: the fair order is chosen when a worker takes a job. It is
that of start-time fair queueing, as in the projector's backlog: each job moves the next turn of its account back by the
time that it takes. So a long backlog of one account delays no other account, and one that comes anew waits for one job
of each other account, as a rule.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.job import Job

from projections.effects import NOBODY
from service.logs import CAUSE
from store.clock import read_time

KEPT_SECONDS = 60
"""Turns are kept for one to two such periods: later, they do not lie ahead of those of others any more. It is much more
than the clocks of two hosts may differ."""
LAST = ""
"""In place of the account: the turn of the job that was taken last."""
TAKEN_MS = 60_000
"""For how long it is kept that a worker took a job. A worker of a busy host may need seconds to begin it."""
BEGIN_SECONDS = 0.001
"""What a job counts at its begin, so that two workers that take jobs at the same moment serve two accounts."""


class Lane(NamedTuple):
    """What waits in one queue.

    `queue`: its name, after the prefix of the keys. `what`: for the operator. `nice`: what is added to the niceness of
    its workers, 0 to 19: the higher it is, the more they leave the CPU to others. `longest_wait`: seconds; when a job
    has waited for longer, the lane needs more workers.
    """

    queue: str
    what: str
    nice: int
    longest_wait: float


LANES = {
    "quick": Lane("effects", "moves of quick bots at tables of people, clocks, scores", 0, 1.0),
    "slow": Lane(
        "slow", "moves of bots that plan or search or play alone, departures, archive, explorer, checkpoints", 10, 30.0
    ),
    "decisions": Lane("decisions", "decisions of a second or less", 5, 10.0),
    "long_decisions": Lane("long_decisions", "longer decisions", 10, 300.0),
    "verifications": Lane("verifications", "logs to verify", 5, 10.0),
    "webhooks": Lane("webhooks", "messages to webhooks", 0, 10.0),
}
"""Lanes by name."""
OF_NO_GAME = ("depart", "archive", "count", "publish")
"""Effects, and functions of their jobs, that have an account in place of the game."""
USUAL_LANES = ("quick", "slow", "verifications")
"""Of a worker that is asked for no lane, the most urgent first."""


class LaneFull(Exception):
    """Too many jobs wait in a lane: no further one of the account is accepted."""


class Room(NamedTuple):
    """How many jobs may wait: `own` of an account, one while `crowd` of all accounts wait, and `most` in all."""

    own: int
    crowd: int
    most: int


def by_account(jobs: Iterable[str]) -> Counter[str]:
    """Account → how many of the jobs of these names it caused."""
    return Counter(map(account_of, jobs))


def has_room(waiting: Counter[str], account: str, room: Room) -> bool:
    """Whether another job of the account may wait. `waiting`: account → its jobs that wait already."""
    crowd = waiting.total()
    return crowd < room.most and waiting[account] < (room.own if crowd < room.crowd else 1)


def account_of(job: str) -> str:
    """The account that caused the job of this name.

    >>> account_of("decision-ada-0f3c"), account_of("bots-ada-game-v17-r1")
    ('ada', 'ada')
    """
    return job.split("-", 2)[1] if "-" in job else NOBODY


def game_of(job: str) -> str:
    """The game of the job of this name; empty if it has none.

    >>> game_of("slow_bots-ada-k3jx-v17-r1"), game_of("depart-ada-ada-v0-r1"), game_of("decision-ada-0f3c")
    ('k3jx', '', '')
    """
    parts = job.split("-")
    return parts[2] if len(parts) == 5 and parts[0] not in OF_NO_GAME else ""


def next_job(waiting: Sequence[str], turns: Mapping[str, float], last: float = 0.0) -> str | None:
    """The job to do next, by name: of those whose turn is earliest the one that waits longest.

    `turns`: account → its next turn. `last`: the turn of the job that was taken last. No turn is before that.

    >>> next_job(["bots-ada-1", "bots-ada-2", "bots-ben-3"], {"ada": 0.5})
    'bots-ben-3'
    """
    return min(waiting, key=lambda job: max(last, turns.get(account_of(job), last)), default=None)


def take(connection: Redis, queue: str) -> str | None:
    """Take the next job out of a queue; None when none waits. `queue`: its key.

    A worker that dies now has lost the name of the job, as with every job that a worker has: `Queues.is_live` notices.
    """
    while True:
        names, turns = _read(connection, queue)
        last = turns.get(LAST, min(turns.values(), default=0.0))
        job = next_job(names, turns, last)
        if job is None:
            return None
        pipe = connection.pipeline()
        pipe.set(taken_key(queue, job), 1, px=TAKEN_MS)
        pipe.lrem(queue, 1, job)
        if pipe.execute()[-1]:  # otherwise another worker was quicker
            _begin(connection, queue, account_of(job), max(last, turns.get(account_of(job), 0.0)))
            return job


def taken_key(queue: str, job: str) -> str:
    """The key that a job has for TAKEN_MS from when a worker took it. `queue`: the key of the queue."""
    return f"{queue}:taken:{job}"


def count_use(connection: Redis, queue: str, account: str, seconds: float, turn: float = 0.0) -> None:
    """Move the account's next turn back by `seconds` of a worker. `queue`: the key of the queue of the job.

    `turn`: the account's turn, if none is stored or an earlier one.
    """
    keys = _turn_keys(queue, time.time())
    pipe = connection.pipeline(transaction=False)
    for each in keys:
        pipe.hget(each, account)
    current, *others = [float(text or 0) for text in pipe.execute()]
    pipe.hincrbyfloat(keys[0], account, max(current, *others, turn) + seconds - current)
    pipe.expire(keys[0], 2 * KEPT_SECONDS)
    pipe.execute()


def _begin(connection: Redis, queue: str, account: str, turn: float) -> None:
    """Note that a job of the account begins at this turn: it is nobody else's turn before that any more."""
    with suppress(RedisError):  # the worker has the job already; who comes next is less fair
        connection.hset(_turn_keys(queue, time.time())[0], LAST, turn)
        count_use(connection, queue, account, BEGIN_SECONDS, turn)


def _read(connection: Redis, queue: str) -> tuple[list[str], dict[str, float]]:
    """The jobs that wait, the first one first, and account → its next turn, with LAST."""
    pipe = connection.pipeline(transaction=False)
    pipe.lrange(queue, 0, -1)
    for key in _turn_keys(queue, time.time()):
        pipe.hgetall(key)
    names, *stored = pipe.execute()
    return [name.decode() for name in names], _latest(stored)


def _latest_turn(connection: Redis, queue: str) -> float:
    """The latest turn of all accounts, as far as the store gives it."""
    with suppress(RedisError):
        return max(_read(connection, queue)[1].values(), default=0.0)
    return 0.0


def _turn_keys(queue: str, now: float) -> list[str]:
    """The hashes of the current, the last and the next period: account → its next turn, and LAST.

    Each host counts the periods by its own clock `now`, so another one may be in the next period already.
    """
    period = int(now // KEPT_SECONDS)
    return [f"{queue}:turns:{each}" for each in (period, period - 1, period + 1)]


def _latest(stored: Iterable[Mapping[bytes, bytes]]) -> dict[str, float]:
    turns: dict[str, float] = {}
    for each in stored:
        for account, turn in each.items():
            turns[account.decode()] = max(turns.get(account.decode(), 0.0), float(turn))
    return turns


class FairQueue(Queue):
    """A queue whose jobs are taken in fair order; an idle worker waits for the first one to come.

    The time at which a job is queued is that of the store: RQ would take that of the host. A job carries on whose
    behalf it is queued.
    """

    @classmethod
    def dequeue_any(
        cls,
        queues: Iterable[Queue],
        timeout: int | None,
        connection: Redis,
        job_class: type[Job] | None = None,
        serializer: Any = None,
        death_penalty_class: Any = None,
    ) -> tuple[Job, Queue] | None:
        """The next job and its queue. Of several queues the first one that has any goes first."""
        queues, classes = [*queues], (job_class, serializer, death_penalty_class)
        for queue in queues:
            while name := take(connection, queue.key):
                found = cls._fetch_dequeued_job(connection, queue.key, name, *classes)
                if found is not None:  # a job that has expired is gone, but not its name
                    return found
        found = super().dequeue_any(queues, timeout, connection, *classes)
        if found:  # nobody waited, so nobody is ahead of anybody
            job, queue = found
            _begin(connection, queue.key, account_of(job.id), _latest_turn(connection, queue.key))
        return found

    def check_room(self, account: str, room: Room) -> None:
        """Raises LaneFull if no other job of the account may wait."""
        if not has_room(by_account(self.job_ids), account, room):
            raise LaneFull

    def _prepare_for_queue(self, job: Job) -> None:
        super()._prepare_for_queue(job)
        job.enqueued_at = datetime.fromtimestamp(read_time(self.connection), UTC)
        job.meta["cause"] = CAUSE.get()
