"""What a round can be planned with, as production stands."""

from bots.numbers.fields import FIELD, WIDTH
from bots.planner.beam import STILL
from bots.planner.jobs import Means
from bots.planner.outlook import Outlook
from bots.planner.settle import character


def at_planning(outlook: Outlook, soft: int = 0) -> Means:
    """The means of a whole round, before production."""
    return at_step(outlook, -1, 0, soft)


def at_step(outlook: Outlook, step: int, cubes: int, soft: int = 0) -> Means:
    """The means of the rest of a round. `cubes`: of the step (-1..4), as a field."""
    position = outlook.position
    coming, items = position.production & STILL[step + 1], position.items
    supply = coming + cubes + items
    for r in range(step + 1, 5):
        if coming >> WIDTH * r & FIELD >= outlook.least[r]:
            supply += character(r, position.points)
    return Means(supply, cubes + items, coming, step, soft)
