"""Rounds with other players, played on with the rules of the planner, on numbers only."""

from collections.abc import Sequence

from bots.numbers.fields import FIELD_BITS, FIELD_MASK
from bots.numbers.position import Position
from bots.planner.beam import find_plans
from bots.planner.outlook import Outlook
from bots.planner.position_value import position_value
from bots.planner.supply import expected_wild_cubes, supply_of_round
from bots.planner.weights import STANDARD_WEIGHTS
from bots.search.simulation import JobOrder, RoundState, simulate
from game.model import PICKS

Hands = list[list[int]]
"""Designs by seat."""
BEAM_WIDTH, SIMULATED_PLANS = 6, 3
"""Partial plans that the beam search keeps at the end of a round, and plans of them that are simulated."""
PICK_CANDIDATES, PICK_BEAM_WIDTH, PICK_PLANS = 3, 4, 2
"""Cards that a planned pick looks at; partial plans that it keeps for each, and plans that it follows to the end."""


def least_production(positions: Sequence[Position], seat: int) -> tuple[int, ...]:
    """By resource, the least that the seat must produce to have the most, if the others produce the same (R34)."""
    others = [position.production for index, position in enumerate(positions) if index != seat]
    return tuple([1 + max([production >> FIELD_BITS * r & FIELD_MASK for production in others]) for r in range(5)])


def outlooks_of(positions: Sequence[Position], rounds_left: int) -> list[Outlook]:
    """The outlook of each seat."""
    return [
        Outlook(position, STANDARD_WEIGHTS[rounds_left], rounds_left, least_production(positions, seat))
        for seat, position in enumerate(positions)
    ]


def pick_by_value(hand: list[int], outlook: Outlook) -> int:
    """Takes the most valuable card from the hand."""
    return hand.pop(max(range(len(hand)), key=[outlook.hand_value(design) for design in hand].__getitem__))


def pick_by_plan(hand: list[int], drafted: list[int], outlook: Outlook) -> int:
    """Takes from the hand the card that makes the best plan with the drafted cards."""
    candidates = sorted(range(len(hand)), key=lambda at: -outlook.hand_value(hand[at]))[:PICK_CANDIDATES]
    if len(candidates) == 1:
        return hand.pop()
    supply = supply_of_round(outlook, expected_wild_cubes(outlook.weights, PICKS - 1 - len(drafted)))
    values = []
    for at in candidates:
        cards = (*drafted, hand[at])
        value = outlook.plan_values.get(cards)
        if value is None:
            plans = find_plans(outlook, cards, supply, PICK_BEAM_WIDTH, PICK_PLANS)
            value = outlook.plan_values[cards] = plans[0].value
        values.append(value)
    return hand.pop(candidates[max(range(len(candidates)), key=values.__getitem__)])


def draft(
    hands: Hands, drafted: Hands, outlooks: list[Outlook], pass_left: bool, planning_seat: int | None = None
) -> None:
    """Plays the draft to its end. Changes `hands` and `drafted`.

    `pass_left`: hands go to the next seat. `planning_seat`: the only seat that picks by plan, which takes much longer.
    A view of a table elsewhere may leave a seat without cards; this seat then picks nothing.
    """
    for _ in range(PICKS - len(drafted[0])):
        for seat, hand in enumerate(hands):
            if not hand:
                continue
            if seat == planning_seat:
                drafted[seat].append(pick_by_plan(hand, drafted[seat], outlooks[seat]))
            else:
                drafted[seat].append(pick_by_value(hand, outlooks[seat]))
        pass_hands(hands, pass_left)


def pass_hands(hands: Hands, left: bool) -> None:
    """Passes each hand to the next seat (left) or to the previous one. Changes `hands`."""
    if left:
        hands.insert(0, hands.pop())
    else:
        hands.append(hands.pop(0))


def finish_by_plan(outlook: Outlook, hand: list[int], width: int = BEAM_WIDTH) -> tuple[float, Position, JobOrder]:
    """(value, position after the round, order of jobs) of the best plan for the hand, by simulation."""
    start = RoundState(outlook.position, hand, -1, 0, outlook.least)
    plans = find_plans(outlook, tuple(hand), supply_of_round(outlook), width, SIMULATED_PLANS)
    orders = [plan.now + plan.later for plan in plans]
    ends = [simulate(start, order) for order in orders]
    values = [position_value(end, outlook) for end in ends]
    best = max(range(len(orders)), key=values.__getitem__)
    return values[best], ends[best], orders[best]


def play_next_round(own: int, outlooks: list[Outlook], deck: list[int], hand_size: int) -> float:
    """The value of the next round to a seat, in points at the end of the game. Deals the hands from the deck."""
    hands = [deck[hand_size * seat : hand_size * (seat + 1)] for seat in range(len(outlooks))]
    drafted: Hands = [[] for _ in outlooks]
    draft(hands, drafted, outlooks, pass_left=outlooks[own].rounds_left % 2 == 1)
    return finish_by_plan(outlooks[own], drafted[own])[0]
