"""The inputs of the nets for many rows at once, in the order of `bots.master.inputs`."""

import numpy as np
from numpy.typing import NDArray

from bots.master.inputs import COUNT, MAX_CARRIED_SITES, MAX_UNTOUCHED_SITES, SCALES
from bots.master.rounds import (
    BONUS,
    FLAT_POINTS,
    NEEDS,
    NO_DESIGN,
    POINTS_ADDED,
    POINTS_EACH,
    PRODUCED,
    SCORED,
    TYPE,
    Bools,
    Ints,
    Least,
    Rows,
    carry_out,
    required_bits,
    scores,
    sum_of_resources,
)
from bots.master.seat_inputs import COUNT as SEAT_COUNT
from bots.master.seat_inputs import OWN_COUNT
from bots.master.seat_inputs import SCALES as SEAT_SCALES
from bots.numbers.fields import FIELD_BITS, FIELD_MASK

Floats = NDArray[np.float32]
NEAR_CUBES = 2
"""The most cubes that a nearly complete site lacks."""
AT = FIELD_BITS * np.arange(8)
SCALE, SEAT_SCALE = np.array(SCALES, np.float32), np.array(SEAT_SCALES, np.float32)
SPACES = (NEEDS[:, None] >> AT & FIELD_MASK).sum(axis=1)
"""By design, its spaces."""
KIND = np.where(np.arange(len(TYPE)) == len(TYPE) - 1, 0, 1 << FIELD_BITS * TYPE)
"""By design, 1 in the field of its type."""


def fields(packed: Ints, first: int, count: int) -> Ints:
    """The amounts as a new last axis."""
    return packed[..., None] >> AT[first : first + count] & FIELD_MASK


def read_inputs(rows: Rows, bits: Ints, least: Least, required: tuple[int, ...], scenario: int | None) -> Floats:
    """(row, input), scaled. `scenario`: 0..5."""
    x = np.zeros((len(rows.flat), COUNT), np.float32)
    later = _read_shared(rows, bits, least, x)
    if required:
        _read_required(rows, later, required, x)
    if scenario is not None:
        x[:, 124 + scenario] = 1
    x *= SCALE
    return x


def read_seat_inputs(rows: Rows, least: Least, rivals: Floats) -> Floats:
    """(row, input) of a game with several seats, scaled. `rivals`: (row, input), what the other seats show,
    unscaled."""
    x = np.zeros((len(rows.flat), SEAT_COUNT), np.float32)
    _read_shared(rows, required_bits(()), least, x)
    x[:, OWN_COUNT - 5 : OWN_COUNT] = x[:, 0:5] >= least
    x[:, OWN_COUNT:] = rivals
    x *= SEAT_SCALE
    return x


def _read_shared(rows: Rows, bits: Ints, least: Least, x: Floats) -> Rows:
    """Write what all kinds of games read. Returns the rows after a round without new cards."""
    alive = rows.designs != NO_DESIGN
    rank = np.cumsum(alive, axis=1)
    _read_empire(rows, x)
    _read_sites(rows, x, alive & ((rank <= MAX_UNTOUCHED_SITES) | (rows.needs != NEEDS[rows.designs])))
    _read_reach(x)
    later = rows.copy()
    later.served = alive & (rank <= MAX_CARRIED_SITES)
    x[:, 114:119] = carry_out(later, bits, least)
    x[:, 100] = scores(later) - scores(rows)
    x[:, 101:106] = fields(later.production, 0, 5) - fields(rows.production, 0, 5)
    x[:, 106:111] = fields(later.counts, 0, 5) - fields(rows.counts, 0, 5)
    x[:, 111:114] = fields(later.items, 5, 3) - fields(rows.items, 5, 3)
    return later


def _read_empire(rows: Rows, x: Floats) -> None:
    production, cards, each = fields(rows.production, 0, 5), fields(rows.counts, 0, 5), fields(rows.points, 0, 7)
    x[:, 0:5], x[:, 5:10], x[:, 10:15] = production, production >= 4, production >= 5
    x[:, 15:20], x[:, 20:27] = cards, each
    x[:, 27], x[:, 28] = scores(rows), rows.flat
    x[:, 29:32] = fields(rows.items, 5, 3)
    x[:, 32] = rows.waste
    x[:, 33:38] = sum_of_resources(rows.per_card)
    x[:, 38:43], x[:, 43:48] = each[:, :5] * production, each[:, :5] * cards
    x[:, 48:50] = x[:, 25:27] * x[:, 30:32]


def _read_sites(rows: Rows, x: Floats, counted: Bools) -> None:
    designs, needs = np.where(counted, rows.designs, NO_DESIGN), np.where(counted, rows.needs, 0)
    left = sum_of_resources(needs) + fields(needs, 5, 3).sum(axis=2)
    near = counted & (left <= NEAR_CUBES)
    made = PRODUCED[designs]
    x[:, 50:58] = _sums(needs, 8)
    x[:, 58:63], x[:, 63:68] = _sums(made, 5), _sums(made * near, 5)
    x[:, 68:73] = np.minimum(x[:, 50:55], x[:, 0:5])
    x[:, 73:78] = _sums(KIND[designs], 5)
    gain = _gains(rows, designs)
    x[:, 78], x[:, 80] = gain.sum(axis=1), (gain * near).sum(axis=1)
    full = np.maximum(SPACES[designs], 1)
    x[:, 79] = (gain * (full - left) / full).sum(axis=1)
    x[:, 81:84] = _sums(BONUS[designs] >> FIELD_BITS * 5, 3)
    x[:, 84:91] = _sums(POINTS_ADDED[designs], 7)
    x[:, 91:96] = x[:, 84:89] * (x[:, 15:20] + x[:, 73:78])


def _sums(packed: Ints, count: int) -> Ints:
    """(row, field): the sums over the jobs, each below 128."""
    sums: Ints = packed.sum(axis=1)[:, None] >> AT[:count] & 127
    return sums


def _gains(rows: Rows, designs: Ints) -> Ints:
    """(row, site): the points that the site gives as the empire stands."""
    kind, scored = TYPE[designs], SCORED[designs]
    gain = FLAT_POINTS[designs] + (rows.points[:, None] >> FIELD_BITS * kind & FIELD_MASK)
    of_cards = rows.counts[:, None] >> FIELD_BITS * np.clip(scored, 0, 4) & FIELD_MASK
    of_characters = rows.items[:, None] >> FIELD_BITS * (np.maximum(scored, 5) + 1) & FIELD_MASK
    number = np.where(scored >= 5, of_characters, of_cards + (scored == kind))
    gain += np.where(scored >= 0, POINTS_EACH[designs] * number, 0)
    return np.where(designs == NO_DESIGN, 0, gain)


def _read_reach(x: Floats) -> None:
    cubes = np.minimum(x[:, 0:5], 5)
    x[:, 98] = cubes[:, 1] + cubes[:, 2] + cubes[:, 4]
    x[:, 99] = cubes[:, 0] + cubes[:, 2] + cubes[:, 3]
    x[:, 96:98] = x[:, 89:91] * x[:, 98:100] / 5
    x[:, 98:100] *= x[:, 25:27] / 5


def _read_required(rows: Rows, later: Rows, required: tuple[int, ...], x: Floats) -> None:
    needed = np.zeros((len(rows.flat), 8), np.int64)
    for i, design in enumerate(required):
        is_missing = rows.missing >> i & 1
        x[:, 119] += is_missing
        x[:, 122] += later.missing >> i & 1
        sites = rows.designs == design
        first = sites.argmax(axis=1)
        every = np.arange(len(first))
        needed += fields(rows.needs[every, first], 0, 8) * (sites[every, first] * is_missing)[:, None]
    x[:, 120], x[:, 121] = needed[:, :5].sum(axis=1), needed[:, 5:].sum(axis=1)
    x[:, 123] = np.maximum(needed[:, :5] - fields(rows.production, 0, 5), 0).sum(axis=1)
