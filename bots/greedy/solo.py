"""Decisions that only solo games have: whether to redraw, and which card to keep (R62)."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import fmean

from bots.greedy.outlook import RoundOutlook
from bots.greedy.plan import Compared, Plan, best_plan, find_jobs
from bots.numbers.situation import Situation
from bots.strategy import View
from game import Intention
from game.cards import CARDS
from game.model import Seat
from game.solo import REDRAW_CARDS, Keep, Redraw

IMAGINED_REDRAWS = 4
"""Redraws that are sampled to estimate the value of one."""
MIN_REDRAW_GAIN = 1.0
"""Points by which a redraw must beat the hand as it is."""


def value_keeps(situation: Situation, outlook: RoundOutlook) -> list[Compared]:
    """The candidates, each with the best plan that may use it."""
    seat, own = situation.seat, situation.own
    hands = {card: (*seat.hand, card) for card in seat.candidates}
    plans = {card: _best_plan(seat, hand, outlook) for card, hand in hands.items()}
    return [Compared(Keep(own, card), plan.value, plan, hands[card]) for card, plan in plans.items()]


def redraw(view: View, situation: Situation, outlook: RoundOutlook, rng: Random) -> Intention | None:
    """Give up the two cards that the plan misses least, if a redraw promises more; none if it does not."""
    seat = situation.seat
    if not situation.can_redraw:
        return None
    rests = {pair: tuple([card for card in seat.hand if card not in pair]) for pair in combinations(seat.hand, 2)}
    pair = max(rests, key=lambda pair: _hand_value(seat, rests[pair], outlook))
    unseen = unseen_cards(view, seat)
    sample = rng.sample(unseen, min(len(unseen), IMAGINED_REDRAWS * REDRAW_CARDS))
    values = [_hand_value(seat, (*rests[pair], card), outlook) for card in sample]
    expected = fmean([max(values[at : at + REDRAW_CARDS]) for at in range(0, len(values), REDRAW_CARDS)])
    if expected <= _hand_value(seat, seat.hand, outlook) + MIN_REDRAW_GAIN:
        return None
    return Redraw(situation.own, tuple(sorted(pair)))


def _hand_value(seat: Seat, hand: Sequence[str], outlook: RoundOutlook) -> float:
    """The value of the best plan with this hand."""
    return _best_plan(seat, hand, outlook).value


def _best_plan(seat: Seat, hand: Sequence[str], outlook: RoundOutlook) -> Plan:
    return best_plan(find_jobs(seat.construction, hand, outlook), outlook)


def unseen_cards(view: View, seat: Seat) -> list[str]:
    """The cards of the deck and the pools, in catalogue order; also the discard pile if they are fewer than 20."""
    own = {*seat.hand, *seat.constructed, *[site.card for site in seat.construction]}
    others = [card for card in CARDS if card not in own]
    enough = len(others) - len(view["discard"]) >= IMAGINED_REDRAWS * REDRAW_CARDS
    discarded = {*view["discard"]} if enough else set()
    return [card for card in others if card not in discarded]
