"""Analysis of a finished game: what `master` expects at each decision of each seat, and how far luck and skill go.

The points of a seat are its lead over the mean of the others at the end of the game; alone, its score. Between two
decisions of a seat they move by luck: cards come, and others decide. A decision moves them by skill, from what the best
one promises to what the one that was made does. So start, luck and skill add up to the result.

Nothing that was hidden from a seat decides what a decision was worth. When its cards of the round are known, so are
those of the others.

`timeline` loads numpy, and this module does not.
"""

from typing import NamedTuple

from bots.master import TRAINED_RULESET
from bots.strategy import Budget
from game import Intention, State, body

BUDGET = Budget(nodes=40)
"""Of one decision of a seat that plays alone: imagined pools."""


class Decision(NamedTuple):
    """A decision that stands. `version`: of the state that it was made in.

    `luck`: what the points of the seat moved by since its decision before, 0 at the first one. `best_value`,
    `made_value`: points at the end that the best intention and the one that was made promise; the first is no smaller.
    `error`: the standard error of their difference, 0 where no card was imagined. A loss that may be chance counts as
    none: both are the same then. `is_forced`: nothing else was possible. `margin`: by how much the best intention is
    ahead of the second best that was compared, as far as a first look tells.
    """

    version: int
    seat: int
    round: int
    phase: str
    made: Intention
    best: Intention
    luck: float
    best_value: float
    made_value: float
    error: float
    is_forced: bool
    margin: float = 0.0


def is_learned(state: State) -> bool:
    """Whether `master` has learned this kind of game, so that its decisions can be judged."""
    return state.ruleset == TRAINED_RULESET


def same_choice(one: Intention, other: Intention) -> bool:
    """Whether both do the same, be it with another copy of the card that is picked, slated or recycled.

    >>> from game.draft import Draft
    >>> same_choice(Draft(0, "zeppelin.1"), Draft(0, "zeppelin.2"))
    True
    >>> same_choice(Draft(0, "zeppelin.1"), Draft(0, "megabomb.1"))
    False
    """
    return choice_key(one) == choice_key(other)


def choice_key(intention: Intention) -> tuple[tuple[str, str], ...]:
    """What all intentions that are the same choice have in common."""
    fields = body(intention)
    if "card" in fields:
        fields["card"] = fields["card"].partition(".")[0]
    return tuple(sorted((name, str(value)) for name, value in fields.items()))
