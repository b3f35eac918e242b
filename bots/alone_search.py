"""Looking ahead in solo games: each option is played on to the end of the next round."""

from itertools import combinations
from random import Random

from bots.acts import act
from bots.alone_rounds import hand_planned, play_on
from bots.designs import OF_CARD
from bots.forecast import ALONE, forecast
from bots.jobs import Plan
from bots.race import Option, race
from bots.redraw import Luck, take
from bots.strategy import Budget, View, Weighed
from bots.survey import Table, planned
from game import imagine
from game import intentions as i
from game.state import ROUNDS

NODES = 800
"""Hands planned for a decision, if nothing else is asked for."""
PLANS = 6
"""Plans that are looked into."""
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
    options = _options(table, len(seen.pools), discard)
    rounds = min(ROUNDS - table.round, AHEAD) + 1
    return race(options, lambda: rng.sample(unseen, len(unseen)), 2 * rounds - (table.sequence == 2), budget, NODES)


def _options(table: Table, pools: int, discard: list[int]) -> list[Option[World]]:
    """What may be done now: cards to keep, plans to follow, pairs to give up."""
    own, seat, outlook = table.own, table.seat, table.outlook
    position, last = outlook.position, min(ROUNDS, table.round + AHEAD)
    hand = [OF_CARD[card] for card in seat.hand]
    sequence = table.sequence or 2

    def kept(card: str) -> Option[World]:
        def play(world: World) -> float:
            return play_on(position, table.round, sequence, [*hand, OF_CARD[card]], Luck(world, pools, discard), last)

        return Option(i.Keep(own, card), play)

    def followed(plan: Plan) -> Option[World]:
        def play(world: World) -> float:
            luck = Luck(world, pools, discard)
            if hand and sequence == 1:
                after = hand_planned(position, hand, plan, luck)
                return play_on(after, table.round, 2, luck.pools.pop(), luck, last)
            if table.round == last:
                return forecast(plan.value, plan.after, outlook.left, ALONE)
            return play_on(plan.after, table.round + 1, 1, luck.pools.pop(), luck, last)

        return Option(act(table, plan), play)

    def redrawn(pair: tuple[int, ...]) -> Option[World]:
        rest = [design for at, design in enumerate(hand) if at not in pair]

        def play(world: World) -> float:
            luck = Luck(world, pools, discard)
            return play_on(position, table.round, sequence, [*rest, take(luck, outlook)], luck, last)

        return Option(i.Redraw(own, tuple(sorted([seat.hand[at] for at in pair]))), play)

    if seat.candidates:
        return [kept(card) for card in sorted(seat.candidates)]
    options = [followed(plan) for plan in planned(table, table.cards, PLANS)]
    if table.redraws:
        worst = sorted(range(len(hand)), key=lambda at: outlook.keeping(hand[at]))[:WORST]
        options += [redrawn(pair) for pair in combinations(worst, 2)]
    return options
