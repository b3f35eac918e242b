"""From an order of jobs to the plan of the round, by the names of the cards."""

from collections.abc import Sequence

from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.position import Position
from bots.numbers.situation import Situation
from bots.strategy import RoundPlan


def plan_of_order(situation: Situation, hand: Sequence[str], order: Sequence[int], after: Position) -> RoundPlan:
    """The plan that serves the jobs in this order. `after`: the position at the end of the round.

    Jobs are numbered: the sites of the seat first, then the cards of the hand.
    """
    sites = [site.card for site in situation.seat.construction]
    cards = [*sites, *hand]
    unfinished = [design for design, _ in after.sites]
    for job, card in enumerate(sites):  # sites that get nothing are unfinished, too
        if job not in order and DESIGN_OF_CARD[card] in unfinished:
            unfinished.remove(DESIGN_OF_CARD[card])
    construct, keep = [], []
    for card in [cards[job] for job in reversed(order)]:  # of two copies, the one that is served later is unfinished
        if DESIGN_OF_CARD[card] in unfinished:
            unfinished.remove(DESIGN_OF_CARD[card])
            keep.append(card)
        else:
            construct.append(card)
    recycle = [card for job, card in enumerate(hand, len(sites)) if job not in order]
    return RoundPlan(tuple(reversed(construct)), tuple(reversed(keep)), tuple(recycle))
