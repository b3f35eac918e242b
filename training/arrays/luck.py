"""Random numbers of a game, compiled. Each game has a generator of its own, so its luck depends on its seed only."""

import numpy as np

from training.arrays.compiled import lean

STEP, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
"""The constants of SplitMix64."""


@lean
def next_number(state):  # type: ignore[no-untyped-def]
    """64 random bits. `state`: one uint64."""
    state[0] += STEP
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@lean
def below(state, bound):  # type: ignore[no-untyped-def]
    """A number 0..bound - 1."""
    return np.int64(next_number(state) >> np.uint64(33)) % bound


@lean
def uniform(state):  # type: ignore[no-untyped-def]
    """A number 0.0 <= x < 1.0."""
    return float(next_number(state) >> np.uint64(11)) / 9007199254740992.0


@lean
def shuffle(state, cards, size):  # type: ignore[no-untyped-def]
    """Shuffle the first cards."""
    for last in range(size - 1, 0, -1):
        at = below(state, last + 1)
        cards[last], cards[at] = cards[at], cards[last]
