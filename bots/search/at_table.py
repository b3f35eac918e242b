"""Looking ahead at a table: picks are tried to the end of the round, orders of work to the end of the next."""

from random import Random

from bots.numbers.designs import OF_CARD
from bots.numbers.position import Position, position
from bots.planner.beam import plan as best_plan
from bots.planner.means import at_step
from bots.planner.outlook import Outlook
from bots.planner.survey import Table, planned
from bots.planner.weights import TABLE
from bots.search import orders, rounds
from bots.search.race import Option, race
from bots.strategy import Budget, View, Weighed
from game import State, imagine
from game import intentions as i
from game.draft import direction

NODES = 110
"""Hands planned for a decision, if nothing else is asked for."""
DRAFT = 2
"""A hand that is drafted by plan counts for so many."""
PICKS = 6
"""Cards that are looked into in a draft, those that the planner likes best."""
WORKS = 5
"""Orders of work that are looked into."""
TRUST = 3.0
"""Imagined games that the judgement without them counts for."""


def weigh(view: View, table: Table, rng: Random, budget: Budget) -> list[Weighed]:
    """The options, that which leads to the most points first."""
    state = imagine(view, rng)
    positions = [position(seat, view["side"]) for seat in state.seats]
    if view["phase"] == "draft":
        return race(_picks(table, positions), lambda: imagine(view, rng), DRAFT, budget, NODES, TRUST)
    if not table.outlook.left:
        return [Weighed(work.intention, work.value) for work in orders.works(table, rng, WORKS)]
    deck = [OF_CARD[card] for card in state.deck]
    return race(_works(table, positions, state, rng), lambda: rng.sample(deck, len(deck)), 1, budget, NODES, TRUST)


def _picks(table: Table, positions: list[Position]) -> list[Option[State]]:
    """The cards that may be picked; copies of a design are one."""
    own, drafted = table.own, table.seat.drafted
    cards = list({OF_CARD[card]: card for card in table.seat.hand}.values())
    values = {card: planned(table, (*drafted, card))[0].value for card in cards}
    outlooks = rounds.outlooks(positions, table.outlook.left)
    ends: dict[tuple[int, ...], float] = {}

    def picked(card: str) -> Option[State]:
        def play(state: State) -> float:
            cards = _drafted(state, own, card, outlooks)
            if (found := ends.get(tuple(cards))) is None:
                found = ends[tuple(cards)] = rounds.ended(outlooks[own], cards)[0]
            return found

        return Option(i.Draft(own, card), play, values[card])

    return [picked(card) for card in sorted(cards, key=lambda card: (-values[card], card))[:PICKS]]


def _drafted(state: State, own: int, card: str, outlooks: list[Outlook]) -> list[int]:
    """What the seat has at the end of the draft if it picks the card."""
    hands = [[OF_CARD[each] for each in seat.hand] for seat in state.seats]
    drafted = [[OF_CARD[each] for each in seat.drafted] for seat in state.seats]
    for index, seat in enumerate(state.seats):
        chosen = card if index == own else seat.picked
        if index == own:
            hands[index].remove(OF_CARD[card])
        drafted[index].append(OF_CARD[chosen] if chosen else rounds.pick(hands[index], outlooks[index]))
    left = direction(state.round) == "left"
    rounds.pass_on(hands, left)
    rounds.draft(hands, drafted, outlooks, left, planning=own)
    return drafted[own]


def _works(table: Table, positions: list[Position], state: State, rng: Random) -> list[Option[list[int]]]:
    """The orders of work that may be followed, while the others finish the round as the planner would."""
    own, left = table.own, table.outlook.left
    after = []
    for outlook, seat in zip(rounds.outlooks(positions, left), state.seats, strict=True):
        cards = tuple([OF_CARD[card] for card in seat.drafted])
        after.append(best_plan(outlook, cards, at_step(outlook, table.step, 0), rounds.KEPT).after)
    others = rounds.outlooks(after, left - 1)

    def followed(work: orders.Work) -> Option[list[int]]:
        outlook = Outlook(work.after, TABLE[left - 1], left - 1, others[own].least)
        views = [*others[:own], outlook, *others[own + 1 :]]
        return Option(work.intention, lambda deck: rounds.next_round(own, views, deck), work.value)

    return [followed(work) for work in orders.works(table, rng, WORKS)]
