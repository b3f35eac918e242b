"""Looking ahead with other players: picks are tried to the end of the round, orders of jobs to the end of the next."""

from random import Random
from typing import Final

from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.position import Position, position_of
from bots.numbers.situation import Situation
from bots.planner import round_plan
from bots.planner.beam import find_plans
from bots.planner.outlook import Outlook
from bots.planner.planning import best_plans
from bots.planner.supply import supply_from_step
from bots.planner.weights import STANDARD_WEIGHTS
from bots.search.orders import OrderResult, best_orders, result_plan
from bots.search.race import Option, race
from bots.search.standard_rounds import (
    BEAM_WIDTH,
    draft,
    finish_by_plan,
    outlooks_of,
    pass_hands,
    pick_by_value,
    play_next_round,
)
from bots.strategy import Budget, Estimate, View, Weighed
from game import State, imagine
from game.draft import Draft, deal, direction

DEFAULT_NODES: Final = 110
"""Hands planned for a decision if the budget does not say."""
NODES_PER_DRAFT: Final = 2
"""Nodes that a draft by plan counts for."""
MAX_PICKS: Final = 6
"""Cards of the hand that are tried as a pick: those with the best plans."""
MAX_ORDERS: Final = 5
"""Orders of jobs that are tried."""
JUDGED_GAMES: Final = 3.0
"""Imagined games that the value by judgement alone counts for."""

Deck = list[int]
"""The cards of the deck, as designs, in the order of an imagined game."""


def weigh(view: View, situation: Situation, outlook: Outlook, rng: Random, budget: Budget) -> list[Weighed]:
    """The options, best first."""
    state = imagine(view, rng)
    positions = [position_of(seat, view["side"]) for seat in state.seats]
    estimate: Estimate = "compared" if situation.rounds_left else "final_score"
    if situation.phase == "draft":
        picks = _picks(situation, outlook, positions)
        return race(picks, lambda: imagine(view, rng), NODES_PER_DRAFT, budget, DEFAULT_NODES, JUDGED_GAMES, estimate)
    results = best_orders(situation, outlook, rng, MAX_ORDERS)
    if not situation.rounds_left:
        return [Weighed(each.intention, each.value, result_plan(situation, each), estimate) for each in results]
    deck = [DESIGN_OF_CARD[card] for card in state.deck]
    orders = _orders(situation, results, positions, state)
    return race(orders, lambda: rng.sample(deck, len(deck)), 1, budget, DEFAULT_NODES, JUDGED_GAMES)


def _picks(situation: Situation, outlook: Outlook, positions: list[Position]) -> list[Option[State]]:
    """The cards that may be picked, one card of each design."""
    own, drafted = situation.own, situation.seat.drafted
    cards = list({DESIGN_OF_CARD[card]: card for card in situation.seat.hand}.values())
    plans = {card: best_plans(situation, outlook, (*drafted, card))[0] for card in cards}
    values = {card: plan.value for card, plan in plans.items()}
    outlooks = outlooks_of(positions, situation.rounds_left)
    known_values: dict[tuple[int, ...], float] = {}

    def pick(card: str) -> Option[State]:
        def play(state: State) -> float:
            drafted = _play_draft(state, own, card, outlooks)
            if (value := known_values.get(tuple(drafted))) is None:
                value = known_values[tuple(drafted)] = finish_by_plan(outlooks[own], drafted)[0]
            return value

        return Option(Draft(own, card), play, values[card], round_plan(situation, (*drafted, card), plans[card]))

    return [pick(card) for card in sorted(cards, key=lambda card: (-values[card], card))[:MAX_PICKS]]


def _play_draft(state: State, own: int, card: str, outlooks: list[Outlook]) -> list[int]:
    """The cards of the seat at the end of the draft if it picks the card now."""
    hands = [[DESIGN_OF_CARD[each] for each in seat.hand] for seat in state.seats]
    drafted = [[DESIGN_OF_CARD[each] for each in seat.drafted] for seat in state.seats]
    for index, seat in enumerate(state.seats):
        picked = card if index == own else seat.picked
        if index == own:
            hands[index].remove(DESIGN_OF_CARD[card])
        if picked:
            drafted[index].append(DESIGN_OF_CARD[picked])
        elif hands[index]:
            drafted[index].append(pick_by_value(hands[index], outlooks[index]))
    pass_left = direction(state.round) == "left"
    pass_hands(hands, pass_left)
    draft(hands, drafted, outlooks, pass_left, planning_seat=own)
    return drafted[own]


def _orders(
    situation: Situation, results: list[OrderResult], positions: list[Position], state: State
) -> list[Option[Deck]]:
    """The orders of jobs that may be followed, while the other seats finish the round as the planner would."""
    own, rounds_left, hand_size = situation.own, situation.rounds_left - 1, deal(state).size
    after = []
    for outlook, seat in zip(outlooks_of(positions, situation.rounds_left), state.seats, strict=True):
        cards = tuple([DESIGN_OF_CARD[card] for card in seat.drafted])
        supply = supply_from_step(outlook, situation.step, 0)
        after.append(find_plans(outlook, cards, supply, BEAM_WIDTH)[0].after)
    outlooks = outlooks_of(after, rounds_left)

    def follow(result: OrderResult) -> Option[Deck]:
        own_outlook = Outlook(result.after, STANDARD_WEIGHTS[rounds_left], rounds_left, outlooks[own].least)
        seats = [*outlooks[:own], own_outlook, *outlooks[own + 1 :]]
        plan = result_plan(situation, result)
        return Option(result.intention, lambda deck: play_next_round(own, seats, deck, hand_size), result.value, plan)

    return [follow(result) for result in results]
