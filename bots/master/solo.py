"""Solo games: the best order of jobs by the nets, redraws by their exact mean, and a look at the next pools."""

import numpy as np

from bots.master.lookahead import look_ahead
from bots.master.orders import Found, Valued, find_orders, stack_orders
from bots.master.problems import LAST_MOMENT, Setting, carried_out, make_problems, position_after
from bots.master.redraws import value_redraws
from bots.master.rounds import Ints
from bots.numbers.designs import COPIES, DESIGN_OF_CARD
from bots.numbers.position import Position, position_of
from bots.numbers.round_plan import plan_of_order
from bots.numbers.situation import Situation
from bots.planner.planning import least_production
from bots.search.orders import next_intention
from bots.search.simulation import JobOrder, RoundState, simulate
from bots.strategy import Budget, RoundPlan, View, Weighed
from game import Intention
from game.solo import REDRAW_CARDS, Keep, Redraw

MAX_OPTIONS = 8
"""Orders that are compared by a look at the next pools."""
MAX_LAG = 5.0
"""Points by which an option may lag behind the best one before the look ahead."""
MAX_AFTERSTATES = 48
"""Orders whose afterstates are looked at for the options."""
NODES_PER_SECOND = 400
"""Imagined pools that a second is enough for."""


def weigh(
    view: View, situation: Situation, setting: Setting, budget: Budget, also: Redraw | None = None
) -> list[Weighed]:
    """The options, best first. Deterministic: a plan goes on in the next decision because that finds it again.

    `also`: a redraw to value in any case, or one of the same designs.
    """
    seat, own = situation.seat, situation.own
    position = position_of(seat, view["side"])._replace(required=situation.required)
    hand = tuple([DESIGN_OF_CARD[card] for card in situation.cards])
    start = RoundState(position, list(hand), situation.step, seat.cubes, least_production(view))
    if seat.candidates:
        return _weigh_keeps(setting, situation, start)
    valued = value_orders(setting, position, hand)
    best = max(valued.items(), key=lambda each: (each[1], each[0]))
    unseen = unseen_cards(view, situation)
    pair = tuple(sorted(situation.cards.index(card) for card in also.cards)) if also else None
    redraws = value_redraws(setting, position, hand, best[0], unseen, pair) if situation.can_redraw else []
    redrawn = [
        Weighed(Redraw(own, tuple(sorted([seat.hand[at] for at in each.pair]))), each.value, estimate="final_score")
        for each in redraws
    ]
    if redrawn and redrawn[0].value > best[1]:
        kept = _weigh_intentions(situation, start, [(Found(*each), each[1]) for each in valued.items()])
        return _distinct([*redrawn, *kept])
    found = [Found(*each) for each in sorted(valued.items(), key=lambda each: (-each[1], each[0]))]
    options = _options(setting, position, hand, found)
    values = [each.value for each, _ in options]
    if setting.moment < LAST_MOMENT and view["pools_left"] and len(options) > 1:
        values = race(setting, [after for _, after in options], unseen, _nodes(budget))
    ahead = [(option, value) for (option, _), value in zip(options, values, strict=True)]
    shift = max(values) - best[1]
    kept = _weigh_intentions(situation, start, ahead)
    return _distinct([*kept, *[each._replace(value=each.value + shift) for each in redrawn]])


def value_orders(setting: Setting, position: Position, hand: tuple[int, ...]) -> Valued:
    """All orders that searches from several starts value."""
    count = len(position.sites)
    jobs = range(count)
    open_spaces = [bin(needs).count("1") for _, needs in position.sites]
    starts: list[JobOrder] = [tuple(jobs), tuple(sorted(jobs, key=lambda job: open_spaces[job]))]
    starts.append(tuple(reversed(jobs)))
    starts = list(dict.fromkeys(starts))
    valued: Valued = {}
    find_orders(setting, make_problems([(position, hand)] * len(starts), setting.required), starts, valued=valued)
    return valued


def _options(
    setting: Setting, position: Position, hand: tuple[int, ...], found: list[Found]
) -> list[tuple[Found, Position]]:
    """The best orders that lead to different positions, with these positions, best first."""
    tried = found[:MAX_AFTERSTATES]
    problems = make_problems([(position, hand)], setting.required)
    rows = carried_out(setting, problems, np.zeros(len(tried), np.int64), stack_orders([each.order for each in tried]))
    options: dict[Position, Found] = {}
    for row, each in enumerate(tried):
        options.setdefault(position_after(setting, rows, row), each)
    near = [(each, after) for after, each in options.items() if each.value > tried[0].value - MAX_LAG]
    return near[:MAX_OPTIONS]


def race(setting: Setting, positions: list[Position], unseen: Ints, nodes: int) -> list[float]:
    """The values of the positions after imagined pools; the worse half drops out after each stage.

    A dropout keeps its distance to the best of the pools that both met.
    """
    values, alive, first = [0.0] * len(positions), [*range(len(positions))], 0
    sums = np.zeros(len(positions))
    lag: dict[int, tuple[int, float]] = {}
    stages = max(1, (len(positions) - 1).bit_length())
    for _ in range(stages):
        pools = max(1, nodes // stages // len(alive))
        sums[alive] += look_ahead(setting, [positions[at] for at in alive], unseen, range(first, first + pools)).sum(
            axis=1
        )
        first += pools
        ranked = sorted(alive, key=lambda at: (-sums[at], at))
        half = (len(alive) + 1) // 2
        for at in ranked[half:]:
            lag[at] = ranked[0], (sums[ranked[0]] - sums[at]) / first
        alive = ranked[:half]
    values[alive[0]] = sums[alive[0]] / first
    for at in alive[1:]:
        lag[at] = alive[0], (sums[alive[0]] - sums[at]) / first
    for at in sorted(lag, key=lambda at: lag[at][1]):
        values[at] = values[alive[0]] - lag[at][1]
    return values


def _nodes(budget: Budget) -> int:
    """The smaller one of both limits, at least 1."""
    limits = [budget.nodes, None if budget.seconds is None else int(NODES_PER_SECOND * budget.seconds)]
    return max(1, min(limit for limit in limits if limit is not None))


def _weigh_keeps(setting: Setting, situation: Situation, start: RoundState) -> list[Weighed]:
    """The candidates, each with the value of the best order, best first."""
    cards = sorted(situation.seat.candidates)
    hands = [[*start.hand, DESIGN_OF_CARD[card]] for card in cards]
    problems = make_problems([(start.position, tuple(hand)) for hand in hands], setting.required)
    found = find_orders(setting, problems, [tuple(range(len(start.position.sites)))] * len(cards))
    kept = []
    for card, hand, (order, value) in zip(cards, hands, found, strict=True):
        plan = _plan(situation, (*situation.cards, card), start._replace(hand=hand), order)
        kept.append(Weighed(Keep(situation.own, card), value, plan, "final_score"))
    return sorted(kept, key=lambda each: -each.value)


def _weigh_intentions(situation: Situation, start: RoundState, orders: list[tuple[Found, float]]) -> list[Weighed]:
    """The next intentions of the orders, best first."""
    first: dict[Intention, tuple[Found, float]] = {}
    for found, value in sorted(orders, key=lambda each: (-each[1], each[0].order))[:MAX_AFTERSTATES]:
        first.setdefault(next_intention(situation, start, found.order), (found, value))
    return [
        Weighed(intention, value, _plan(situation, situation.cards, start, found.order), "final_score")
        for intention, (found, value) in first.items()
    ]


def _plan(situation: Situation, hand: tuple[str, ...], start: RoundState, order: JobOrder) -> RoundPlan:
    """The order by the names of the cards, as the round goes without cards yet to come."""
    return plan_of_order(situation, hand, order, simulate(start, order))


def _distinct(weighed: list[Weighed]) -> list[Weighed]:
    """The first of each intention, best first."""
    first: dict[Intention, Weighed] = {}
    for each in sorted(weighed, key=lambda each: -each.value):
        first.setdefault(each.intention, each)
    return list(first.values())


def unseen_cards(view: View, situation: Situation) -> Ints:
    """By design, the cards of the pools and the deck; with few cards in the deck also those of the discard pile."""
    seat = situation.seat
    unseen = np.array(COPIES, np.int64)
    seen = [*seat.hand, *seat.candidates, *seat.constructed, *[site.card for site in seat.construction]]
    if view["deck_size"] >= REDRAW_CARDS:
        seen += view["discard"]
    for card in seen:
        unseen[DESIGN_OF_CARD[card]] -= 1
    return np.maximum(unseen, 0)
