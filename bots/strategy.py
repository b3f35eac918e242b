"""The interface of strategies."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from game import Intention

View = dict[str, Any]
"""A view of a seat from `game.view`, copied through JSON."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: `seconds` of time, `nodes` of search. Without both, the strategy uses its default."""

    seconds: float | None = None
    nodes: int | None = None


Decide = Callable[[View, Random, Budget], Intention]
"""Returns a legal intention for the view's seat; the game must be waiting for this seat. Does not change the view."""


class Weighed(NamedTuple):
    """An intention and its estimated value in points. Compare values of one `weigh` call only."""

    intention: Intention
    value: float


Weigh = Callable[[View, Random, Budget], list[Weighed]]
"""Returns the intentions that the strategy compared, best first. The first is what `decide` returns for the same
arguments, with the generator in the same state."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play. Games and bot players refer to it by `name`.

    `seconds`: typical time of a decision; `nodes`: default budget of its search, 0 if it does not search.
    `rating`: from tournaments with two seats (docs/bots.md).
    """

    name: str
    description: str
    decide: Decide
    weigh: Weigh
    seconds: float = 0.0
    nodes: int = 0
    rating: float = 0.0
