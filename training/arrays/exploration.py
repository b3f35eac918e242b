"""A random bias on the value of positions. Without it, a net would only see positions that it already likes."""

from training.arrays.compiled import lean
from training.arrays.luck import uniform

BIASED_SHARE = 1 / 3
"""Share of the games in which a part is played with a random bias."""
BIASED = (0, 1, 2, 3, 4, 15, 16, 17, 18, 19, 29)
"""Inputs that a random bias changes: production, cards by type, krystallium."""
BIAS_POINTS = 6.0
"""Size of a bias for an input."""


@lean
def draw_bias(luck, bias):  # type: ignore[no-untyped-def]
    """Write a random bias, by input."""
    for i in BIASED:
        bias[i] = (uniform(luck) + uniform(luck) - 1) * BIAS_POINTS
