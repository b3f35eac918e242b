"""The values that planning a round works with."""

from typing import Final, NamedTuple

from bots.numbers.position import Position


class Plan(NamedTuple):
    """What to do in a round. `value`: points at the end of the game; `after`: the position at the end of the round.

    `now`: jobs to complete, in the order of completion; `later`: jobs that get what is left, best first. Jobs are
    numbered: the sites of the position first, then the hand.
    """

    value: float
    now: tuple[int, ...]
    later: tuple[int, ...]
    after: Position


class Job(NamedTuple):
    """A card that may be completed. `needs`, `recycling`: fields; recycling is 0 for a card under construction.

    `last_step`: the step (-1..4) that completes the card if it gets all cubes that are present. `gain`, `cost`: points.
    """

    number: int
    design: int
    needs: int
    recycling: int
    last_step: int
    gain: float
    cost: float


class RoundSupply(NamedTuple):
    """The cubes and items of the rest of a round, as fields; `step`: -1..4.

    `available`: all of them; `present`: those that exist already; `coming`: production of steps that have not begun.
    `wild`: cubes of any resource to expect besides, from cards not yet seen.
    """

    available: int
    present: int
    coming: int
    step: int
    wild: int


PartialPlan = tuple[float, int, int, int, int, int, int, tuple[int, ...], int, int, int]
"""(value, available, present, coming, production, counts, points, cubes_per_card, flat_points, completed, steps).

The supply and the position after the jobs of the plan. `completed` has a bit for each job; `steps` has STEP_BITS for
each: the step that completes it + 1. This is a plain tuple because the beam search makes thousands of them, and a named
tuple takes five times as long to make. Code unpacks it by these names; only the sort key PLAN_VALUE is an index.
"""
PLAN_VALUE: Final = 0
STEP_BITS, STEP_MASK = 3, 7
