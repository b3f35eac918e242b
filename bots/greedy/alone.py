"""What only solo games have: whether to redraw, and what to keep (R62)."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import fmean

from bots.greedy.plan import Outlook, best, jobs
from bots.strategy import View, Weighed
from game import Intention
from game import intentions as i
from game.cards import CARDS
from game.model import Seat
from game.solo import REDRAW_CARDS as SEEN

TRIALS = 4
"""Redraws that are imagined to learn what one is worth."""
GAIN = 1.0
"""Points by which a redraw must be better than the hand as it is."""


def keeps(index: int, seat: Seat, outlook: Outlook) -> list[Weighed]:
    """The candidates, by what the best plan with each is worth."""
    return [Weighed(i.Keep(index, card), value(seat, (*seat.hand, card), outlook)) for card in seat.candidates]


def redraw(index: int, view: View, seat: Seat, outlook: Outlook, rng: Random) -> Intention | None:
    """Give up the two cards that the plan misses least, if what comes for them is likely to be worth more."""
    if len(seat.hand) < 2 or view["deck_size"] + len(view["discard"]) < SEEN:
        return None
    rests = {pair: tuple([card for card in seat.hand if card not in pair]) for pair in combinations(seat.hand, 2)}
    pair = max(rests, key=lambda pair: value(seat, rests[pair], outlook))
    drawn = [value(seat, (*rests[pair], card), outlook) for card in rng.sample(unseen(view, seat), TRIALS * SEEN)]
    likely = fmean([max(drawn[at : at + SEEN]) for at in range(0, len(drawn), SEEN)])
    return i.Redraw(index, tuple(sorted(pair))) if likely > value(seat, seat.hand, outlook) + GAIN else None


def value(seat: Seat, cards: Sequence[str], outlook: Outlook) -> float:
    """What the best plan is worth with these cards in hand."""
    return best(jobs(seat.construction, cards, outlook), outlook).value


def unseen(view: View, seat: Seat) -> list[str]:
    """The cards of the deck and the pools, in catalogue order; when they are few, the discard pile comes in again."""
    own = {*seat.hand, *seat.constructed, *[site.card for site in seat.construction]}
    others = [card for card in CARDS if card not in own]
    seen = {*view["discard"]} if len(others) - len(view["discard"]) >= TRIALS * SEEN else set()
    return [card for card in others if card not in seen]
