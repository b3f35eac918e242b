"""A solo game of the nets against the deck, compiled."""

from typing import NamedTuple

import numpy as np

from bots.numbers.designs import COPIES, DESIGN_OF_CARD
from game import State
from game.solo import POOL_CARDS, POOLS, REDRAW_CARDS
from training.arrays.compiled import compiled
from training.arrays.deck import CARDS, DECK
from training.arrays.exploration import draw_bias
from training.arrays.luck import below, shuffle
from training.arrays.orders import LAST_MOMENT, evaluate, find_order, forget
from training.arrays.position import DESIGN_COUNT, DESIGNS_AT, MAX_JOBS, NEEDS, NEEDS_AT, REQUIRED, SITES, Ints
from training.solo.lookahead import look_ahead
from training.solo.redraws import (
    RESOURCES,
    best_insertion,
    least_missed_pairs,
    redraw_value,
    without_pair,
)


class Table(NamedTuple):
    """The cards of a game. `pools`: 8 × 5; `deck`, `discard`: room for all cards; `sizes`: of deck and discard;
    `unseen`: by design. Redraws take from the end of the deck."""

    pools: Ints
    deck: Ints
    discard: Ints
    sizes: Ints
    unseen: Ints


@compiled
def deal(luck, required):  # type: ignore[no-untyped-def]
    """A shuffled table, without the required cards."""
    cards, unseen = np.empty(CARDS, np.int64), np.zeros(DESIGN_COUNT, np.int64)
    size, wanted = 0, required.copy()
    for design in DECK:
        is_required = False
        for i in range(wanted.size):
            if wanted[i] == design:
                wanted[i], is_required = -1, True
                break
        if not is_required:
            cards[size] = design
            unseen[design] += 1
            size += 1
    shuffle(luck, cards, size)
    pools = cards[: POOLS * POOL_CARDS].copy().reshape(POOLS, POOL_CARDS)
    deck = np.empty(CARDS, np.int64)
    deck[: size - POOLS * POOL_CARDS] = cards[POOLS * POOL_CARDS : size]
    return Table(pools, deck, np.empty(CARDS, np.int64), np.array([size - POOLS * POOL_CARDS, 0]), unseen)


@compiled
def first_position(empire, required):  # type: ignore[no-untyped-def]
    """The position at the beginning: the empire card, and the required cards under construction."""
    position = empire.copy()
    for i in range(required.size):
        if required[i] >= 0:
            position[REQUIRED] |= 1 << i
            position[DESIGNS_AT + position[SITES]] = required[i]
            position[NEEDS_AT + position[SITES]] = NEEDS[required[i]]
            position[SITES] += 1
    return position


@compiled
def draw(table, luck):  # type: ignore[no-untyped-def]
    """Five cards of the deck; with fewer in it, the discard pile is first shuffled under it (R65). Changes `table`."""
    if table.sizes[0] < REDRAW_CARDS:
        kept, under = table.sizes[0], table.sizes[1]
        shuffle(luck, table.discard, under)
        top = table.deck[:kept].copy()
        table.deck[:under] = table.discard[:under]
        table.deck[under : under + kept] = top
        table.sizes[0], table.sizes[1] = under + kept, 0
        for i in range(under):
            table.unseen[table.discard[i]] += 1
    table.sizes[0] -= REDRAW_CARDS
    drawn = table.deck[table.sizes[0] : table.sizes[0] + REDRAW_CARDS].copy()
    for design in drawn:
        table.unseen[design] -= 1
    return drawn


@compiled
def put_away(table, design):  # type: ignore[no-untyped-def]
    """Discard a card. Changes `table`."""
    table.discard[table.sizes[1]] = design
    table.sizes[1] += 1


@compiled
def plan_sequence(search, effort, moment, position, table, luck, hand, order, size):  # type: ignore[no-untyped-def]
    """Redraw while it promises more. Changes `hand`, `order`, `table`; returns (cards in hand, size of the order, value
    of the decision before the first redraw)."""
    hand_size, sites, first_value = hand.size, position[SITES], 0.0
    pairs = np.empty((10, 2), np.int64)
    left_hand, left_order = np.empty(5, np.int64), np.empty(MAX_JOBS, np.int64)
    new_order, recycled = np.empty(MAX_JOBS, np.int64), np.empty(RESOURCES)
    is_first = True
    while True:
        size, value = find_order(search, moment, position, hand, hand_size, order, size, effort.orders)
        best_pair, best = -1, value
        if hand_size > 1 and table.sizes[0] + table.sizes[1] + 2 >= REDRAW_CARDS:
            number = least_missed_pairs(search, moment, position, hand, hand_size, order, size, pairs)
            first = below(luck, effort.stride)
            for i in range(min(number, effort.pairs)):
                found = redraw_value(
                    search, moment, position, hand, hand_size, order, size, pairs[i], table.unseen, first,
                    effort.stride, effort.step,
                )  # fmt: skip
                if found > best:
                    best, best_pair = found, i
        if is_first:
            first_value, is_first = best, False
        if best_pair < 0:
            return hand_size, size, first_value
        one, two = pairs[best_pair]
        put_away(table, hand[one])
        put_away(table, hand[two])
        count = without_pair(sites, hand, hand_size, order, size, one, two, left_hand, left_order)
        hand_size -= 1
        drawn, best, kept = draw(table, luck), -1e9, 0
        recycled[:] = np.nan
        for i in range(REDRAW_CARDS):
            left_hand[hand_size - 1] = drawn[i]
            found_size, found = best_insertion(
                search, moment, position, left_hand, hand_size, left_order, count, 1, recycled, new_order
            )
            if found > best:
                best, kept, size = found, i, found_size
                order[:size] = new_order[:size]
        for i in range(REDRAW_CARDS):
            if i != kept:
                put_away(table, drawn[i])
        left_hand[hand_size - 1] = drawn[kept]
        hand[:hand_size] = left_hand[:hand_size]


@compiled
def play(search, effort, empire, table, luck, biased_moment, inputs, values, firsts, orders):  # type: ignore[no-untyped-def]
    """Play a game. Returns the value of its end; writes the inputs and values of the afterstates.

    `biased_moment`: the moment that is played with a random bias, -1 for none. `firsts`: by moment, the value of the
    decision without bias before its first redraw. `orders`: by moment, the size of the order, then its jobs, -1, and
    the cards in hand, for a replay.
    """
    position = first_position(empire, search.required)
    order, hand = np.empty(MAX_JOBS, np.int64), np.empty(POOL_CARDS, np.int64)
    value = 0.0
    for moment in range(LAST_MOMENT + 1):
        hand[:] = table.pools[moment]
        for design in hand:
            table.unseen[design] -= 1
        size = position[SITES]
        order[:size] = np.arange(size)
        if moment == biased_moment:
            firsts[moment] = _unbiased_value(search, effort, moment, position, table, luck, hand, order, size)
            draw_bias(luck, search.bias)
            search.is_biased[0] = 1
        hand_size, size, first = plan_sequence(search, effort, moment, position, table, luck, hand, order, size)
        if effort.options and moment < LAST_MOMENT:
            size = look_ahead(search, effort, moment, position, hand, hand_size, order, size, table.unseen, luck)
        if moment == biased_moment:
            search.is_biased[0] = 0
        else:
            firsts[moment] = first
        orders[moment, 0], orders[moment, 1 : size + 1], orders[moment, size + 1] = size, order[:size], hand_size
        ordered = 0
        for i in range(size):
            ordered |= 1 << order[i]
        for i in range(hand_size):
            if not ordered >> (position[SITES] + i) & 1:
                put_away(table, hand[i])
        forget(search)
        value = evaluate(search, moment, position, hand, hand_size, order, size)
        position[:] = search.after
        if moment < LAST_MOMENT:
            inputs[moment] = search.inputs
            values[moment] = value
        # Constructed cards are out of the game: they are neither in the deck nor on the discard pile.
    return value


@compiled
def _unbiased_value(search, effort, moment, position, table, luck, hand, order, size):  # type: ignore[no-untyped-def]
    """The value of the decision without bias and before any redraw."""
    trial, pairs = order.copy(), np.empty((10, 2), np.int64)
    size, value = find_order(search, moment, position, hand, hand.size, trial, size, effort.orders)
    number = least_missed_pairs(search, moment, position, hand, hand.size, trial, size, pairs)
    first = below(luck, effort.stride)
    for i in range(min(number, effort.pairs)):
        found = redraw_value(
            search, moment, position, hand, hand.size, trial, size, pairs[i], table.unseen, first, effort.stride,
            effort.step,
        )  # fmt: skip
        value = max(value, found)
    return value


def table_of(state: State) -> Table:
    """The cards of a solo game that has just begun."""
    pools = np.array([[DESIGN_OF_CARD[card] for card in pool] for pool in (state.seats[0].hand, *state.pools)])
    deck = np.zeros(CARDS, np.int64)
    deck[: len(state.deck)] = [DESIGN_OF_CARD[card] for card in reversed(state.deck)]
    unseen = np.array(COPIES)
    for site in state.seats[0].construction:
        unseen[DESIGN_OF_CARD[site.card]] -= 1
    return Table(pools, deck, np.zeros(CARDS, np.int64), np.array([len(state.deck), 0]), unseen)
