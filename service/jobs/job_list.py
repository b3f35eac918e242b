"""Jobs as RQ has stored them, read without its bookkeeping: RQ's own lists clean up whenever somebody reads them."""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, NamedTuple

from rq import Queue
from rq.exceptions import AbandonedJobError, NoSuchJobError
from rq.job import Job
from rq.registry import BaseRegistry, FailedJobRegistry, StartedJobRegistry
from rq.results import Result

from service.jobs.lanes import game_of
from service.jobs.queues import Queues
from store.clock import read_time

WAITING, RUNNING, LOST, FAILED = "waiting", "running", "lost", "failed"
"""`running`: a living worker has it. `lost`: its worker is dead, or its name stands in no queue."""
OF_DEAD_WORKERS = (AbandonedJobError.__name__, "stuck in intermediate queue")
"""What RQ says of a job whose worker died: while it did the job, or before it began."""
GAME_LANES = ("quick", "slow")
"""The lanes of the jobs of games."""


class GameJob(NamedTuple):
    """A job for a game. `status`: WAITING, RUNNING, LOST or FAILED."""

    name: str
    lane: str
    status: str


def game_jobs(queues: Queues, is_wanted: Callable[[str], bool]) -> Iterator[GameJob]:
    """The jobs of the games that are wanted. Of a failed or lost one its name is kept for ten minutes."""
    for lane in GAME_LANES:
        queue = queues.lanes[lane]
        waiting = [name for name in queue.job_ids if is_wanted(game_of(name))]
        yield from (GameJob(name, lane, WAITING) for name in waiting)
        begun = {name for name in _members(queue, StartedJobRegistry) if is_wanted(game_of(name))}
        for name in sorted(begun.difference(waiting)):
            yield GameJob(name, lane, RUNNING if _is_live(queues, name) else LOST)
        for name in failed_jobs(queues, lane):
            if is_wanted(game_of(name)) and name not in begun:
                yield GameJob(name, lane, FAILED)


def failed_jobs(queues: Queues, lane: str) -> list[str]:
    """The names of the jobs of a lane that have failed in the last ten minutes, the oldest first.

    A job whose worker died has not failed: a game gets another one, and a client is told to ask again.
    """
    names = _members(queues.lanes[lane], FailedJobRegistry, since=read_time(queues.redis))
    pipe = queues.redis.pipeline(transaction=False)
    for name in names:
        pipe.xrevrange(Result.get_key(name), count=1)  # type: ignore[no-untyped-call]
    return [name for name, found in zip(names, pipe.execute(), strict=True) if not _was_abandoned(name, found)]


def _was_abandoned(name: str, found: Any) -> bool:
    """Whether RQ says of a job that its worker is gone. `found`: its newest result, as the store has it."""
    results = [Result.restore(name, key.decode(), fields, connection=None) for key, fields in found]  # type: ignore[arg-type]
    return any(words in (result.exc_string or "") for result in results for words in OF_DEAD_WORKERS)


def running_jobs(queues: Queues, lane: str) -> int:
    """How many jobs of a lane have begun, and not ended; also those of dead workers."""
    return len(_members(queues.lanes[lane], StartedJobRegistry))


def _is_live(queues: Queues, name: str) -> bool:
    try:
        return queues.is_live(Job.fetch(name, connection=queues.redis))
    except NoSuchJobError:
        return False


def _members(queue: Queue, registry: type[BaseRegistry], since: float = -inf) -> list[str]:
    """The names of the jobs in a registry that expire after `since`, in seconds since 1970.

    A job that has begun stands there as `<name>:<execution>`.
    """
    found: Any = queue.connection.zrangebyscore(registry(queue=queue).key, since, "+inf")
    return [member.decode().partition(":")[0] for member in found]
