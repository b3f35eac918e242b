"""What a strategy is."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from game import Intention

View = dict[str, Any]
"""A view as `game.view` gives it to a seat, copied through JSON."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: `seconds` of time, `nodes` searched; none is the strategy's own measure."""

    seconds: float | None = None
    nodes: int | None = None


Decide = Callable[[View, Random, Budget], Intention]
"""A legal intention for the view's seat, which the game must wait for; the view stays as it is."""


class Weighed(NamedTuple):
    """An intention and what it seems worth, in points; only to compare with others that were weighed with it."""

    intention: Intention
    value: float


Weigh = Callable[[View, Random, Budget], list[Weighed]]
"""What the strategy weighed, the best first: that is what `decide` decides with the same luck and budget."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play. `name` is what games and bot players are called by.

    `seconds`: what a decision typically takes; `nodes`: what it searches if not told otherwise, 0 if it does not.
    `rating`: from tournaments of two (docs/bots.md).
    """

    name: str
    description: str
    decide: Decide
    weigh: Weigh
    seconds: float = 0.0
    nodes: int = 0
    rating: float = 0.0
