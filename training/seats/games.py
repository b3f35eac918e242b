"""A game of the nets with two to five seats, compiled."""

from typing import NamedTuple

import numpy as np

from bots.master.seat_inputs import CHARACTERS_AT, OTHER_SEATS_AT, PICKS_AT, POINTS_AT, SCORE_AT
from game.draft import deal_size
from game.model import PICKS, ROUNDS
from training.arrays.carry_out import carry_out
from training.arrays.compiled import compiled, lean
from training.arrays.deck import CARDS, DECK
from training.arrays.exploration import draw_bias
from training.arrays.luck import shuffle
from training.arrays.orders import LAST_MOMENT, copy_jobs, evaluate, final_value, find_order, forget, insert
from training.arrays.position import BITS, ITEMS, MASK, MAX_JOBS, POINTS, POSITION_SIZE, PRODUCTION, SITES, Ints, score

DEALT = np.array([0, 0, *[deal_size(seats) for seats in range(2, 6)]])
"""Cards that each seat is dealt in a round, by the number of seats."""
MAX_DEALT = 10
DECISIONS_OF_ROUND = PICKS + 1
"""Decisions of a seat in a round: the picks, then the plan."""
DECISIONS = ROUNDS * DECISIONS_OF_ROUND
LOG_SIZE = PICKS + 1 + MAX_JOBS


class Effort(NamedTuple):
    """What a decision costs. `orders`: evaluations of orders of a plan, `refined` of a pick; `step`: a pick is tried at
    every how many places of the order."""

    orders: int
    refined: int
    step: int


TRAINING, FULL = Effort(100, 12, 3), Effort(400, 60, 1)


class Table(NamedTuple):
    """What the seats have, by seat. `afters`: room for positions; `hands`, `drafted`: designs; `orders`, `sizes`: the
    order of jobs of each seat, which follows what it drafts; `least`: of (seat, step), to take the character; `trial`,
    `best`: room for an order; `passed`: for hands."""

    positions: Ints
    afters: Ints
    hands: Ints
    drafted: Ints
    orders: Ints
    sizes: Ints
    least: Ints
    trial: Ints
    best: Ints
    passed: Ints


@compiled
def make_table(empires):  # type: ignore[no-untyped-def]
    """The table before the first deal. `empires`: the first positions, by seat."""
    seats = len(empires)
    return Table(
        empires.copy(),
        empires.copy(),
        np.zeros((seats, MAX_DEALT), np.int64),
        np.zeros((seats, PICKS), np.int64),
        np.zeros((seats, MAX_JOBS), np.int64),
        np.zeros(seats, np.int64),
        np.ones((seats, 5), np.int64),
        np.zeros(MAX_JOBS, np.int64),
        np.zeros(MAX_JOBS, np.int64),
        np.zeros((seats, MAX_DEALT), np.int64),
    )


@compiled
def shuffled_deck(luck):  # type: ignore[no-untyped-def]
    """A shuffled deck of designs."""
    cards = DECK.astype(np.int64)
    shuffle(luck, cards, CARDS)
    return cards


@lean
def moment_of(decision):  # type: ignore[no-untyped-def]
    """The net that values what a decision leads to: 2r for the picks of round r + 1, 2r + 1 for its plan."""
    return 2 * (decision // DECISIONS_OF_ROUND) + (decision % DECISIONS_OF_ROUND == PICKS)


@lean
def look_at_rivals(search, positions, seat, to_come):  # type: ignore[no-untyped-def]
    """Write what a seat sees of the others into `search`. `to_come`: picks to come in this round."""
    least, rivals = search.least, search.rivals
    for r in range(5):
        least[r] = 1
    for i in range(rivals.size):
        rivals[i] = 0
    for other in range(len(positions)):
        if other == seat:
            continue
        position = positions[other]
        for r in range(5):
            least[r] = max(least[r], 1 + (position[PRODUCTION] >> BITS * r & MASK))
        rivals[SCORE_AT] = max(rivals[SCORE_AT], score(position))
        for k in range(2):
            characters, points = position[ITEMS] >> BITS * (6 + k) & MASK, position[POINTS] >> BITS * (5 + k) & MASK
            rivals[CHARACTERS_AT + k] = max(rivals[CHARACTERS_AT + k], characters)
            rivals[POINTS_AT + k] = max(rivals[POINTS_AT + k], points)
    for r in range(5):
        rivals[r] = least[r] - 1
    if to_come > 0:
        rivals[PICKS_AT + to_come - 1] = 1
    rivals[OTHER_SEATS_AT] = len(positions) - 2


@lean
def pick(search, effort, moment, position, drafted, count, hand, hand_size, order, size, trial, best_order):  # type: ignore[no-untyped-def]
    """Move the best card of the hand to the drafted ones. Changes `hand`, `drafted`, `order`; returns (size, value).

    Each card is tried at places of the order, and recycled. `trial`, `best_order`: room for an order.
    """
    best_at, best_size, best = -1, size, -1e9
    job = position[SITES] + count
    forget(search)
    for at in range(hand_size):
        is_known = False
        for before in range(at):
            is_known |= hand[before] == hand[at]
        if is_known:
            continue
        drafted[count] = hand[at]
        found = evaluate(search, moment, position, drafted, count + 1, order, size)
        if found > best:
            best_at, best_size, best = at, size, found
            copy_jobs(order, size, best_order)
        for place in range(size + 1):
            if place % effort.step and place < size:
                continue
            insert(order, size, job, place, trial)
            found = evaluate(search, moment, position, drafted, count + 1, trial, size + 1)
            if found > best:
                best_at, best_size, best = at, size + 1, found
                copy_jobs(trial, size + 1, best_order)
    copy_jobs(best_order, best_size, order)
    drafted[count] = hand[best_at]
    for i in range(best_at, hand_size - 1):
        hand[i] = hand[i + 1]
    return find_order(search, moment, position, drafted, count + 1, order, best_size, effort.refined)


@lean
def decide(search, effort, decision, table, seat, hand_size):  # type: ignore[no-untyped-def]
    """Pick a card, or plan. Changes the seat's hand, drafted cards and order; returns the value."""
    moment, number = moment_of(decision), decision % DECISIONS_OF_ROUND
    position, drafted, order, size = (
        table.positions[seat],
        table.drafted[seat],
        table.orders[seat],
        table.sizes[seat],
    )
    if number == PICKS:
        size, value = find_order(search, moment, position, drafted, number, order, size, effort.orders)
    else:
        size, value = pick(
            search, effort, moment, position, drafted, number, table.hands[seat], hand_size, order, size, table.trial,
            table.best,
        )  # fmt: skip
    table.sizes[seat] = size
    return value


@lean
def pass_hands(table, left):  # type: ignore[no-untyped-def]
    """Pass each hand to the next seat (left) or to the previous one (R12)."""
    seats = len(table.hands)
    for seat in range(seats):
        copy_jobs(table.hands[seat], MAX_DEALT, table.passed[seat])
    for seat in range(seats):
        copy_jobs(table.passed[seat], MAX_DEALT, table.hands[(seat + (1 if left else seats - 1)) % seats])


@lean
def produce(search, table):  # type: ignore[no-untyped-def]
    """Carry out the orders of all seats, step by step, with the characters that go to the most production (R34).

    Before each step, all seats are carried out up to it; what they then produce decides about its character.
    """
    seats, least = len(table.positions), table.least
    for seat in range(seats):
        for step in range(5):
            least[seat, step] = 1
    for step in range(6):
        for seat in range(seats):
            carry_out(
                table.positions[seat], table.drafted[seat], table.drafted.shape[1], -1, 0, least[seat],
                table.orders[seat], table.sizes[seat], step, search.required, table.afters[seat],
            )  # fmt: skip
        for seat in range(seats if step < 5 else 0):
            for other in range(seats):
                if other != seat:
                    amount = table.afters[other, PRODUCTION] >> BITS * step & MASK
                    least[seat, step] = max(least[seat, step], 1 + amount)
    for seat in range(seats):
        copy_jobs(table.afters[seat], POSITION_SIZE, table.positions[seat])


@compiled
def play(search, effort, empires, cards, luck, biased_rounds, inputs, values, firsts, ends, log):  # type: ignore[no-untyped-def]
    """Play a game whose seats all play by the same nets.

    `empires`: the first positions, by seat; `cards`: the deck; `biased_rounds`: by seat, the round that it plays with a
    random bias, -1 for none. By seat and decision, writes `inputs` and `values` of what the decision leads to, and
    `firsts`, the value of the best choice without bias; by seat `ends`, the value of the end; by round and seat `log`:
    drafted cards, size of the order, order.
    """
    seats, next_card = len(empires), 0
    dealt = DEALT[seats]
    table, biases = make_table(empires), np.zeros((seats, search.bias.size), np.float32)
    for round_ in range(ROUNDS):
        for seat in range(seats):
            copy_jobs(cards[next_card:], dealt, table.hands[seat])
            next_card += dealt
            table.sizes[seat] = table.positions[seat, SITES]
            for i in range(table.sizes[seat]):
                table.orders[seat, i] = i
            if biased_rounds[seat] == round_:
                draw_bias(luck, biases[seat])
        for number in range(DECISIONS_OF_ROUND):
            decision = round_ * DECISIONS_OF_ROUND + number
            moment, held = moment_of(decision), min(number + 1, PICKS)
            for seat in range(seats):
                look_at_rivals(search, table.positions, seat, PICKS - 1 - number)
                if biased_rounds[seat] == round_:
                    firsts[seat, decision] = _value_without_bias(search, effort, decision, table, seat, dealt - number)
                    search.bias[:] = biases[seat]
                    search.is_biased[0] = 1
                    decide(search, effort, decision, table, seat, dealt - number)
                    search.is_biased[0] = 0
                else:
                    firsts[seat, decision] = decide(search, effort, decision, table, seat, dealt - number)
                if moment < LAST_MOMENT:
                    forget(search)
                    values[seat, decision] = evaluate(
                        search, moment, table.positions[seat], table.drafted[seat], held, table.orders[seat],
                        table.sizes[seat],
                    )  # fmt: skip
                    inputs[seat, decision] = search.inputs
            if number < PICKS:
                pass_hands(table, round_ % 2 == 0)
        for seat in range(seats):
            log[round_, seat, :PICKS] = table.drafted[seat]
            log[round_, seat, PICKS] = table.sizes[seat]
            log[round_, seat, PICKS + 1 :] = table.orders[seat]
        produce(search, table)
    for seat in range(seats):
        ends[seat] = final_value(table.positions[seat])


@compiled
def _value_without_bias(search, effort, decision, table, seat, hand_size):  # type: ignore[no-untyped-def]
    """The value of the best choice, which is not made."""
    order, drafted, hand = table.orders[seat].copy(), table.drafted[seat].copy(), table.hands[seat].copy()
    size = table.sizes[seat]
    value = decide(search, effort, decision, table, seat, hand_size)
    table.orders[seat] = order
    table.drafted[seat] = drafted
    table.hands[seat] = hand
    table.sizes[seat] = size
    return value
