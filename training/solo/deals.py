"""A deal of the rules as arrays."""

import numpy as np

from bots.numbers.designs import COPIES, DESIGN_OF_CARD
from game import State
from training.arrays.deck import CARDS
from training.solo.games import Table


def table_of(state: State) -> Table:
    """The cards of a solo game that has just begun."""
    pools = np.array([[DESIGN_OF_CARD[card] for card in pool] for pool in (state.seats[0].hand, *state.pools)])
    deck = np.zeros(CARDS, np.int64)
    deck[: len(state.deck)] = [DESIGN_OF_CARD[card] for card in reversed(state.deck)]
    unseen = np.array(COPIES)
    for site in state.seats[0].construction:
        unseen[DESIGN_OF_CARD[site.card]] -= 1
    return Table(pools, deck, np.zeros(CARDS, np.int64), np.array([len(state.deck), 0]), unseen)
