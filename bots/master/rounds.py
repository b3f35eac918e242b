"""Rounds carried out for many rows at once: `bots.search.simulation.simulate` on arrays.

A row is a position with jobs in the order in which they get cubes. All arrays are of int64, with a place for each row;
the fields are those of `bots.numbers.fields`. An order search compares thousands of rows, and numpy needs a few
microseconds for each.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import (
    FIELD_BITS,
    FIELD_MASK,
    FINANCIER_POINTS_AT,
    FINANCIERS_AT,
    GENERAL_POINTS_AT,
    GENERALS_AT,
    KRYSTALLIUM_AT,
    RESOURCE_FIELDS,
)
from bots.planner.round_end import CUBES_PER_KRYSTALLIUM, FINANCIER, GENERAL, SUPREMACY_CHARACTERS

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Least = tuple[int, ...] | Ints
"""By resource, the least to produce for its character; as an array also (row, resource)."""
STEPS = 5
DIGIT_SUM = sum(1 << FIELD_BITS * i for i in range(5))
"""A product with it has the sum of the five fields of resources in its fifth field."""


def _column(name: str) -> Ints:
    """A number of each design, and 0 for the row of no design (-1)."""
    return np.array([*[getattr(numbers, name) for numbers in DESIGN_NUMBERS], 0], np.int64)


TYPE, NEEDS, PRODUCED, BONUS = _column("type"), _column("needs"), _column("production"), _column("bonus")
RECYCLED, FLAT_POINTS = _column("recycled_resource"), _column("flat_points")
SCORED, POINTS_EACH = _column("scored"), _column("points_each")
PER_RESOURCE, PER_TYPE = _column("per_resource"), _column("per_type")
POINTS_ADDED = np.where(SCORED >= 0, POINTS_EACH << FIELD_BITS * np.maximum(SCORED, 0), 0)
NO_DESIGN = -1
LATER_FIELDS = [RESOURCE_FIELDS >> FIELD_BITS * step << FIELD_BITS * step for step in range(STEPS + 1)]
"""By step + 1, the fields of the cubes that later steps bring."""


@dataclass(slots=True)
class Rows:
    """Positions with their jobs. `per_card`: (row, 5); `designs`, `needs`: (row, job), NO_DESIGN for none; `served`:
    (row, job), the jobs that get cubes; `missing`: designs that a scenario still requires, a bit for each."""

    flat: Ints
    counts: Ints
    points: Ints
    production: Ints
    per_card: Ints
    items: Ints
    waste: Ints
    missing: Ints
    designs: Ints
    needs: Ints
    served: Bools

    def copy(self) -> "Rows":
        """Rows that may be changed without changing these."""
        return Rows(*[getattr(self, name).copy() for name in Rows.__slots__])


def required_bits(required: tuple[int, ...]) -> Ints:
    """By design, its bit among the required designs."""
    bits = np.zeros(len(TYPE), np.int64)
    for i, design in enumerate(required):
        bits[design] = 1 << i
    return bits


def sum_of_resources(fields: Ints) -> Ints:
    """The sum of the five fields of resources, below 64 each and 128 in all."""
    return ((fields & RESOURCE_FIELDS) * DIGIT_SUM) >> FIELD_BITS * 4 & 127


def carry_out(rows: Rows, bits: Ints, least: Least, until: int = STEPS, step0: int = -1, cubes0: int = 0) -> Ints:
    """Carry all steps before `until` out. Changes `rows`; returns the cubes that no job needed, (row, resource).

    `bits`: as `required_bits` gives; `step0`: the step under way, -1 in planning; `cubes0`: its cubes that are not
    placed.
    """
    free, least = np.zeros((len(rows.flat), STEPS), np.int64), np.asarray(least)
    for step in range(step0, until):
        if step >= 0:
            cubes = np.full(len(rows.flat), cubes0) if step == step0 else _produce(rows, step, least)
            free[:, step] = _place(rows, step, cubes)
            rows.waste += free[:, step]
        rows.items += rows.waste // CUBES_PER_KRYSTALLIUM << KRYSTALLIUM_AT
        rows.waste %= CUBES_PER_KRYSTALLIUM
        _complete(rows, step, bits)
    return free


def recycle(rows: Rows, resources: Ints) -> None:
    """Give the cubes of recycled cards to the first jobs that need them. `resources`: (row, card), -1 for no card."""
    every = np.arange(len(rows.flat))
    for at in range(resources.shape[1]):
        resource = resources[:, at]
        shift = FIELD_BITS * np.maximum(resource, 0)
        wanted = (rows.needs >> shift[:, None] & FIELD_MASK > 0) & rows.served & (resource >= 0)[:, None]
        first = wanted.argmax(axis=1)
        taken = wanted[every, first]
        rows.needs[every, first] -= taken.astype(np.int64) << shift
        rows.waste += (resource >= 0) & ~taken


def _produce(rows: Rows, step: int, least: Ints) -> Ints:
    """The cubes of a step; the rows that produce enough take the character."""
    cubes = rows.production >> FIELD_BITS * step & FIELD_MASK
    character: Ints | int = SUPREMACY_CHARACTERS[step]
    if not character:
        general, financier = rows.points >> GENERAL_POINTS_AT, rows.points >> FINANCIER_POINTS_AT
        character = np.where(general & FIELD_MASK >= financier & FIELD_MASK, GENERAL, FINANCIER)
    rows.items += (cubes >= least[..., step]) * character
    return cubes


def _place(rows: Rows, step: int, cubes: Ints) -> Ints:
    """Place the cubes on the first jobs that need them. Returns how many are left."""
    at = FIELD_BITS * step
    wanted = (rows.needs >> at & FIELD_MASK) * rows.served
    before = np.cumsum(wanted, axis=1)
    before -= wanted
    used = np.minimum(np.maximum(cubes[:, None] - before, 0), wanted)
    rows.needs -= used << at
    left: Ints = cubes - used.sum(axis=1)
    return left


def _complete(rows: Rows, step: int, bits: Ints) -> None:
    """Complete jobs with krystallium and characters where no later step can bring a cube, the first job first."""
    at, job = np.nonzero(rows.served & (rows.needs & LATER_FIELDS[step + 1] == 0))
    while len(at):
        needs, items = rows.needs[at, job], rows.items[at]
        wild = sum_of_resources(needs) + (needs >> KRYSTALLIUM_AT & FIELD_MASK)
        can = wild <= items >> KRYSTALLIUM_AT & FIELD_MASK
        can &= needs >> GENERALS_AT & FIELD_MASK <= items >> GENERALS_AT & FIELD_MASK
        can &= needs >> FINANCIERS_AT <= items >> FINANCIERS_AT
        if not can.any():
            return
        can_at, can_job = at[can], job[can]
        paid = (wild[can] << KRYSTALLIUM_AT) + (needs[can] >> GENERALS_AT << GENERALS_AT)
        first = np.ones(len(can_at), np.bool_)
        first[1:] = can_at[1:] != can_at[:-1]
        done, its_job = can_at[first], can_job[first]
        designs = rows.designs[done, its_job]
        rows.items[done] += BONUS[designs] - paid[first]
        _construct(rows, done, designs, bits)
        rows.designs[done, its_job], rows.needs[done, its_job], rows.served[done, its_job] = NO_DESIGN, 0, False
        changed = np.zeros(len(rows.flat), np.bool_)
        changed[done] = True
        again = changed[at] & rows.served[at, job]
        at, job = at[again], job[again]


def _construct(rows: Rows, at: Ints, designs: Ints, bits: Ints) -> None:
    """Add a card to the empire of each of the rows `at`, without its bonus of construction."""
    kind, per, shift = TYPE[designs], PER_TYPE[designs], FIELD_BITS * np.maximum(PER_RESOURCE[designs], 0)
    rows.counts[at] += 1 << FIELD_BITS * kind
    rows.production[at] += PRODUCED[designs] + rows.per_card[at, kind]
    number = np.where(per >= 0, rows.counts[at] >> FIELD_BITS * np.maximum(per, 0) & FIELD_MASK, 0)
    rows.production[at] += number << shift
    rows.per_card[at, np.maximum(per, 0)] += (per >= 0).astype(np.int64) << shift
    rows.points[at] += POINTS_ADDED[designs]
    rows.flat[at] += FLAT_POINTS[designs]
    rows.missing[at] &= ~bits[designs]


def scores(rows: Rows) -> Ints:
    """Points as the empires stand."""
    points, counts, items = rows.points, rows.counts, rows.items
    value = rows.flat + (1 + (points >> GENERAL_POINTS_AT & FIELD_MASK)) * (items >> GENERALS_AT & FIELD_MASK)
    value += (1 + (points >> FINANCIER_POINTS_AT & FIELD_MASK)) * (items >> FINANCIERS_AT & FIELD_MASK)
    for kind in range(5):
        at = FIELD_BITS * kind
        value += (points >> at & FIELD_MASK) * (counts >> at & FIELD_MASK)
    return value
