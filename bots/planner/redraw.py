"""Redraws in solo games (R62): which two cards to give up, and redraws in imagined games."""

from collections.abc import Sequence
from random import Random
from typing import Final

from bots.numbers.designs import COPIES, DESIGN_NUMBERS
from bots.planner.outlook import Outlook
from game.solo import POOL_CARDS, REDRAW_CARDS

SAMPLED_DESIGN_STEP: Final = 3
"""Imagined games look at every third design only to estimate a redraw: an estimate over all takes too long there."""


class CardSource:
    """The cards to come in an imagined solo game, as designs. It takes them from the end of the lists."""

    __slots__ = ("deck", "discard", "pools")

    def __init__(self, cards: Sequence[int], pools: int, discard: Sequence[int]) -> None:
        """`cards`: the unseen ones in random order; the first `pools` groups of five become the pools."""
        self.pools = [list(cards[POOL_CARDS * at : POOL_CARDS * (at + 1)]) for at in range(pools)]
        self.deck = list(cards[POOL_CARDS * pools :])
        self.discard = list(discard)

    def take_pool(self) -> list[int]:
        """The next pool; empty if there is none, which a view of a table elsewhere may say in any round."""
        return self.pools.pop() if self.pools else []

    def take_candidates(self) -> list[int]:
        """Five cards of the deck; the discard pile is shuffled under it first if the deck is too small (R65)."""
        if len(self.deck) < REDRAW_CARDS:
            Random(len(self.discard)).shuffle(self.discard)
            self.deck = self.discard + self.deck
            self.discard = []
        candidates = self.deck[-REDRAW_CARDS:]
        del self.deck[-REDRAW_CARDS:]
        return candidates


def expected_best(outlook: Outlook, first: int = 0, step: int = 1) -> float:
    """The mean value of the best of five random cards, over every `step`-th design from `first` on."""
    values = sorted(
        [(outlook.hand_value(design), COPIES[design]) for design in range(first, len(DESIGN_NUMBERS), step)]
    )
    number = sum([copies for _, copies in values])
    cards_below, mean, share_below = 0, 0.0, 0.0
    for value, copies in values:
        cards_below += copies
        share = (cards_below / number) ** REDRAW_CARDS
        mean += value * (share - share_below)
        share_below = share
    return mean


def cards_to_give_up(hand: list[int], outlook: Outlook) -> tuple[int, int] | None:
    """The positions in hand of the two cards of least value; none if a redraw does not promise more."""
    (value, at), (next_value, next_at), *_ = sorted([(outlook.hand_value(each), at) for at, each in enumerate(hand)])
    worth_it = value + next_value + outlook.weights.redraw_margin < expected_best(outlook)
    return (at, next_at) if worth_it else None


def redraw_hand(hand: list[int], source: CardSource, outlook: Outlook) -> list[int]:
    """The hand after all redraws that promise more, best card first."""
    hand = sorted(hand, key=outlook.hand_value, reverse=True)
    first = (outlook.rounds_left + len(hand)) % SAMPLED_DESIGN_STEP
    expected = expected_best(outlook, first, SAMPLED_DESIGN_STEP) - outlook.weights.redraw_margin
    while len(hand) > 1 and outlook.hand_value(hand[-1]) + outlook.hand_value(hand[-2]) < expected:
        source.discard += hand[-2:]
        del hand[-2:]
        hand.append(take_best(source, outlook))
        hand.sort(key=outlook.hand_value, reverse=True)
    return hand


def take_best(source: CardSource, outlook: Outlook) -> int:
    """The best of the five candidates; the others are discarded."""
    candidates = source.take_candidates()
    best = max(candidates, key=outlook.hand_value)
    candidates.remove(best)
    source.discard += candidates
    return best
