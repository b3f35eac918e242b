"""Drafts that are played on, many at once: what a pick leads to at the end of the round."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bots.master.orders import find_orders, stack_orders
from bots.master.problems import Setting, make_problems, values_of_orders
from bots.master.seat_inputs import PICKS_AT
from bots.numbers.position import Position
from bots.planner.outlook import Outlook
from bots.search.simulation import JobOrder
from bots.search.standard_rounds import finish_by_plan, pass_hands, pick_by_plan
from game.model import PICKS

PLACE_STEP = 3
"""A card is tried at every third place of an order."""
ORDER_STEPS = 2
"""Steps of the search for orders at the end of a draft."""


@dataclass(slots=True)
class Drafter:
    """Seat `seat` in an imagined draft. `hand`, `drafted`: designs; `order`: of the plan so far; `value`: at the end.

    `outlook`: of a seat that picks by plan, as `planner` does; None for one that picks by the nets.
    """

    seat: int
    position: Position
    hand: list[int]
    drafted: tuple[int, ...]
    order: JobOrder
    outlook: Outlook | None = None
    value: float = 0.0


Draft = list[Drafter]
"""The drafters by seat."""


def after_pick(setting: Setting, to_come: int) -> Setting:
    """The setting that values what a pick leads to. `to_come`: picks after it in the round."""
    assert setting.rivals is not None
    rivals = setting.rivals.copy()
    if to_come:
        rivals[:, PICKS_AT + to_come - 1] = 1
    return setting._replace(moment=setting.moment - 1, rivals=rivals)


def play_on(setting: Setting, drafts: Sequence[Draft], own: int, pass_left: bool) -> None:
    """Play all drafts to their end and value it for each drafter. The seat `own` has made its pick already.

    `setting`: of the seats, for the end of the round. A seat without cards picks nothing;
    `check_view` refuses such views.
    """
    everyone = [drafter for draft in drafts for drafter in draft]
    _pick(setting, [drafter for drafter in everyone if drafter.seat != own])
    for _ in range(PICKS - len(drafts[0][own].drafted)):
        for draft in drafts:
            _pass_hands(draft, pass_left)
        _pick(setting, everyone)
    _value_ends(setting, everyone)


def _pick(setting: Setting, drafters: Sequence[Drafter]) -> None:
    """Each drafter moves a card from its hand to its drafted cards. All have drafted equally many cards."""
    drafters = [drafter for drafter in drafters if drafter.hand]
    by_nets = [drafter for drafter in drafters if drafter.outlook is None]
    for drafter in drafters:
        if drafter.outlook is not None:
            drafted = [*drafter.drafted]
            drafter.drafted = (*drafted, pick_by_plan(drafter.hand, drafted, drafter.outlook))
    if by_nets:
        _pick_by_nets(after_pick(setting, PICKS - 1 - len(by_nets[0].drafted)), by_nets)


def _pick_by_nets(setting: Setting, drafters: Sequence[Drafter]) -> None:
    starts: list[tuple[Position, tuple[int, ...]]] = []
    orders: list[JobOrder] = []
    seats, owners, choices, ends = list[int](), list[int](), list[int](), list[int]()
    for drafter in drafters:
        order, job = drafter.order, len(drafter.position.sites) + len(drafter.drafted)
        places = [*range(0, len(order), PLACE_STEP), len(order)]
        tried = [order, *[(*order[:at], job, *order[at:]) for at in places]]
        for design in dict.fromkeys(drafter.hand):
            owners += [len(starts)] * len(tried)
            choices += [design] * len(tried)
            orders += tried
            starts.append((drafter.position, (*drafter.drafted, design)))
            seats.append(drafter.seat)
        ends.append(len(orders))
    problems = make_problems(starts)
    values = values_of_orders(setting.of(seats), problems, np.array(owners), stack_orders(orders))
    for drafter, first, end in zip(drafters, [0, *ends], ends, strict=False):
        best = first + int(np.argmax(values[first:end]))
        drafter.hand.remove(choices[best])
        drafter.drafted, drafter.order = (*drafter.drafted, choices[best]), orders[best]


def _value_ends(setting: Setting, drafters: Sequence[Drafter]) -> None:
    """Find each drafter's order, and the value of the end of the round."""
    plans: dict[tuple[int, tuple[int, ...]], JobOrder] = {}
    for drafter in drafters:
        if drafter.outlook is not None:
            drafter.drafted = tuple(sorted(drafter.drafted))
            key = drafter.seat, drafter.drafted
            if key not in plans:
                plans[key] = finish_by_plan(drafter.outlook, [*drafter.drafted])[2]
            drafter.order = plans[key]
    problems = make_problems([(each.position, each.drafted) for each in drafters])
    setting = setting.of([each.seat for each in drafters])
    found = find_orders(setting, problems, [each.order for each in drafters], ORDER_STEPS)
    for drafter, each in zip(drafters, found, strict=True):
        drafter.order, drafter.value = each.order, each.value


def _pass_hands(draft: Draft, left: bool) -> None:
    """Pass each hand to the next seat (left) or to the previous one (R12)."""
    hands = [each.hand for each in draft]
    pass_hands(hands, left)
    for each, hand in zip(draft, hands, strict=True):
        each.hand = hand
