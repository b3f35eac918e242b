"""Decisions for views that somebody else keeps: nothing of them is stored in a game."""

import re
import time
from random import Random
from secrets import token_hex
from typing import Any, NamedTuple

from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus

import game as rules
from bots import Budget, Strategy, strategy
from service.accounts import Player
from service.alarm import limited
from service.queues import Queues

ID = re.compile("[0-9a-f]{24}")
AT_ONCE = 0.25
"""Seconds that a request may think itself; what may take longer is a job."""
LONGEST = 30.0
"""Seconds that a decision may be given."""
KEPT = 3600
"""Seconds for which a decision can be fetched."""
WAITING = 50
"""Decisions that may wait for a worker."""
OWN = 10
"""Those of them that may be of one player."""
SPARE = 5.0
"""Seconds beyond its budget after which a decision is broken off."""


class Busy(Exception):
    """So many decisions wait that another would only make it worse."""


def likely_seconds(chosen: Strategy, budget: Budget) -> float:
    """How long the strategy is going to think on a machine like ours: for its budget, at most for its nodes."""
    if not chosen.nodes:
        return chosen.seconds
    searched = chosen.seconds * (budget.nodes or chosen.nodes) / chosen.nodes
    if budget.seconds is None:
        return searched
    return budget.seconds if budget.nodes is None else min(budget.seconds, searched)


def decided(name: str, view: dict[str, Any], budget: tuple[float | None, int | None], seed: str) -> dict[str, Any]:
    """What the strategy decides, with the alternatives that it weighed, best first, as JSON values.

    The same for the same seed, unless the budget is one of seconds.
    """
    begun = time.perf_counter()
    with limited(LONGEST + SPARE):
        weighed = strategy(name).weigh(view, Random(seed), Budget(*budget))
    return {
        "strategy": name,
        "seed": seed,
        "intention": rules.body(weighed[0].intention),
        "alternatives": [{"intention": rules.body(each.intention), "value": round(each.value, 3)} for each in weighed],
        "seconds": round(time.perf_counter() - begun, 4),
    }


class Fetched(NamedTuple):
    """`status`: pending, done or failed; the `decision` once it is done."""

    status: str
    decision: dict[str, Any] | None = None


class Decisions:
    """Long decisions: jobs on a queue of their own, so that no game waits for them."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues

    def ask(self, player: Player, name: str, view: dict[str, Any], budget: Budget, seed: str) -> str:
        """Have it decided by a worker; the id under which it can be fetched. Raises Busy."""
        queue, id = self._queues.decisions, token_hex(12)
        waiting = queue.job_ids
        if len(waiting) >= WAITING or sum([each.startswith(_job(player, "")) for each in waiting]) >= OWN:
            raise Busy
        queue.enqueue_call(
            "service.jobs.decision",
            args=(name, view, (budget.seconds, budget.nodes), seed),
            job_id=_job(player, id),
            timeout=int(LONGEST + 2 * SPARE),
            result_ttl=KEPT,
            failure_ttl=KEPT,
            ttl=KEPT,
        )
        return id

    def fetch(self, player: Player, id: str) -> Fetched | None:
        """How the player's decision stands; None when there is none of this id."""
        if not ID.fullmatch(id):
            return None
        try:
            job = Job.fetch(_job(player, id), connection=self._queues.redis)
        except NoSuchJobError:
            return None
        if job.get_status(refresh=False) == JobStatus.FINISHED:
            return Fetched("done", job.return_value())
        return Fetched("pending" if self._queues.is_live(job, self._queues.decisions) else "failed")


def _job(player: Player, id: str) -> str:
    """What the job of a player's decision is called."""
    return f"decision-{player.id}-{id}"
