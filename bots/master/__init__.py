"""The strategy `master`: values positions with nets that learned from games against themselves.

Where it has not learned, it plays as `search` does.
"""

from random import Random

from bots import search
from bots.numbers.situation import read_situation
from bots.planner import weigh_plans
from bots.planner.planning import outlook_of
from bots.strategy import Budget, Fallback, View, Weighed
from game import Intention

TRAINED_RULESET = "base-1"
"""The ruleset of the games from which the nets learned."""
NODES = 200
"""Imagined pools that a decision plays if the budget does not say."""


def decide(view: View, rng: Random, budget: Budget) -> Intention:
    """The intention with the highest value. `budget` counts imagined pools as nodes."""
    return weigh(view, rng, budget)[0].intention


def fallback(view: View) -> Fallback | None:
    """Why `search` plays this view; None if the nets do."""
    from bots.master.library import reason_not_to_play

    reason = reason_not_to_play(view)
    return Fallback("search", reason) if reason else None


def load() -> None:
    """Import numpy. It takes 14 MB and a tenth of a second: only the processes that play this strategy need it."""
    from bots.master import library, seats, solo  # noqa: F401


def weigh(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    """The options that were compared, best first."""
    from bots.master import seats, solo
    from bots.master.library import nets_of, setting_of

    nets = nets_of(view)
    if nets is None:
        return search.weigh(view, rng, budget)
    situation = read_situation(view)
    if situation.idle or situation.seat.choosing:
        return weigh_plans(situation, outlook_of(view, situation))
    if len(view["seats"]) > 1:
        return seats.weigh(view, situation, outlook_of(view, situation), nets, rng, budget)
    if budget == Budget():
        budget = Budget(nodes=NODES)
    return solo.weigh(view, situation, setting_of(view, nets), budget)
