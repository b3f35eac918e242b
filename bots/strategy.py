"""The interface of strategies."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NamedTuple

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


Estimate = Literal["none", "compared", "final_score", "lead"]
"""What a value is: nothing (0), points that serve only to compare, the expected score at the end of the game, or by how
many points the strategy expects to lead the mean of the others then (a negative number: to be behind)."""


class RoundPlan(NamedTuple):
    """What a strategy would do with the seat's cards in this round.

    `construct`: cards to complete in this round, the most urgent first. `keep`: cards that stay under construction and
    get what is left. `recycle`: cards of the hand. A card under construction that is in none of them gets nothing.
    """

    construct: tuple[str, ...]
    keep: tuple[str, ...]
    recycle: tuple[str, ...]


class Weighed(NamedTuple):
    """An intention and its estimated value in points. Compare values of one `weigh` call only.

    `plan`: the plan that the strategy compared and that begins with the intention, as far as it knows the cards; None
    if it had none. `estimate`: what the value is; in a scenario, a score that it expects is less a penalty for required
    cards that it expects to miss.
    """

    intention: Intention
    value: float
    plan: RoundPlan | None = None
    estimate: Estimate = "compared"


FallbackReason = Literal["ruleset", "untrained", "weights", "view"]
"""Why a strategy that learned cannot play: the ruleset, a kind of game that it has not learned, weights that are
damaged, or a view that no game reaches."""


class Fallback(NamedTuple):
    """The strategy that plays instead of another one, by name, and why."""

    strategy: str
    reason: FallbackReason


Weigh = Callable[[View, Random, Budget], list[Weighed]]
"""Returns the intentions that the strategy compared, best first. The first is what `decide` returns for the same
arguments, with the generator in the same state."""


def never(view: View) -> None:
    """The strategy itself plays every view."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play. Games and bot players refer to it by `name`.

    `seconds`: typical time of a decision; `nodes`: default budget of its search, 0 if it does not search.
    `rating`: from tournaments with two seats (docs/bots.md). `fallback`: which strategy plays a view instead, if any.
    `load`: imports what the strategy needs beside its own code. Call it before you limit the time of a decision: an
    import that is interrupted leaves half a module behind.
    """

    name: str
    description: str
    decide: Decide
    weigh: Weigh
    seconds: float = 0.0
    nodes: int = 0
    rating: float = 0.0
    fallback: Callable[[View], Fallback | None] = never
    load: Callable[[], None] | None = None
