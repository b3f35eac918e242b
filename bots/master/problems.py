"""Problems: positions with a hand, of which the best order of jobs is wanted. Many are valued at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.master.nets import Nets, values_of
from bots.master.reading import Floats, read_inputs, read_seat_inputs
from bots.master.rounds import (
    NEEDS,
    NO_DESIGN,
    RECYCLED,
    STEPS,
    Ints,
    Least,
    Rows,
    carry_out,
    recycle,
    required_bits,
    scores,
    sum_of_resources,
)
from bots.numbers.position import Position

LAST_MOMENT = 7
"""The moment that ends the game."""
MAX_ROWS = 1024
"""Rows that are valued together: their arrays fit into the cache of a core."""
CARD_POINTS = 0.01
"""Points for a constructed card, to break ties: with equal scores, more cards win (R83)."""
MISSING_CARD_POINTS = 30.0
"""Points that a required card costs if it is missing at the end of a scenario."""
Hand = tuple[int, ...]
Numbers = NDArray[np.float64]


class Setting(NamedTuple):
    """What values the problems. `moment`: 0..7; `required`: the designs of the scenario; `scenario`: its number, 0..5;
    `step`, `cubes`: as in RoundState. With other seats, `least` is (problem, resource) and `rivals` (problem, input):
    what the others show, for the inputs."""

    nets: Nets
    moment: int
    least: Least
    required: tuple[int, ...] = ()
    scenario: int | None = None
    step: int = -1
    cubes: int = 0
    rivals: Floats | None = None

    @property
    def until(self) -> int:
        """The step before which a simulation stops: the nets value the position there."""
        return STEPS if self.moment % 2 or self.rivals is not None else 0

    def of(self, problems: Sequence[int] | Ints) -> "Setting":
        """The setting with one row for each of these problems; a problem may occur several times."""
        if self.rivals is None:
            return self
        return self._replace(least=np.asarray(self.least)[problems], rivals=self.rivals[problems])

    def next_moment(self) -> "Setting":
        """The planning of the next pool."""
        return self._replace(moment=self.moment + 1, step=-1, cubes=0)


class Problems(NamedTuple):
    """Positions with hands, by problem. `numbers`: fields of the position; `designs`, `needs`: (problem, job), sites
    first, then the hand, then NO_DESIGN, at least one; `sites`, `jobs`: how many."""

    numbers: Ints
    designs: Ints
    needs: Ints
    sites: Ints
    jobs: Ints


def make_problems(starts: Sequence[tuple[Position, Hand]], required: tuple[int, ...] = ()) -> Problems:
    """The positions and hands as arrays. `required`: the designs of the scenario."""
    width = max(len(position.sites) + len(hand) for position, hand in starts) + 1
    numbers, designs, needs = [], [], []
    for position, hand in starts:
        missing = sum([1 << i for i, design in enumerate(required) if design in position.required])
        numbers.append((*position[:4], *position.cubes_per_card, position.items, position.empire_cubes, missing))
        jobs = [*[design for design, _ in position.sites], *hand]
        designs.append(jobs + [NO_DESIGN] * (width - len(jobs)))
        needs.append([open_spaces for _, open_spaces in position.sites] + [0] * (width - len(position.sites)))
    sites = np.array([len(position.sites) for position, _ in starts])
    jobs_count = sites + [len(hand) for _, hand in starts]
    all_designs = np.array(designs)
    is_site = np.arange(width) < sites[:, None]
    return Problems(
        np.array(numbers), all_designs, np.where(is_site, np.array(needs), NEEDS[all_designs]), sites, jobs_count
    )


def values_of_orders(setting: Setting, problems: Problems, owners: Ints, orders: Ints) -> Numbers:
    """By row, the points at the end of the game that the order promises. `owners`: the problem of each row; `orders`:
    (row, place), a job, -1 behind the last."""
    values = np.empty(len(owners))
    for first in range(0, len(owners), MAX_ROWS):
        part = slice(first, first + MAX_ROWS)
        rows = carried_out(setting, problems, owners[part], orders[part])
        values[part] = values_of_rows(setting.of(owners[part]), rows)
    return values


def values_of_rows(setting: Setting, rows: Rows) -> Numbers:
    """By row, the points at the end of the game; after the last round the score. `setting`: of the rows."""
    if setting.moment == LAST_MOMENT:
        missing = sum([rows.missing >> i & 1 for i in range(len(setting.required))])
        return scores(rows) + CARD_POINTS * sum_of_resources(rows.counts) - MISSING_CARD_POINTS * missing
    if setting.rivals is not None:
        inputs = read_seat_inputs(rows, setting.least, setting.rivals)
        return values_of(setting.nets, setting.moment, inputs).astype(np.float64)
    bits = required_bits(setting.required)
    inputs = read_inputs(rows, bits, setting.least, setting.required, setting.scenario)
    return values_of(setting.nets, setting.moment, inputs).astype(np.float64)


def carried_out(setting: Setting, problems: Problems, owners: Ints, orders: Ints) -> Rows:
    """The rows after the orders are carried out. Sites that are not in the order come last and get nothing."""
    none = problems.designs.shape[1] - 1
    jobs = np.where(orders < 0, none, orders)
    ordered = np.bitwise_or.reduce(1 << jobs, axis=1)
    places = np.arange(none + 1)
    absent = ordered[:, None] >> places & 1 == 0
    sites, count = problems.sites[owners][:, None], problems.jobs[owners][:, None]
    given_up = absent & (places < sites)
    left = int(given_up.sum(axis=1).max())
    if left:
        last = np.argsort(~given_up, axis=1, kind="stable")[:, :left]
        last = np.where(np.take_along_axis(given_up, last, axis=1), last, none)
        jobs = np.concatenate([jobs, last], axis=1)
    designs = problems.designs[owners[:, None], jobs]
    served = designs != NO_DESIGN
    served[:, orders.shape[1] :] = False
    numbers = problems.numbers[owners]
    rows = Rows(
        numbers[:, 0].copy(), numbers[:, 1].copy(), numbers[:, 2].copy(), numbers[:, 3].copy(), numbers[:, 4:9].copy(),
        numbers[:, 9].copy(), numbers[:, 10].copy(), numbers[:, 11].copy(),
        designs, problems.needs[owners[:, None], jobs], served,
    )  # fmt: skip
    if (hand := int((count - sites).max())) > 0:
        at = sites + np.arange(hand)
        in_hand = at < count
        at = np.where(in_hand, at, none)
        is_recycled = np.take_along_axis(absent, at, axis=1) & in_hand
        recycle(rows, np.where(is_recycled, RECYCLED[problems.designs[owners[:, None], at]], -1))
    carry_out(
        rows, required_bits(setting.required), setting.of(owners).least, setting.until, setting.step, setting.cubes
    )
    return rows


def position_after(setting: Setting, rows: Rows, row: int) -> Position:
    """The position of a row."""
    kept = rows.designs[row] != NO_DESIGN
    sites = zip(rows.designs[row][kept].tolist(), rows.needs[row][kept].tolist(), strict=True)
    missing = int(rows.missing[row])
    return Position(
        int(rows.flat[row]),
        int(rows.counts[row]),
        int(rows.points[row]),
        int(rows.production[row]),
        tuple(rows.per_card[row].tolist()),
        int(rows.items[row]),
        int(rows.waste[row]),
        tuple(sites),
        tuple([design for i, design in enumerate(setting.required) if missing >> i & 1]),
    )
