"""The tasks of `wonderful train`, by name."""

from functools import partial
from typing import Final

import numpy as np

from bots.master import inputs, seat_inputs
from bots.master.nets import MOMENTS
from game.scenarios import SCENARIOS
from training.learning.task import Task
from training.seats import batches as seats_batches
from training.seats import evaluation as seats_evaluation
from training.seats.games import DECISIONS, moment_of
from training.solo import batches as solo_batches
from training.solo import evaluation as solo_evaluation
from training.solo.openings import Kind, openings_of

SOLO_KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "A": (Kind("A"),),
    "B": (Kind("B"),),
    "scenarios": tuple([Kind("B", scenario) for scenario in SCENARIOS]),
} | {scenario: (Kind("B", scenario),) for scenario in SCENARIOS}
"""By task, the kinds of solo games; game n is of kind n modulo their number."""
SEATS: Final = {"two": (2,), "three": (3,), "four": (4,), "five": (5,), "seats": (2, 3, 4, 5)}
"""By task, the numbers of seats; batch n of games has number n modulo their number."""
TASKS: Final = (*SOLO_KINDS, *SEATS)


def task_of(name: str) -> Task:
    """The task of this name, one of TASKS."""
    if name in SEATS:
        return Task(
            inputs=seat_inputs.COUNT,
            feature_set=seat_inputs.FEATURE_SET,
            moments=np.array([moment_of(decision) for decision in range(DECISIONS)]),
            moment_names=("picks", "plan"),
            batch_games=seats_batches.BATCH_GAMES,
            kept_rows=8192,
            replayed_rows=64,
            games_per_point=800,
            player=partial(seats_batches.player, SEATS[name]),
            evaluate=partial(seats_evaluation.evaluate, SEATS[name]),
        )
    openings = openings_of(SOLO_KINDS[name])
    return Task(
        inputs=inputs.COUNT,
        feature_set=inputs.FEATURE_SET,
        moments=np.arange(MOMENTS),
        moment_names=("sequence 1", "sequence 2"),
        batch_games=solo_batches.BATCH_GAMES,
        kept_rows=8192,
        replayed_rows=240,
        games_per_point=1600,
        player=partial(solo_batches.player, openings),
        evaluate=partial(solo_evaluation.evaluate, openings),
    )
