"""The look at the next pools, compiled: `bots.master.lookahead` and its race, on arrays."""

from typing import NamedTuple

import numpy as np

from bots.master.solo import MAX_LAG
from game.solo import POOL_CARDS
from training.arrays.compiled import compiled, lean
from training.arrays.luck import below
from training.arrays.orders import MAX_PLACES, copy_jobs, evaluate, find_order, insert, take_out
from training.arrays.position import DESIGN_COUNT, DESIGNS_AT, MAX_JOBS, NEEDS_AT, POSITION_SIZE, SITES, Floats, Ints

STARTS = 3
"""Orders from which the search for options begins."""


class Options(NamedTuple):
    """Orders that lead to different positions. `found`: how many, one number; by option: its value, its order with its
    size, and the position."""

    found: Ints
    values: Floats
    orders: Ints
    sizes: Ints
    afters: Ints


@compiled
def make_options(most):  # type: ignore[no-untyped-def]
    """Room for that many options."""
    return Options(
        np.zeros(1, np.int64),
        np.zeros(most),
        np.zeros((most, MAX_JOBS), np.int64),
        np.zeros(most, np.int64),
        np.zeros((most, POSITION_SIZE), np.int64),
    )


@compiled
def look_ahead(search, effort, moment, position, hand, hand_size, order, size, unseen, luck):  # type: ignore[no-untyped-def]
    """Write the order that is best after imagined pools; its size. `order`: the best one without them."""
    options = make_options(effort.options)
    for start in range(STARTS):
        if start:
            size = _start(position, start, order)
            size, _ = find_order(search, moment, position, hand, hand_size, order, size, effort.orders)
        offer_neighbours(search, moment, position, hand, hand_size, order, size, options)
    best = race(search, effort, moment, options, unseen, luck)
    copy_jobs(options.orders[best], options.sizes[best], order)
    return options.sizes[best]


@lean
def _start(position, start, order):  # type: ignore[no-untyped-def]
    """Write the sites, the last one first, or the one with the fewest open spaces first. Returns their number."""
    size = position[SITES]
    for i in range(size):
        site = size - 1 - i if start == 1 else i
        at = i
        while start == 2 and at and _spaces_of(position, order[at - 1]) > _spaces_of(position, site):
            order[at] = order[at - 1]
            at -= 1
        order[at] = site
    return size


@lean
def _spaces_of(position, site):  # type: ignore[no-untyped-def]
    """The open spaces of a site."""
    return position[NEEDS_AT + site] % 127


@lean
def offer_neighbours(search, moment, position, hand, hand_size, order, size, options):  # type: ignore[no-untyped-def]
    """Add the best ones of the order and its neighbours."""
    jobs = position[SITES] + hand_size
    _offer(search, moment, position, hand, hand_size, order, size, options)
    trial, rest = search.trial, search.rest
    for job in range(jobs):
        left, place = take_out(order, size, job, rest)
        if place >= 0:
            _offer(search, moment, position, hand, hand_size, rest, left, options)
        for at in range(left + 1):
            if at == place or (at > MAX_PLACES and at < left):
                continue
            insert(rest, left, job, at, trial)
            _offer(search, moment, position, hand, hand_size, trial, left + 1, options)
        if place < 0:
            for at in range(size):
                copy_jobs(order, size, trial)
                trial[at] = job
                _offer(search, moment, position, hand, hand_size, trial, size, options)


@lean
def _offer(search, moment, position, hand, hand_size, order, size, options):  # type: ignore[no-untyped-def]
    """Add the order to the options if it is good enough, in the place of the worst one if there is no room."""
    value, count = evaluate(search, moment, position, hand, hand_size, order, size), options.found[0]
    at = count
    if count:
        best, worst = options.values[0], 0
        for i in range(count):
            best = max(best, options.values[i])
            if options.values[i] < options.values[worst]:
                worst = i
            if _are_same(options.afters[i], search.after):
                return
        if value < best - MAX_LAG:
            return
        if count == options.values.size:
            if value <= options.values[worst]:
                return
            at = worst
    options.found[0] = max(count, at + 1)
    options.values[at], options.sizes[at] = value, size
    copy_jobs(order, size, options.orders[at])
    copy_jobs(search.after, POSITION_SIZE, options.afters[at])


@lean
def _are_same(one, other):  # type: ignore[no-untyped-def]
    for i in range(DESIGNS_AT):
        if one[i] != other[i]:
            return False
    for i in range(one[SITES]):
        if one[DESIGNS_AT + i] != other[DESIGNS_AT + i] or one[NEEDS_AT + i] != other[NEEDS_AT + i]:
            return False
    return True


@compiled
def race(search, effort, moment, options, unseen, luck):  # type: ignore[no-untyped-def]
    """The option with the best mean after imagined pools; the worse half drops out after each stage."""
    count = options.found[0]
    sums, alive = np.zeros(count), np.arange(count)
    order, pool = np.empty(MAX_JOBS, np.int64), np.empty(POOL_CARDS, np.int64)
    cards, number = _cards_of(unseen)
    stages = 0
    while 1 << stages < count:
        stages += 1
    for _ in range(stages):
        for _ in range(max(1, effort.nodes // stages // alive.size)):
            for i in range(POOL_CARDS):
                at = i + below(luck, number - i)
                cards[i], cards[at] = cards[at], cards[i]
                pool[i] = cards[i]
            for option in alive:
                size = options.afters[option, SITES]
                for i in range(size):
                    order[i] = i
                sums[option] += find_order(
                    search, moment + 1, options.afters[option], pool, pool.size, order, size, effort.pool_orders
                )[1]
        by_sum = np.argsort(-sums[alive])
        alive = alive[by_sum][: (alive.size + 1) // 2]
    return alive[0]


@compiled
def _cards_of(unseen):  # type: ignore[no-untyped-def]
    """The unseen cards, and how many there are."""
    cards, number = np.empty(unseen.sum() + 1, np.int64), 0
    for design in range(DESIGN_COUNT):
        for _ in range(unseen[design]):
            cards[number] = design
            number += 1
    return cards, number
