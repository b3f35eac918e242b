"""Redraws (R62), compiled: which two cards to give up, and what the best of five cards is worth."""

import numpy as np

from game.solo import REDRAW_CARDS
from training.arrays.compiled import compiled, lean
from training.arrays.orders import copy_jobs, evaluate, insert
from training.arrays.position import DESIGN_COUNT, MAX_JOBS, RECYCLED, SITES

RESOURCES = 5


@lean
def without_pair(sites, hand, hand_size, order, size, first, second, left_hand, left_order):  # type: ignore[no-untyped-def]
    """Write the hand and the order without two cards, given by their places in hand. Returns the size of the order.

    The jobs of the hand are numbered anew.
    """
    left = 0
    for i in range(hand_size):
        if i not in (first, second):
            left_hand[left] = hand[i]
            left += 1
    count = 0
    for i in range(size):
        job = order[i]
        if job >= sites:
            at = job - sites
            if at in (first, second):
                continue
            job -= (at > first) + (at > second)
        left_order[count] = job
        count += 1
    return count


@lean
def best_insertion(search, moment, position, hand, hand_size, order, size, step, recycled, best_order):  # type: ignore[no-untyped-def]
    """Try the last card of the hand at every `step`-th place and at the end. Returns (size, value) of the best.

    `recycled`: by resource, the value with a card that is recycled for it, NaN if unknown; takes what is found.
    """
    job, resource = position[SITES] + hand_size - 1, RECYCLED[hand[hand_size - 1]]
    if np.isnan(recycled[resource]):
        recycled[resource] = evaluate(search, moment, position, hand, hand_size, order, size)
    best, best_size, best_at = recycled[resource], size, -1
    trial = search.trial
    for at in range(size + 1):
        if at % step and at < size:
            continue
        insert(order, size, job, at, trial)
        found = evaluate(search, moment, position, hand, hand_size, trial, size + 1)
        if found > best:
            best, best_size, best_at = found, size + 1, at
    copy_jobs(order, size, best_order)
    if best_at >= 0:
        insert(order, size, job, best_at, best_order)
    return best_size, best


@compiled
def expected_best(values, copies, size):  # type: ignore[no-untyped-def]
    """The mean value of the best of five cards that are drawn by `copies`. Sorts."""
    by_value = np.argsort(values[:size])
    total = 0
    for i in range(size):
        total += copies[i]
    below, mean, share_below = 0, 0.0, 0.0
    for i in range(size):
        below += copies[by_value[i]]
        share = (below / total) ** REDRAW_CARDS
        mean += values[by_value[i]] * (share - share_below)
        share_below = share
    return mean


@compiled
def redraw_value(search, moment, position, hand, hand_size, order, size, pair, unseen, first, stride, step):  # type: ignore[no-untyped-def]
    """Points to expect from a redraw of the pair: every `stride`-th unseen design from `first` on, put in where it is
    best, of which the seat keeps the best of five."""
    left_hand, left_order = np.empty(5, np.int64), np.empty(MAX_JOBS, np.int64)
    best_order, recycled = np.empty(MAX_JOBS, np.int64), np.full(RESOURCES, np.nan)
    count = without_pair(position[SITES], hand, hand_size, order, size, pair[0], pair[1], left_hand, left_order)
    values, copies = np.empty(DESIGN_COUNT), np.empty(DESIGN_COUNT, np.int64)
    number = 0
    for design in range(first, DESIGN_COUNT, stride):
        if unseen[design] > 0:
            left_hand[hand_size - 2] = design
            _, value = best_insertion(
                search, moment, position, left_hand, hand_size - 1, left_order, count, step, recycled, best_order
            )
            values[number], copies[number] = value, unseen[design]
            number += 1
    if number == 0:
        return -1e9
    return expected_best(values, copies, number)


@compiled
def least_missed_pairs(search, moment, position, hand, hand_size, order, size, pairs):  # type: ignore[no-untyped-def]
    """Write all pairs of the hand, that whose loss costs least first. Returns how many."""
    left_hand, left_order = np.empty(5, np.int64), np.empty(MAX_JOBS, np.int64)
    values = np.empty(10)
    found = np.empty((10, 2), np.int64)
    number = 0
    for first in range(hand_size):
        for second in range(first + 1, hand_size):
            count = without_pair(position[SITES], hand, hand_size, order, size, first, second, left_hand, left_order)
            values[number] = -evaluate(search, moment, position, left_hand, hand_size - 2, left_order, count)
            found[number, 0], found[number, 1] = first, second
            number += 1
    by_loss = np.argsort(values[:number])
    for i in range(number):
        pairs[i] = found[by_loss[i]]
    return number
