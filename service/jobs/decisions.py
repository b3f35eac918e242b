"""Decisions for tables that somebody else keeps. Nothing of them is stored in a game."""

import re
import time
from random import Random
from secrets import token_hex
from typing import Any, NamedTuple

import game as rules
from bots import Budget, Strategy, Weighed, strategy
from service.accounts import Player
from service.jobs.lanes import Room
from service.jobs.queues import Queues
from service.jobs.time_limit import NotInterruptible, TimeLimitExceeded, cpu_limit, time_limit

DECISION_ID = re.compile("[0-9a-f]{24}")
WEB_LIMIT_SECONDS = 0.012
"""CPU time of a decision inside a request; what takes longer is a job. The timer may be 4 ms late, and the view is read
and checked before: so the whole request stays within 20 ms."""
MAX_DECISION_SECONDS = 30.0
OVERRUN_SECONDS = 5.0
"""How far a decision may exceed its budget before it is interrupted."""
KEPT_SECONDS = 3600
"""How long a decision can be fetched."""
SHORT_SECONDS = 1.0
"""A decision that is likely to take longer waits in a lane of its own."""
ROOM = {"decisions": Room(own=10, crowd=50, most=200), "long_decisions": Room(own=4, crowd=12, most=60)}
"""How many decisions may wait, by lane."""


def likely_seconds(chosen: Strategy, budget: Budget) -> float:
    """How long the strategy is likely to take on a machine like ours: its budget, at most the time for its nodes."""
    if not chosen.nodes:
        return chosen.seconds
    searching = chosen.seconds * (budget.nodes or chosen.nodes) / chosen.nodes
    if budget.seconds is None:
        return searching
    return budget.seconds if budget.nodes is None else min(budget.seconds, searching)


def make_decision(
    name: str, view: dict[str, Any], budget: tuple[float | None, int | None], seed: str
) -> dict[str, Any]:
    """What the strategy decides, with the alternatives that it weighed, best first, as JSON values.

    `budget`: seconds and nodes. The same seed gives the same decision, unless the budget is one of seconds.
    """
    began, chosen = time.perf_counter(), strategy(name)
    if chosen.load:
        chosen.load()
    with time_limit(MAX_DECISION_SECONDS + OVERRUN_SECONDS):
        weighed = chosen.weigh(view, Random(seed), Budget(*budget))
        fallback = chosen.fallback(view)
    return {
        "strategy": name,
        "seed": seed,
        "intention": rules.body(weighed[0].intention),
        "alternatives": [_alternative(each) for each in weighed],
        "seconds": round(time.perf_counter() - began, 4),
        "score": view["seats"][view["seat"]]["score"]["total"],
        "estimate": weighed[0].estimate,
        "fallback": fallback and fallback._asdict(),
    }


def _alternative(weighed: Weighed) -> dict[str, Any]:
    found = {"intention": rules.body(weighed.intention), "value": round(weighed.value, 3)}
    if weighed.plan:
        found["plan"] = {part: list(cards) for part, cards in weighed.plan._asdict().items()}
    return found


def decide_at_once(name: str, view: dict[str, Any], budget: Budget, seed: str) -> dict[str, Any] | None:
    """The decision, if it takes at most WEB_LIMIT_SECONDS and loads nothing; None if it needs a worker."""
    chosen = strategy(name)
    if chosen.load or likely_seconds(chosen, budget) > WEB_LIMIT_SECONDS:
        return None
    try:
        with cpu_limit(WEB_LIMIT_SECONDS):
            return make_decision(name, view, (budget.seconds, budget.nodes), seed)
    except (TimeLimitExceeded, NotInterruptible):
        return None


class Fetched(NamedTuple):
    """`status`: pending, done or failed. `decision`: None until the status is done."""

    status: str
    decision: dict[str, Any] | None = None


class Decisions:
    """Decisions that workers make, in lanes of their own so that no game waits for them."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues

    def enqueue(self, player: Player, name: str, view: dict[str, Any], budget: Budget, seed: str) -> str:
        """Let a worker decide; the id to fetch the decision with. Raises LaneFull."""
        lane = "decisions" if likely_seconds(strategy(name), budget) <= SHORT_SECONDS else "long_decisions"
        queue, decision = self._queues.lanes[lane], token_hex(12)
        queue.check_room(player.id, ROOM[lane])
        queue.enqueue_call(
            "service.jobs.decision",
            args=(name, view, (budget.seconds, budget.nodes), seed),
            job_id=_job_name(player, decision),
            timeout=int(MAX_DECISION_SECONDS + 2 * OVERRUN_SECONDS),
            result_ttl=KEPT_SECONDS,
            failure_ttl=KEPT_SECONDS,
            ttl=KEPT_SECONDS,
        )
        return decision

    def fetch(self, player: Player, decision: str) -> Fetched | None:
        """The player's decision of this id, finished or not; None when there is none."""
        if not DECISION_ID.fullmatch(decision):
            return None
        found = self._queues.outcome(_job_name(player, decision))
        return found and Fetched(*found)


def _job_name(player: Player, decision: str) -> str:
    return f"decision-{player.id}-{decision}"
