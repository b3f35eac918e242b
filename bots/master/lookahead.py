"""Looking ahead: what a position is worth after the next pool, as the mean over pools of unseen cards.

All positions meet the same pools, which follow from the unseen cards alone. So a value depends on nothing but the
position and the unseen cards, and a later decision of the same plan finds it in the memory of the process.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import numpy as np

from bots.master.orders import find_orders
from bots.master.problems import Problems, Setting, make_problems
from bots.master.rounds import Ints
from bots.numbers.position import Position
from game.solo import POOL_CARDS

INSERTION_STEPS, FREE_STEPS = 5, 2
"""Steps of the search in an imagined pool: with insertions only, then with all neighbours."""
MAX_REMEMBERED = 1 << 15
"""Values that the process remembers."""
Key = tuple[object, ...]

_remembered: dict[Key, float] = {}


def pool(unseen: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Imagined pool 0, 1, 2, ... of the unseen cards (copies by design). Pools of one shuffle share no card."""
    groups = sum(unseen) // POOL_CARDS
    if groups == 0:
        return tuple(_shuffled(unseen, number))
    first = number % groups * POOL_CARDS
    return tuple(sorted(_shuffled(unseen, number // groups)[first : first + POOL_CARDS]))


@lru_cache(maxsize=256)
def _shuffled(unseen: tuple[int, ...], number: int) -> list[int]:
    cards = [design for design, copies in enumerate(unseen) for _ in range(copies)]
    Random(f"{unseen}/{number}").shuffle(cards)
    return cards


def look_ahead(setting: Setting, positions: Sequence[Position], unseen: Ints, numbers: range) -> Ints:
    """(position, pool): the values of the positions after the pools with these numbers."""
    cards = tuple(unseen.tolist())
    context = (hash(setting.nets.bias.tobytes()), setting.moment, setting.least, setting.scenario, cards)
    keys = [[(*context, position, number) for number in numbers] for position in positions]
    new = list({key: None for row in keys for key in row if key not in _remembered})
    found: dict[Key, float] = {key: _remembered[key] for row in keys for key in row if key in _remembered}
    if new:
        starts = [(key[-2], pool(cards, key[-1])) for key in new]
        found |= dict(zip(new, _values_after(setting.next_moment(), starts), strict=True))
        if len(_remembered) + len(new) > MAX_REMEMBERED:
            _remembered.clear()
        _remembered.update({key: found[key] for key in new})
    return np.array([[found[key] for key in row] for row in keys])


def _values_after(setting: Setting, starts: Sequence[tuple[Position, tuple[int, ...]]]) -> list[float]:
    """By position and pool, the value of the best order."""
    problems: Problems = make_problems(starts, setting.required)
    found = find_orders(
        setting, problems, [tuple(range(len(position.sites))) for position, _ in starts], INSERTION_STEPS, True
    )
    found = find_orders(setting, problems, [each.order for each in found], FREE_STEPS)
    return [each.value for each in found]
