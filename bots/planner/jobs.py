"""What a plan for a round is made of."""

from typing import NamedTuple

from bots.numbers.position import Position


class Plan(NamedTuple):
    """What to do in a round. `value`: points at the end of the game; `after`: the position when the round is over.

    `now`: jobs to complete, the first completed first; `later`: those that get what is left, the best first. Jobs are
    numbered: the sites of the position first, then the hand.
    """

    value: float
    now: tuple[int, ...]
    later: tuple[int, ...]
    after: Position


class Job(NamedTuple):
    """A card that may be completed. `recycling`: the cube that this costs, none under construction.

    `last`: the step (-1..4) that completes it, going by the cubes there are before any is used.
    """

    number: int
    design: int
    needs: int
    recycling: int
    last: int
    gain: float
    cost: float


class Means(NamedTuple):
    """What a round is planned with, as fields. `supply`: items and the cubes of the rest of the round.

    `early`: those of them that are there already; `coming`: production of the steps not yet begun. `step`: -1 in
    planning. `soft`: wild cubes to expect besides, of cards not yet seen.
    """

    supply: int
    early: int
    coming: int
    step: int = -1
    soft: int = 0


State = tuple[float, int, int, int, int, int, int, tuple[int, ...], int, int, int]
"""Value, supply, early, coming; production, counts, points, per, flat as in a position; the jobs completed as bits, and
for each three bits of its step + 1."""
