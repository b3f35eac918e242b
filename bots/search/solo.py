"""Looking ahead in solo games: each option is played on to the end of the next round."""

from itertools import combinations
from random import Random
from typing import Final

from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.situation import Situation
from bots.planner import round_plan
from bots.planner.jobs import Plan
from bots.planner.outlook import Outlook
from bots.planner.planning import best_plans
from bots.planner.redraw import CardSource, take_best
from bots.search.forecast import forecast
from bots.search.orders import OrderResult, best_orders, next_intention, result_plan, round_state
from bots.search.race import Option, race
from bots.search.solo_rounds import SoloMoment, plan_first_pool, play_on, recycled_cards
from bots.strategy import Budget, View, Weighed
from game import Intention, imagine
from game.model import ROUNDS
from game.solo import Keep, Redraw

DEFAULT_NODES: Final = 400
"""Hands planned for a decision if the budget does not say."""
MAX_ORDERS: Final = 6
"""Orders of jobs that are played on."""
REDRAW_CANDIDATES: Final = 3
"""The cards of least value in hand: every two of them are tried as a redraw."""
ROUNDS_AHEAD: Final = 1
"""Rounds after this one that are played before the forecast."""

World = list[int]
"""The unseen cards, as designs, in the order of an imagined game."""


def weigh(view: View, situation: Situation, outlook: Outlook, rng: Random, budget: Budget) -> list[Weighed]:
    """The options, best first."""
    imagined = imagine(view, rng)
    pooled = [card for pool in imagined.pools for card in pool]
    unseen = [DESIGN_OF_CARD[card] for card in (*pooled, *imagined.deck)]
    discard = [DESIGN_OF_CARD[card] for card in imagined.discard]
    options = _options(situation, outlook, len(imagined.pools), discard, rng)
    rounds = min(situation.rounds_left, ROUNDS_AHEAD) + 1
    hands = 2 * rounds - (situation.sequence == 2)
    return race(options, lambda: rng.sample(unseen, len(unseen)), hands, budget, DEFAULT_NODES, estimate="final_score")


def _options(
    situation: Situation, outlook: Outlook, pools: int, discard: list[int], rng: Random
) -> list[Option[World]]:
    """What the seat may do now: keep a card, follow an order of jobs, redraw two cards."""
    own, seat, round_ = situation.own, situation.seat, situation.round
    position, least = outlook.position, outlook.least
    last_round = min(ROUNDS, round_ + ROUNDS_AHEAD)
    hand = [DESIGN_OF_CARD[card] for card in situation.cards]
    sequence = situation.sequence or 2

    def keep(card: str) -> Option[World]:
        def play(world: World) -> float:
            moment = SoloMoment(position, round_, sequence, [*hand, DESIGN_OF_CARD[card]])
            return play_on(moment, CardSource(world, pools, discard), last_round, least)

        return Option(Keep(own, card), play)

    def follow_in_first_sequence(plan: Plan) -> Option[World]:
        order = plan.now + plan.later

        def play(world: World) -> float:
            source = CardSource(world, pools, discard)
            after = plan_first_pool(position, hand, order, source, least)
            return play_on(SoloMoment(after, round_, 2, source.take_pool()), source, last_round, least)

        intention = next_intention(situation, round_state(situation, outlook), order)
        return Option(intention, play, plan=round_plan(situation, situation.cards, plan))

    def follow(result: OrderResult) -> Option[World]:
        def play(world: World) -> float:
            if round_ == last_round:
                return forecast(result.value, result.after, outlook.rounds_left)
            source = CardSource(world, pools, discard)
            source.discard += recycled_cards(position, hand, result.order)
            return play_on(SoloMoment(result.after, round_ + 1, 1, source.take_pool()), source, last_round, least)

        return Option(result.intention, play, plan=result_plan(situation, result))

    def redraw(pair: tuple[int, ...]) -> Option[World]:
        rest = [design for at, design in enumerate(hand) if at not in pair]

        def play(world: World) -> float:
            source = CardSource(world, pools, discard)
            moment = SoloMoment(position, round_, sequence, [*rest, take_best(source, outlook)])
            return play_on(moment, source, last_round, least)

        return Option(Redraw(own, tuple(sorted([seat.hand[at] for at in pair]))), play)

    if seat.candidates:
        return [keep(card) for card in sorted(seat.candidates)]
    if situation.sequence == 1:
        found: dict[Intention, Option[World]] = {}
        for plan in best_plans(situation, outlook, situation.cards):
            option = follow_in_first_sequence(plan)
            found.setdefault(option.intention, option)
        options = list(found.values())
    else:
        options = [follow(result) for result in best_orders(situation, outlook, rng, MAX_ORDERS)]
    if situation.can_redraw:
        worst = sorted(range(len(hand)), key=lambda at: outlook.hand_value(hand[at]))[:REDRAW_CANDIDATES]
        options += [redraw(pair) for pair in combinations(worst, 2)]
    return options
