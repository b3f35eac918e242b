"""The search for the best order of jobs, compiled. It inserts, removes, moves and replaces jobs."""

from typing import NamedTuple

import numpy as np
from numba import njit

from bots.master.inputs import COUNT
from bots.master.nets import Nets
from bots.master.scores import CARD_POINTS, MISSING_CARD_POINTS
from training.solo.carry_out import carry_out, make_scratch
from training.solo.inputs import read_inputs
from training.solo.nets import value_of
from training.solo.position import BITS, COUNTS, MASK, MAX_JOBS, POSITION_SIZE, REQUIRED, SITES, Floats, Ints, score

LAST_MOMENT = 7
MAX_REQUIRED = 4
MAX_PLACES = 8
"""A job goes to one of the first places of the order, or to the end."""
BETTER = 1e-4
"""By how many points a neighbour must be better."""


class Search(NamedTuple):
    """What a search reads and the room it works in. `required`: designs, -1 for none; `scenario`: 0..5, -1 for none.

    `bias`: added to the value of a position, for each input; `is_biased`, `scenario`: one number. `after`, `later`:
    positions; `inputs`, `hidden`: of the net; `trial`, `rest`: orders. `evaluations`: a counter.
    """

    nets: Nets
    required: Ints
    scenario: Ints
    least: int
    bias: Floats
    is_biased: Ints
    evaluations: Ints
    scratch: Ints
    after: Ints
    later: Ints
    inputs: Floats
    hidden: Floats
    trial: Ints
    rest: Ints


def make_search(nets: Nets, least: int) -> Search:
    """A search with room of its own, for games without a scenario: `required` and `scenario` may be written to.

    `least`: the least to produce to take the character of a step.
    """
    return Search(
        nets,
        np.full(MAX_REQUIRED, -1, np.int64),
        np.full(1, -1, np.int64),
        least,
        np.zeros(COUNT, np.float32),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        make_scratch(),
        np.zeros(POSITION_SIZE, np.int64),
        np.zeros(POSITION_SIZE, np.int64),
        np.zeros(COUNT, np.float32),
        np.zeros(nets.bias.shape[1], np.float32),
        np.zeros(MAX_JOBS, np.int64),
        np.zeros(MAX_JOBS, np.int64),
    )


@njit(cache=True, nogil=True)
def evaluate(search, moment, position, hand, hand_size, order, size):  # type: ignore[no-untyped-def]
    """Points at the end of the game if the order is carried out. Leaves the afterstate in `search.after`."""
    search.evaluations[0] += 1
    until = 5 if moment % 2 else 0
    carry_out(
        position,
        hand,
        hand_size,
        -1,
        0,
        search.least,
        order,
        size,
        until,
        search.required,
        search.scratch,
        search.after,
    )
    after = search.after
    if moment == LAST_MOMENT:
        return final_value(after)
    read_inputs(after, search.least, search.required, search.scenario[0], search.scratch, search.later, search.inputs)
    value = float(value_of(search.nets, moment, search.inputs, search.hidden))
    if search.is_biased[0]:
        for i in range(search.inputs.size):
            value += search.bias[i] * search.inputs[i]
    return value


@njit(cache=True, nogil=True)
def final_value(after):  # type: ignore[no-untyped-def]
    """The score, a little for each constructed card, and less for required cards that are missing."""
    cards = 0
    for kind in range(5):
        cards += after[COUNTS] >> BITS * kind & MASK
    missing = 0
    for i in range(MAX_REQUIRED):
        missing += after[REQUIRED] >> i & 1
    return score(after) + CARD_POINTS * cards - MISSING_CARD_POINTS * missing


@njit(cache=True, nogil=True)
def find_order(search, moment, position, hand, hand_size, order, size, budget):  # type: ignore[no-untyped-def]
    """Improve the order until no neighbour is better, with about `budget` evaluations. Returns (size, value)."""
    jobs = position[SITES] + hand_size
    value = evaluate(search, moment, position, hand, hand_size, order, size)
    limit = search.evaluations[0] + budget
    is_better = True
    while is_better and search.evaluations[0] < limit:
        is_better = False
        for back in range(jobs):
            if search.evaluations[0] >= limit:
                break
            job = jobs - 1 - back
            size, found = _place_job(search, moment, position, hand, hand_size, order, size, job, value)
            if found > value:
                value, is_better = found, True
        for i in range(size):
            if order[i] < position[SITES] or search.evaluations[0] >= limit:
                continue
            found = _replace_job(search, moment, position, hand, hand_size, order, size, i, value)
            if found > value:
                value, is_better = found, True
    return size, value


@njit(cache=True, nogil=True)
def _place_job(search, moment, position, hand, hand_size, order, size, job, value):  # type: ignore[no-untyped-def]
    """Put the job where it is best, or leave it out, if that is better than `value`. Returns (size, value)."""
    trial, rest = search.trial, search.rest
    place, left = -1, 0
    for i in range(size):
        if order[i] == job:
            place = i
        else:
            rest[left] = order[i]
            left += 1
    best, best_place = value, -2
    if place >= 0:
        found = evaluate(search, moment, position, hand, hand_size, rest, left)
        if found > best + BETTER:
            best, best_place = found, -1
    for at in range(left + 1):
        if at == place or (at > MAX_PLACES and at < left):
            continue
        insert(rest, left, job, at, trial)
        found = evaluate(search, moment, position, hand, hand_size, trial, left + 1)
        if found > best + BETTER:
            best, best_place = found, at
    if best_place == -2:
        return size, value
    if best_place == -1:
        order[:left] = rest[:left]
        return left, best
    insert(rest, left, job, best_place, order)
    return left + 1, best


@njit(cache=True, nogil=True)
def _replace_job(search, moment, position, hand, hand_size, order, size, at, value):  # type: ignore[no-untyped-def]
    """Put another card of the hand in the place of a card, if that is better than `value`. Returns the value."""
    ordered = 0
    for i in range(size):
        ordered |= 1 << order[i]
    best, best_job, before = value, order[at], order[at]
    for job in range(position[SITES], position[SITES] + hand_size):
        if ordered >> job & 1:
            continue
        order[at] = job
        found = evaluate(search, moment, position, hand, hand_size, order, size)
        if found > best + BETTER:
            best, best_job = found, job
    order[at] = best_job if best > value else before
    return best


@njit(cache=True, nogil=True)
def insert(rest, size, job, at, order):  # type: ignore[no-untyped-def]
    """Write the order with a job put in at a place."""
    order[:at] = rest[:at]
    order[at] = job
    for i in range(at, size):
        order[i + 1] = rest[i]
