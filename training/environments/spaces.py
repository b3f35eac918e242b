"""The spaces of an environment: observations, and actions whose samples are legal."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from training.environments.fields import SEAT_FIELDS, TABLE_FIELDS, Field, parts


def observation_space(seats: int, slots: int, actions: int) -> Dict:
    """`observation`: the arrays of `fields.py`. `action_mask`: (actions,), 1 for each legal action."""
    named: list[tuple[str, Space[Any]]] = [(name, _box(field, shape)) for name, field, shape in shapes(seats, slots)]
    return Dict([("observation", Dict(named)), ("action_mask", Box(0, 1, (actions,), np.int8))])


def shapes(seats: int, slots: int) -> list[tuple[str, Field, tuple[int, ...]]]:
    """(name, field, shape) of each array, in the order of the flat form."""
    table, seat = parts(TABLE_FIELDS, slots), parts(SEAT_FIELDS, slots)
    of_table = [(field.name, field, table[field.name].shape) for field in TABLE_FIELDS]
    return of_table + [(field.name, field, (seats, *seat[field.name].shape)) for field in SEAT_FIELDS]


def _box(field: Field, shape: tuple[int, ...]) -> Box:
    return Box(field.low, field.high, shape, np.int16)


class LegalDiscrete(Discrete[np.int64]):
    """The numbers 0..size-1. A sample without a mask is legal in the position in which it is drawn.

    Tools that sample without a mask then play whole games. `legal`: the legal actions now.
    """

    def __init__(self, size: int, legal: Callable[[], list[int]]) -> None:
        super().__init__(size)
        self._legal = legal

    def sample(self, mask: NDArray[Any] | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """One of the actions of the mask, by the probabilities, or one that is legal now."""
        if mask is None and probability is None:
            return np.int64(self.np_random.choice(self._legal()))
        return super().sample(mask, probability)
