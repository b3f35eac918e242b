"""Games with several seats: picks and orders of jobs that lead to the best positions, as the nets value them."""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from bots.master.drafts import Draft, Drafter, after_pick, play_on
from bots.master.nets import Nets
from bots.master.orders import Found, Valued, find_orders, stack_orders
from bots.master.problems import Numbers, Setting, make_problems, values_of_orders
from bots.master.reading import Floats
from bots.master.seat_inputs import CHARACTERS_AT, OTHER_SEATS_AT, POINTS_AT, RIVAL_COUNT, SCORE_AT
from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.fields import CHARACTER_FIELDS, FIELD_MASK, unpack
from bots.numbers.position import Position, position_of
from bots.numbers.round_plan import plan_of_order
from bots.numbers.scoring import score
from bots.numbers.situation import Situation
from bots.planner.beam import find_plans
from bots.planner.outlook import Outlook
from bots.planner.planning import best_plans
from bots.planner.supply import supply_of_round
from bots.search.orders import next_intention, round_state
from bots.search.simulation import JobOrder, RoundState, simulate
from bots.search.standard_rounds import BEAM_WIDTH, outlooks_of
from bots.strategy import Budget, RoundPlan, View, Weighed
from game import Intention, State, imagine
from game.draft import Draft as DraftIntention
from game.draft import direction
from game.model import PICKS, Seat

MAX_PICKS = 6
"""Cards of the hand that are followed to the end of the draft."""
OTHERS_PICK_BY_PLAN = (False, True)
"""In half of the imagined drafts the others pick by plan, in the other half by the nets."""
DEALS_PER_HAND = 2
"""Imagined deals that each pick meets, for each hand that the seat has not seen. One deal if it has seen all hands.

With two seats this one is certain. With more, the view does not say which seat holds which of the cards passed on.
"""
DRAFTS_PER_SECOND = 100
"""Imagined drafts that a second is enough for."""
PICK_STEPS, ORDER_STEPS = 3, 4
"""Steps of the search for orders: before a pick, and in planning."""
MAX_ORDERS = 48
"""Orders whose next intentions are weighed."""


class Table(NamedTuple):
    """What a decision knows of all seats, by seat. `setting` values the end of the round; its problem n is seat n."""

    positions: list[Position]
    outlooks: list[Outlook]
    setting: Setting


def weigh(view: View, situation: Situation, outlook: Outlook, nets: Nets, rng: Random, budget: Budget) -> list[Weighed]:
    """The options, best first.

    A pick plays at most `budget.nodes` imagined drafts, at least 2 and never more than by default. Planning and
    production do not use the budget.
    """
    if situation.phase != "draft":
        start, valued = value_orders(imagine(view, rng), situation, outlook, nets)
        return _weigh_orders(situation, start, valued)
    followed = follow_picks(view, situation, nets, rng, _effort(situation, len(view["seats"]), budget))
    weighed = [
        Weighed(DraftIntention(situation.own, card), lead, _plan(situation, followed.table, card, order), "lead")
        for card, order, lead in zip(followed.cards, followed.orders, followed.leads.mean(axis=0).tolist(), strict=True)
    ]
    return sorted(weighed, key=lambda each: -each.value)


class Followed(NamedTuple):
    """Picks that were followed to the end of imagined drafts.

    `cards`: one a design; `orders`: by card, of the plan with it; `leads`: (imagined draft, card), points more than the
    others' mean. The mean and not the best other seat: which one will be the best is not known yet. `states`: the
    imagined deals, each of which has len(OTHERS_PICK_BY_PLAN) drafts; `drafts`: how all of them ended, row by row.
    """

    table: Table
    cards: list[str]
    orders: list[JobOrder]
    leads: Numbers
    states: list[State]
    drafts: list[Draft]


def follow_picks(
    view: View, situation: Situation, nets: Nets, rng: Random, effort: tuple[int, int], also: str | None = None
) -> Followed:
    """The picks that look best, and what they lead to.

    `effort`: how many cards are followed, and in how many imagined deals; `also`: a card to follow in any case, or a
    copy of it.
    """
    state = imagine(view, rng)
    positions = [position_of(seat, view["side"]) for seat in state.seats]
    outlooks = outlooks_of(positions, situation.rounds_left)
    rivals = np.array([rivals_of(positions, seat) for seat in range(len(positions))])
    moment = 2 * situation.round - 1
    setting = Setting(nets, moment, np.array([each.least for each in outlooks]), rivals=rivals)
    picks, deals = effort
    states = [state, *[imagine(view, rng) for _ in range(deals - 1)]]
    return _follow(situation, Table(positions, outlooks, setting), states, picks, also)


def setting_of_round(state: State, situation: Situation, outlook: Outlook, nets: Nets) -> Setting:
    """What values the end of the round for the seat, from where it is now."""
    positions = [position_of(seat, state.options.side) for seat in state.seats]
    least, rivals = np.array([outlook.least]), rivals_of(positions, situation.own)[None]
    moment = 2 * situation.round - 1
    return Setting(nets, moment, least, step=situation.step, cubes=situation.seat.cubes, rivals=rivals)


def value_orders(state: State, situation: Situation, outlook: Outlook, nets: Nets) -> tuple[RoundState, Valued]:
    """What is left of the round for the seat, and the orders that a search from the best plans values."""
    setting = setting_of_round(state, situation, outlook, nets)
    start = round_state(situation, outlook)
    plans = best_plans(situation, outlook, situation.cards)
    return start, _value_orders(setting, start, [plan.now + plan.later for plan in plans])


def _effort(situation: Situation, seats: int, budget: Budget) -> tuple[int, int]:
    """(cards that are followed, deals that each of them meets). With each pick, the seat sees one more hand."""
    deals = max(1, DEALS_PER_HAND * (seats - 1 - len(situation.seat.drafted)))
    limits = [budget.nodes, None if budget.seconds is None else int(DRAFTS_PER_SECOND * budget.seconds)]
    nodes = min([limit for limit in limits if limit is not None], default=len(OTHERS_PICK_BY_PLAN) * MAX_PICKS * deals)
    picks = max(1, min(MAX_PICKS, nodes // len(OTHERS_PICK_BY_PLAN)))
    return picks, max(1, min(deals, nodes // (len(OTHERS_PICK_BY_PLAN) * picks)))


def rivals_of(positions: Sequence[Position], own: int) -> Floats:
    """What the other seats show, for the inputs, without the picks to come."""
    rivals = np.zeros(RIVAL_COUNT, np.float32)
    others = [position for seat, position in enumerate(positions) if seat != own]
    rivals[:SCORE_AT] = np.max([unpack(each.production, 5) for each in others], axis=0)
    rivals[SCORE_AT] = max(0, *[score(each) for each in others])
    for k, (items_at, points_at, _) in enumerate(CHARACTER_FIELDS):
        rivals[CHARACTERS_AT + k] = max(each.items >> items_at & FIELD_MASK for each in others)
        rivals[POINTS_AT + k] = max(each.points >> points_at & FIELD_MASK for each in others)
    rivals[OTHER_SEATS_AT] = len(others) - 1
    return rivals


def _weigh_orders(situation: Situation, start: RoundState, valued: Valued) -> list[Weighed]:
    """The next intentions of the best orders of jobs."""
    first: dict[Intention, Weighed] = {}
    for order, value in sorted(valued.items(), key=lambda each: (-each[1], each[0]))[:MAX_ORDERS]:
        intention = next_intention(situation, start, order)
        if intention not in first:
            plan = plan_of_order(situation, situation.cards, order, simulate(start, order))
            first[intention] = Weighed(intention, value, plan, "final_score")
    return [*first.values()]


def _value_orders(setting: Setting, state: RoundState, starts: list[JobOrder]) -> Valued:
    """The orders that a search from the best start values."""
    problems, starts = make_problems([(state.position, tuple(state.hand))]), list(dict.fromkeys(starts))
    values = values_of_orders(setting, problems, np.zeros(len(starts), np.int64), stack_orders(starts))
    valued: Valued = dict(zip(starts, values.tolist(), strict=True))
    find_orders(setting, problems, [starts[int(np.argmax(values))]], ORDER_STEPS, valued=valued)
    return valued


def _follow(situation: Situation, table: Table, states: list[State], picks: int, also: str | None) -> Followed:
    """The cards of the hand to the end of the draft. `states`: imagined deals; `picks`: how many cards are followed."""
    own, seats, drafted = situation.own, range(len(table.positions)), situation.seat.drafted
    orders = _orders(table, [_designs(seat.drafted) for seat in states[0].seats])
    cards = list({DESIGN_OF_CARD[card]: card for card in situation.seat.hand}.values())
    judged = _judge(table, own, orders[own], _designs(drafted), _designs(cards))
    ranked = sorted(zip(cards, judged, strict=True), key=lambda each: (-each[1].value, each[0]))
    ranked = [each for at, each in enumerate(ranked) if at < picks or (also and is_copy(each[0], also))]
    drafts = [
        _imagined(table, state, own, card, [*orders[:own], found.order, *orders[own + 1 :]], is_by_plan)
        for state in states
        for is_by_plan in OTHERS_PICK_BY_PLAN
        for card, found in ranked
    ]
    play_on(table.setting, drafts, own, direction(situation.round) == "left")
    leads = [draft[own].value - fmean([draft[seat].value for seat in seats if seat != own]) for draft in drafts]
    followed = [card for card, _ in ranked], [found.order for _, found in ranked]
    return Followed(table, *followed, np.array(leads).reshape(-1, len(ranked)), states, drafts)


def is_copy(card: str, other: str) -> bool:
    """Whether both are of one design."""
    return DESIGN_OF_CARD[card] == DESIGN_OF_CARD[other]


def _imagined(table: Table, state: State, own: int, card: str, orders: Sequence[JobOrder], is_by_plan: bool) -> Draft:
    """The draft of an imagined deal after the pick of the card. `orders`: by seat; `is_by_plan`: how others pick."""
    draft = []
    for seat, shown in enumerate(state.seats):
        hand, drafted = [*_designs(_hand(shown))], _designs(shown.drafted)
        if seat == own:
            hand.remove(DESIGN_OF_CARD[card])
            drafted = (*drafted, DESIGN_OF_CARD[card])
        outlook = table.outlooks[seat] if is_by_plan and seat != own else None
        draft.append(Drafter(seat, table.positions[seat], hand, drafted, orders[seat], outlook))
    return draft


def _plan(situation: Situation, table: Table, card: str, order: JobOrder) -> RoundPlan:
    """The order by the names of the drafted cards and this one, as the round goes without later picks."""
    own, hand = situation.own, (*situation.seat.drafted, card)
    start = RoundState(table.positions[own], [*_designs(hand)], -1, 0, table.outlooks[own].least)
    return plan_of_order(situation, hand, order, simulate(start, order))


def _orders(table: Table, drafted: list[tuple[int, ...]]) -> list[JobOrder]:
    """By seat, the order of a plan with the drafted cards."""
    setting = after_pick(table.setting, min(PICKS - len(drafted[0]), PICKS - 1))
    problems = make_problems([*zip(table.positions, drafted, strict=True)])
    plans = [
        find_plans(outlook, designs, supply_of_round(outlook), BEAM_WIDTH)
        for outlook, designs in zip(table.outlooks, drafted, strict=True)
    ]
    starts = [plan.now + plan.later for found in plans for plan in found]
    owners = np.repeat(np.arange(len(plans)), [len(found) for found in plans])
    values = values_of_orders(setting, problems, owners, stack_orders(starts))
    best = [starts[int(np.argmax(np.where(owners == seat, values, -np.inf)))] for seat in range(len(plans))]
    return [each.order for each in find_orders(setting, problems, best, PICK_STEPS)]


def _judge(table: Table, own: int, order: JobOrder, drafted: tuple[int, ...], hand: tuple[int, ...]) -> list[Found]:
    """By design of the hand, the best order once it is drafted, and its value after the pick."""
    problems = make_problems([(table.positions[own], (*drafted, design)) for design in hand])
    setting = after_pick(table.setting, PICKS - 1 - len(drafted)).of([own] * len(hand))
    return find_orders(setting, problems, [order] * len(hand), steps=1, insertions_only=True)


def _designs(cards: Sequence[str]) -> tuple[int, ...]:
    return tuple([DESIGN_OF_CARD[card] for card in cards])


def _hand(seat: Seat) -> tuple[str, ...]:
    """The cards that a seat may pick. A pick that is not revealed yet goes back: the view does not show it."""
    return seat.hand if seat.picked is None else (*seat.hand, seat.picked)
