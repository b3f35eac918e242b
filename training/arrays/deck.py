"""The deck as designs."""

import numpy as np

from bots.numbers.designs import COPIES

CARDS = 150
DECK = np.repeat(np.arange(len(COPIES)), COPIES)
"""The design of each card."""
