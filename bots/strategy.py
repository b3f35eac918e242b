"""What a strategy is."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play. `name` is what games and bot players are called by."""

    name: str
    description: str
    decide: Decide
