"""Looking ahead at a table: picks are played on to the end of the round, plans to the end of the next."""

from random import Random

from bots import planner, rounds
from bots.acts import act
from bots.beam import plan as best_plan
from bots.designs import OF_CARD
from bots.jobs import Plan
from bots.means import at_step
from bots.outlook import Outlook
from bots.position import Position, position
from bots.race import Option, race
from bots.strategy import Budget, View, Weighed
from bots.survey import Table, planned
from game import State, imagine
from game import intentions as i
from game.draft import direction
from game.state import ROUNDS

NODES = 220
"""Hands planned for a decision, if nothing else is asked for."""
PICKS = 6
"""Cards that are looked into in a draft, those that the planner likes best."""
PLANS = 5
"""Plans that are looked into."""
AHEAD = 1
"""Rounds after this one that are played before the end is told."""
TRUST = 3.0
"""Imagined games that the planner's own judgement counts for."""


def weigh(view: View, table: Table, rng: Random, budget: Budget) -> list[Weighed]:
    """The options, that which leads furthest ahead of the others first."""
    seats = len(view["seats"])
    first = imagine(view, rng)
    positions = [position(seat, view["side"]) for seat in first.seats]
    if view["phase"] == "draft":
        options = _picks(table, positions)
        cost = seats * (1 + min(AHEAD, table.outlook.left))
        return race(options, lambda: imagine(view, rng), cost, budget, NODES, TRUST)
    if table.round == ROUNDS:
        return planner.weighed(table)
    deck = [OF_CARD[card] for card in first.deck]
    plans = _plans(table, positions, first)
    return race(
        plans, lambda: rng.sample(deck, len(deck)), seats * min(AHEAD, table.outlook.left), budget, NODES, TRUST
    )


def _picks(table: Table, positions: list[Position]) -> list[Option[State]]:
    """The cards that may be picked; copies of a design are one."""
    own, drafted = table.own, table.seat.drafted
    cards = list({OF_CARD[card]: card for card in table.seat.hand}.values())
    values = {card: rounds.value(planned(table, (*drafted, card))[0], table.outlook.left) for card in cards}
    outlooks = rounds.outlooks(positions, table.outlook.left)

    def picked(card: str) -> Option[State]:
        return Option(i.Draft(own, card), lambda state: _drafted(state, own, card, outlooks), values[card])

    return [picked(card) for card in sorted(cards, key=lambda card: (-values[card], card))[:PICKS]]


def _drafted(state: State, own: int, card: str, outlooks: list[Outlook]) -> float:
    """How far the seat gets ahead if it picks the card and all then play as the planner does."""
    hands = [[OF_CARD[each] for each in seat.hand] for seat in state.seats]
    drafted = [[OF_CARD[each] for each in seat.drafted] for seat in state.seats]
    for index, seat in enumerate(state.seats):
        chosen = card if index == own else seat.picked
        if index == own:
            hands[index].remove(OF_CARD[card])
        drafted[index].append(OF_CARD[chosen] if chosen else rounds.pick(hands[index], outlooks[index]))
    left = direction(state.round) == "left"
    rounds.pass_on(hands, left)
    rounds.draft(hands, drafted, outlooks, left)
    ended = [rounds.finished(outlook, cards) for outlook, cards in zip(outlooks, drafted, strict=True)]
    last = min(ROUNDS, state.round + AHEAD)
    if AHEAD == 0 or state.round == ROUNDS:
        return rounds.margin([rounds.value(each, ROUNDS - state.round) for each in ended], own)
    deck = [OF_CARD[each] for each in state.deck]
    return rounds.margin(rounds.play_on([each.after for each in ended], state.round + 1, last, deck), own)


def _plans(table: Table, positions: list[Position], state: State) -> list[Option[list[int]]]:
    """The plans that may be followed, while the others finish the round as the planner would."""
    own, left = table.own, table.outlook.left
    last = min(ROUNDS, table.round + AHEAD)
    after = []
    for outlook, seat in zip(rounds.outlooks(positions, left), state.seats, strict=True):
        cards = tuple([OF_CARD[card] for card in seat.drafted])
        after.append(best_plan(outlook, cards, at_step(outlook, table.step, 0), rounds.KEPT).after)

    def followed(plan: Plan) -> Option[list[int]]:
        reached = [plan.after if index == own else each for index, each in enumerate(after)]

        def play(deck: list[int]) -> float:
            return rounds.margin(rounds.play_on(reached, table.round + 1, last, deck), own)

        return Option(act(table, plan), play, rounds.value(plan, left))

    return [followed(plan) for plan in planned(table, table.cards, PLANS)]
