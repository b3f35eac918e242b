"""The compiled search for orders: what it keeps of earlier values, and where it ends."""

from random import Random

import numpy as np
import pytest

from bots.master.nets import POINTS_PER_OUTPUT
from tests.training.positions import random_round
from training.arrays.memo import key_of
from training.arrays.nets import first_weights, nets_of
from training.arrays.orders import BETTER, evaluate, find_order, forget, make_search
from training.arrays.position import DESIGNS_AT, MAX_JOBS, NEEDS_AT, SITES, to_array
from training.solo.openings import LEAST

MOMENT = 3
NOTHING_REQUIRED = np.full(4, -1)


def some_search():
    weights = first_weights(16, 5)
    weights += np.random.default_rng(5).normal(0, 0.05, len(weights)).astype(np.float32)
    return make_search(nets_of(weights, 16), LEAST)


def rounds(count, seed=1):
    """(position, hand, its size, jobs) for each."""
    rng = Random(seed)
    for _ in range(count):
        each = random_round(rng)
        position = to_array(each.position._replace(required=()), NOTHING_REQUIRED)
        yield position, np.array([*each.hand, 0]), len(each.hand), len(each.position.sites) + len(each.hand)


def value(search, position, hand, hand_size, order):
    return evaluate(search, MOMENT, position, hand, hand_size, np.array([*order, 0]), len(order))


def test_a_search_that_keeps_values_finds_those_that_a_new_one_computes():
    keeping, forgetting, rng = some_search(), some_search(), Random(2)
    for position, hand, hand_size, jobs in rounds(40):
        forget(keeping)
        orders = [rng.sample(range(jobs), rng.randrange(jobs + 1)) for _ in range(30)]
        for order in orders + orders[::-1]:
            forget(forgetting)
            anew = value(forgetting, position, hand, hand_size, order)
            assert value(keeping, position, hand, hand_size, order) == pytest.approx(anew, abs=1e-3)


def test_a_search_that_forgets_values_by_the_nets_and_the_bias_of_now():
    search, (position, hand, hand_size, _) = some_search(), next(rounds(1))
    before = value(search, position, hand, hand_size, [])
    search.nets.offset[MOMENT] += 1
    search.bias[27], search.is_biased[0] = 2.0, 1
    assert value(search, position, hand, hand_size, []) == before
    forget(search)
    anew = value(search, position, hand, hand_size, [])
    assert anew == pytest.approx(before + POINTS_PER_OUTPUT + 2.0 * search.inputs[27], abs=1e-3)


def test_no_neighbour_of_a_found_order_is_better():
    search = some_search()
    for position, hand, hand_size, jobs in rounds(25):
        order = np.zeros(MAX_JOBS, np.int64)
        size, best = find_order(search, MOMENT, position, hand, hand_size, order, 0, 100_000)
        found = order[:size].tolist()
        assert value(search, position, hand, hand_size, found) == pytest.approx(best, abs=1e-3)
        cards = [job for job in range(jobs - hand_size, jobs) if job not in found]
        for job in range(jobs):
            rest = [each for each in found if each != job]
            neighbours = [[*rest[:at], job, *rest[at:]] for at in range(min(len(rest), 8) + 1)] + [[*rest, job]]
            if job in found:
                neighbours.append(rest)
            if job in found and job >= jobs - hand_size:
                neighbours += [[card if each == job else each for each in found] for card in cards]
            for neighbour in neighbours:
                assert value(search, position, hand, hand_size, neighbour) < best + 2 * BETTER


def test_positions_that_differ_in_a_field_or_in_the_order_of_two_sites_have_different_keys():
    keys, count = set(), 0
    for position, *_ in rounds(200):
        if position[SITES] < 2:
            continue
        positions = [position]
        for place in range(SITES):
            for bit in range(0, 49, 7):
                positions.append(position.copy())
                positions[-1][place] ^= 1 << bit
        for first in (DESIGNS_AT, NEEDS_AT):
            positions.append(position.copy())
            positions[-1][first : first + 2] = position[first + 1], position[first]
        different = {each.tobytes() for each in positions}
        count += len(different)
        keys |= {int(key_of(MOMENT, np.frombuffer(each, np.int64))) for each in different}
    assert len(keys) == count > 10_000
