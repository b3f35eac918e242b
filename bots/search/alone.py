"""Looking ahead in solo games: each option is played on to the end of the next round."""

from itertools import combinations
from random import Random

from bots.numbers.designs import OF_CARD
from bots.planner.redraw import Luck, take
from bots.planner.survey import Table, planned
from bots.search.alone_rounds import given_up, hand_planned, play_on
from bots.search.carry_out import Order
from bots.search.forecast import forecast
from bots.search.orders import Work, here, next_intention, works
from bots.search.race import Option, race
from bots.strategy import Budget, View, Weighed
from game import Intention, imagine
from game import intentions as i
from game.model import ROUNDS

NODES = 400
"""Hands planned for a decision, if nothing else is asked for."""
WORKS = 6
"""Orders of work that are looked into."""
WORST = 3
"""Of so many cards, those of least worth in hand, two are given up in a redraw."""
AHEAD = 1
"""Rounds after this one that are played before the end is told."""

World = list[int]
"""The cards not seen, as designs, in the order of an imagined game."""


def weigh(view: View, table: Table, rng: Random, budget: Budget) -> list[Weighed]:
    """The options, that which leads to the most points first."""
    seen = imagine(view, rng)
    unseen = [OF_CARD[card] for card in (*[card for pool in seen.pools for card in pool], *seen.deck)]
    discard = [OF_CARD[card] for card in seen.discard]
    options = _options(table, len(seen.pools), discard, rng)
    rounds = min(ROUNDS - table.round, AHEAD) + 1
    return race(options, lambda: rng.sample(unseen, len(unseen)), 2 * rounds - (table.sequence == 2), budget, NODES)


def _options(table: Table, pools: int, discard: list[int], rng: Random) -> list[Option[World]]:
    """What may be done now: cards to keep, orders to follow, pairs to give up."""
    own, seat, outlook = table.own, table.seat, table.outlook
    position, last = outlook.position, min(ROUNDS, table.round + AHEAD)
    hand = [OF_CARD[card] for card in seat.hand]
    sequence = table.sequence or 2

    def kept(card: str) -> Option[World]:
        def play(world: World) -> float:
            return play_on(position, table.round, sequence, [*hand, OF_CARD[card]], Luck(world, pools, discard), last)

        return Option(i.Keep(own, card), play)

    def planned_first(order: Order) -> Option[World]:
        def play(world: World) -> float:
            luck = Luck(world, pools, discard)
            after = hand_planned(position, hand, order, luck)
            return play_on(after, table.round, 2, luck.pools.pop(), luck, last)

        return Option(next_intention(table, here(table), order), play)

    def followed(work: Work) -> Option[World]:
        def play(world: World) -> float:
            if table.round == last:
                return forecast(work.value, work.after, outlook.left)
            luck = Luck(world, pools, discard)
            luck.discard += given_up(position, hand, work.order)
            return play_on(work.after, table.round + 1, 1, luck.pools.pop(), luck, last)

        return Option(work.intention, play)

    def redrawn(pair: tuple[int, ...]) -> Option[World]:
        rest = [design for at, design in enumerate(hand) if at not in pair]

        def play(world: World) -> float:
            luck = Luck(world, pools, discard)
            return play_on(position, table.round, sequence, [*rest, take(luck, outlook)], luck, last)

        return Option(i.Redraw(own, tuple(sorted([seat.hand[at] for at in pair]))), play)

    if seat.candidates:
        return [kept(card) for card in sorted(seat.candidates)]
    if table.sequence == 1:
        found: dict[Intention, Option[World]] = {}
        for plan in planned(table, table.cards):
            option = planned_first(plan.now + plan.later)
            found.setdefault(option.intention, option)
        options = list(found.values())
    else:
        options = [followed(work) for work in works(table, rng, WORKS)]
    if table.redraws:
        worst = sorted(range(len(hand)), key=lambda at: outlook.keeping(hand[at]))[:WORST]
        options += [redrawn(pair) for pair in combinations(worst, 2)]
    return options
