"""Redraws of solo games (R62): whether two cards are worth giving up, and the luck of those imagined."""

from collections.abc import Sequence
from random import Random

from bots.numbers.designs import COPIES, PIECES
from bots.planner.outlook import Outlook
from game.solo import POOL_CARDS as POOL
from game.solo import REDRAW_CARDS as SEEN

THINNED = 3
"""Of so many designs one is looked at to learn what a redraw may bring, where time matters."""


class Luck:
    """The cards to come in an imagined solo game, as designs: they are taken from the end of the lists."""

    __slots__ = ("deck", "discard", "pools")

    def __init__(self, cards: Sequence[int], pools: int, discard: Sequence[int]) -> None:
        self.pools = [list(cards[POOL * at : POOL * (at + 1)]) for at in range(pools)]
        self.deck = list(cards[POOL * pools :])
        self.discard = list(discard)

    def seen(self) -> list[int]:
        """The next five cards of the deck, under which the discard pile is shuffled when it runs short (R65)."""
        if len(self.deck) < SEEN:
            Random(len(self.discard)).shuffle(self.discard)
            self.deck = self.discard + self.deck
            self.discard = []
        seen = self.deck[-SEEN:]
        del self.deck[-SEEN:]
        return seen


def hope(outlook: Outlook, first: int = 0, step: int = 1) -> float:
    """What the best of five cards is worth in the mean; of the designs every `step`-th from `first` on is looked at."""
    values = sorted([(outlook.keeping(d), COPIES[d]) for d in range(first, len(PIECES), step)])
    number = sum([copies for _, copies in values])
    below, mean, before = 0, 0.0, 0.0
    for value, copies in values:
        below += copies
        share = (below / number) ** SEEN
        mean += value * (share - before)
        before = share
    return mean


def pair(hand: list[int], outlook: Outlook) -> tuple[int, int] | None:
    """The places in hand of the two cards to give up, if one of five others promises more."""
    values = sorted([(outlook.keeping(design), at) for at, design in enumerate(hand)])
    return (values[0][1], values[1][1]) if values[0][0] + values[1][0] + outlook.w.margin < hope(outlook) else None


def redrawn(hand: list[int], luck: Luck, outlook: Outlook) -> list[int]:
    """The hand after all redraws that promise more, the best card first."""
    kept = sorted(hand, key=outlook.keeping, reverse=True)
    hoped = hope(outlook, (outlook.left + len(hand)) % THINNED, THINNED) - outlook.w.margin
    while len(kept) > 1 and outlook.keeping(kept[-1]) + outlook.keeping(kept[-2]) < hoped:
        luck.discard += kept[-2:]
        del kept[-2:]
        kept.append(take(luck, outlook))
        kept.sort(key=outlook.keeping, reverse=True)
    return kept


def take(luck: Luck, outlook: Outlook) -> int:
    """The best of the next five cards; the others are discarded."""
    seen = luck.seen()
    best = max(seen, key=outlook.keeping)
    seen.remove(best)
    luck.discard += seen
    return best
