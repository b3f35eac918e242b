"""How games with several seats begin."""

import numpy as np

from bots.numbers.position import position_of
from game.cards import EMPIRE_IDS
from game.model import Seat
from training.arrays.position import POSITION_SIZE, Ints, to_array

SIDES = ("A", "B")
"""Game n is played on side n modulo 2."""


def first_positions() -> Ints:
    """(side, empire, place): the positions at the beginning of a game."""
    empires = np.zeros((len(SIDES), len(EMPIRE_IDS), POSITION_SIZE), np.int64)
    for i, side in enumerate(SIDES):
        for k, empire in enumerate(EMPIRE_IDS):
            empires[i, k] = to_array(position_of(Seat(empire=empire), side), np.zeros(0, np.int64))
    return empires
