"""The search for the best order of jobs, compiled. It inserts, removes, moves and replaces jobs."""

from typing import NamedTuple

import numpy as np

from bots.master.nets import Nets
from bots.master.problems import CARD_POINTS, MISSING_CARD_POINTS
from training.arrays.carry_out import carry_out
from training.arrays.compiled import lean
from training.arrays.inputs import read_inputs, read_seat_inputs
from training.arrays.memo import Memo, clear_memo, key_of, make_memo, slot_of
from training.arrays.nets import Accumulator, clear_accumulator, make_accumulator, value_of
from training.arrays.position import BITS, COUNTS, MASK, MAX_JOBS, POSITION_SIZE, REQUIRED, SITES, Floats, Ints, score

LAST_MOMENT = 7
MAX_REQUIRED = 4
MAX_PLACES = 8
"""A job goes to one of the first places of the order, or to the end."""
BETTER = 1e-4
"""By how many points a neighbour must be better."""


class Search(NamedTuple):
    """What a search reads and the room it works in. `required`: designs, -1 for none; `scenario`: 0..5, -1 for none.

    `least`: by resource, the least to produce to take its character; `rivals`: what the other seats show, and the picks
    to come, unscaled; empty alone.

    `bias`: added to the value of a position, for each input; `is_biased`, `scenario`: one number. `after`, `later`:
    positions; `inputs`: of the net; `accumulator`, `memo`: what is kept of earlier values, until `forget`; `trial`,
    `rest`: orders. `evaluations`: a counter.
    """

    nets: Nets
    required: Ints
    scenario: Ints
    least: Ints
    rivals: Floats
    bias: Floats
    is_biased: Ints
    evaluations: Ints
    after: Ints
    later: Ints
    inputs: Floats
    accumulator: Accumulator
    memo: Memo
    trial: Ints
    rest: Ints


def make_search(nets: Nets, least: Ints, rivals: int = 0) -> Search:
    """A search with room of its own, for games without a scenario: `required` and `scenario` may be written to.

    `least`: by resource, the least to produce to take its character; `rivals`: inputs that the other seats have.
    """
    return Search(
        nets,
        np.full(MAX_REQUIRED, -1, np.int64),
        np.full(1, -1, np.int64),
        least.copy(),
        np.zeros(rivals, np.float32),
        np.zeros(nets.linear.shape[1], np.float32),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(POSITION_SIZE, np.int64),
        np.zeros(POSITION_SIZE, np.int64),
        np.zeros(nets.linear.shape[1], np.float32),
        make_accumulator(nets.linear.shape[1], nets.bias.shape[1]),
        make_memo(),
        np.zeros(MAX_JOBS, np.int64),
        np.zeros(MAX_JOBS, np.int64),
    )


@lean
def evaluate(search, moment, position, hand, hand_size, order, size):  # type: ignore[no-untyped-def]
    """Points at the end of the game if the order is carried out. Leaves the afterstate in `search.after`.

    Its inputs are in `search.inputs` right after `forget` only: the memo gives the value without them.
    """
    search.evaluations[0] += 1
    until = 5 if moment % 2 or search.rivals.size else 0
    after, memo = search.after, search.memo
    carry_out(position, hand, hand_size, -1, 0, search.least, order, size, until, search.required, after)
    if moment == LAST_MOMENT:
        return final_value(after)
    key = key_of(moment, after)
    slot = slot_of(key)
    if memo.keys[slot] == key:
        return memo.values[slot]
    if search.rivals.size:
        read_seat_inputs(after, search.least, search.required, search.rivals, search.later, search.inputs)
    else:
        read_inputs(after, search.least, search.required, search.scenario[0], search.later, search.inputs)
    value = float(value_of(search.nets, moment, search.inputs, search.accumulator))
    if search.is_biased[0]:
        for i in range(search.inputs.size):
            value += search.bias[i] * search.inputs[i]
    memo.keys[slot], memo.values[slot] = key, value
    return value


@lean
def forget(search):  # type: ignore[no-untyped-def]
    """Let the next values be computed anew: the nets, the bias or the other seats may have changed."""
    clear_memo(search.memo)
    clear_accumulator(search.accumulator)


@lean
def final_value(after):  # type: ignore[no-untyped-def]
    """The score, a little for each constructed card, and less for required cards that are missing."""
    cards = 0
    for kind in range(5):
        cards += after[COUNTS] >> BITS * kind & MASK
    missing = 0
    for i in range(MAX_REQUIRED):
        missing += after[REQUIRED] >> i & 1
    return score(after) + CARD_POINTS * cards - MISSING_CARD_POINTS * missing


@lean
def find_order(search, moment, position, hand, hand_size, order, size, budget):  # type: ignore[no-untyped-def]
    """Improve the order until no neighbour is better, with about `budget` evaluations. Returns (size, value).

    It takes the jobs in turn, and ends when none of them brought anything since the last improvement.
    """
    sites, jobs = position[SITES], position[SITES] + hand_size
    forget(search)
    value = evaluate(search, moment, position, hand, hand_size, order, size)
    limit = search.evaluations[0] + budget
    job, since_better = jobs, 0
    while since_better < jobs and search.evaluations[0] < limit:
        job = (job if job else jobs) - 1
        since_better += 1
        size, found = _place_job(search, moment, position, hand, hand_size, order, size, job, value)
        if found > value:
            value, since_better = found, 0
        if job >= sites:
            found = _replace_job(search, moment, position, hand, hand_size, order, size, job, value)
            if found > value:
                value, since_better = found, 0
    return size, value


@lean
def _place_job(search, moment, position, hand, hand_size, order, size, job, value):  # type: ignore[no-untyped-def]
    """Put the job where it is best, or leave it out, if that is better than `value`. Returns (size, value)."""
    trial, rest = search.trial, search.rest
    left, place = take_out(order, size, job, rest)
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
        copy_jobs(rest, left, order)
        return left, best
    insert(rest, left, job, best_place, order)
    return left + 1, best


@lean
def _replace_job(search, moment, position, hand, hand_size, order, size, job, value):  # type: ignore[no-untyped-def]
    """Put another card of the hand in the place of this one, if that is better than `value`. Returns the value."""
    ordered, at = 0, -1
    for i in range(size):
        ordered |= 1 << order[i]
        if order[i] == job:
            at = i
    if at < 0:
        return value
    best, best_job = value, job
    for other in range(position[SITES], position[SITES] + hand_size):
        if ordered >> other & 1:
            continue
        order[at] = other
        found = evaluate(search, moment, position, hand, hand_size, order, size)
        if found > best + BETTER:
            best, best_job = found, other
    order[at] = best_job
    return best


@lean
def take_out(order, size, job, rest):  # type: ignore[no-untyped-def]
    """Write the order without a job. Returns (its size, the place of the job, -1 if it was not in the order)."""
    left, place = 0, -1
    for i in range(size):
        if order[i] == job:
            place = i
        else:
            rest[left] = order[i]
            left += 1
    return left, place


@lean
def insert(rest, size, job, at, order):  # type: ignore[no-untyped-def]
    """Write the order with a job put in at a place."""
    copy_jobs(rest, at, order)
    order[at] = job
    for i in range(at, size):
        order[i + 1] = rest[i]


@lean
def copy_jobs(order, size, copy):  # type: ignore[no-untyped-def]
    """Write the first jobs. A loop, because a slice first looks whether both overlap."""
    for i in range(size):
        copy[i] = order[i]
