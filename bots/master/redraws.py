"""What a redraw promises (R62): for each pair of cards, the exact mean of the best of five unseen cards."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from bots.master.orders import stack_orders
from bots.master.problems import Numbers, Problems, Setting, make_problems, values_of_orders
from bots.master.rounds import NEEDS, Ints
from bots.numbers.position import Position
from bots.search.simulation import JobOrder
from game.solo import REDRAW_CARDS

MAX_PAIRS = 6
"""Pairs that are computed: those whose loss costs least."""


class Redrawn(NamedTuple):
    """The places in hand of two cards to give up, and the points that the redraw promises."""

    pair: tuple[int, int]
    value: float


def without_pair(order: JobOrder, sites: int, pair: tuple[int, int]) -> JobOrder:
    """The order without two cards of the hand; the jobs of the hand are numbered anew."""
    first, second = pair
    kept = [job for job in order if job - sites not in pair]
    return tuple([job - (job - sites > first) - (job - sites > second) for job in kept])


def value_redraws(
    setting: Setting,
    position: Position,
    hand: tuple[int, ...],
    order: JobOrder,
    unseen: Ints,
    also: tuple[int, ...] | None = None,
) -> list[Redrawn]:
    """The pairs with what they promise, best first.

    `order`: the best one with the hand; `unseen`: cards by design; `also`: a pair to compute in any case.
    """
    sites = len(position.sites)
    pairs = [*combinations(range(len(hand)), 2)]
    rests = [tuple([card for at, card in enumerate(hand) if at not in pair]) for pair in pairs]
    orders = [without_pair(order, sites, pair) for pair in pairs]
    if len(pairs) > MAX_PAIRS:
        problems = make_problems([(position, rest) for rest in rests], setting.required)
        losses = -values_of_orders(setting, problems, np.arange(len(pairs)), stack_orders(orders))
        ranked = np.argsort(losses, kind="stable").tolist()
        best = [at for place, at in enumerate(ranked) if place < MAX_PAIRS or pairs[at] == also]
        pairs, rests, orders = [pairs[at] for at in best], [rests[at] for at in best], [orders[at] for at in best]
    drawn = np.flatnonzero(unseen)
    if not len(drawn):
        return []
    values = _values_of_draws(setting, position, rests, orders, drawn)
    found = [Redrawn(pair, expected_best(each, unseen[drawn])) for pair, each in zip(pairs, values, strict=True)]
    return sorted(found, key=lambda each: -each.value)


def _values_of_draws(
    setting: Setting, position: Position, rests: Sequence[tuple[int, ...]], orders: Sequence[JobOrder], drawn: Ints
) -> list[Numbers]:
    """For each rest of a hand, by drawn design: the value with the card recycled or where it is best in the order."""
    problems = make_problems([(position, (*rest, 0)) for rest in rests], setting.required)
    new = len(position.sites) + len(rests[0])
    each = len(drawn)
    many = Problems(*[np.repeat(part, each, axis=0) for part in problems])
    many.designs[:, new] = np.tile(drawn, len(rests))
    many.needs[:, new] = NEEDS[many.designs[:, new]]
    choices = [[order, *[(*order[:at], new, *order[at:]) for at in range(len(order) + 1)]] for order in orders]
    rows = stack_orders([choice for tried in choices for choice in tried])
    sizes = [len(tried) for tried in choices]
    owners = np.concatenate([np.repeat(np.arange(each) + at * each, size) for at, size in enumerate(sizes)])
    firsts = np.cumsum([0, *sizes])
    tiled = np.concatenate([np.tile(rows[firsts[at] : firsts[at + 1]], (each, 1)) for at in range(len(sizes))])
    values = values_of_orders(setting, many, owners, tiled)
    ends = np.cumsum([0, *[size * each for size in sizes]])
    return [values[ends[at] : ends[at + 1]].reshape(each, size).max(axis=1) for at, size in enumerate(sizes)]


def expected_best(values: Numbers, copies: Ints) -> float:
    """The mean value of the best of five cards, drawn by the number of their copies."""
    by_value = np.argsort(values, kind="stable")
    shares = (np.cumsum(copies[by_value]) / copies.sum()) ** REDRAW_CARDS
    return float((values[by_value] * np.diff(shares, prepend=0.0)).sum())
