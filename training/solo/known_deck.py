"""The points of solo games that simulated annealing finds with the whole deck known, to compare with on the same deals.

`python -m training.solo.known_deck --deals 50 --seed 1` prints the best score that it finds for each deal. The plans
exist, and nothing says that there are no better ones: more steps find more points.

A plan gives each card an urgency in each round, and each sequence a number of redraws. Cards with an urgency above 0
are constructed, the most urgent first; others are recycled. A redraw gives up the two cards of the hand with the least
urgency, and keeps the most urgent one of five.
"""

import argparse
import math
import statistics
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

import game
from bots.numbers.position import position_of
from game.solo import POOL_CARDS, POOLS, REDRAW_CARDS
from training.arrays.carry_out import carry_out
from training.arrays.compiled import compiled, lean
from training.arrays.deck import CARDS
from training.arrays.luck import below, uniform
from training.arrays.orders import MAX_REQUIRED
from training.arrays.position import DESIGNS_AT, MAX_JOBS, POSITION_SIZE, SITES, Floats, Ints, score, to_array
from training.solo.games import table_of
from training.solo.openings import LEAST

RUNS, STEPS = 16, 1_000_000
"""Runs for a deal, and plans that each of them tries. Several runs find more than a long one."""
FIRST_HEAT, LAST_HEAT = 12.0, 0.2
"""Points that a worse plan may lack, falling by the same factor each step."""
ONE_ROUND_SHARE, SWAP_SHARE, REDRAW_SHARE = 0.3, 0.2, 0.1
"""Shares of the steps that change one round only, that swap two cards, and that change a number of redraws."""
MAX_REDRAWS = 4
ROUNDS, ROUND_STEPS = 4, 5


class Deal(NamedTuple):
    """`empire`: the first position; `cards`: designs in the order in which they come, the pools and then the deck."""

    empire: Ints
    cards: Ints


class Plan(NamedTuple):
    """`urgency`: (round, card), as the cards come; `redraws`: by sequence."""

    urgency: Floats
    redraws: Ints


class Room(NamedTuple):
    """Room that a plan is carried out in. `hand`, `jobs`, `cards`: cards, the last ones those of sites; `designs`: of
    the hand; `order`: jobs; `seen`: whether the seat saw the card."""

    position: Ints
    after: Ints
    cards: Ints
    hand: Ints
    designs: Ints
    jobs: Ints
    order: Ints
    required: Ints
    seen: Ints


def deal_of(seed: int, side: str) -> Deal:
    """The deal of a solo game with this seed."""
    state = game.fold(game.new({"seats": 1, "side": side}, seed=seed))
    table, none = table_of(state), np.full(MAX_REQUIRED, -1, np.int64)
    deck = table.deck[: table.sizes[0]][::-1]
    return Deal(to_array(position_of(state.seats[0], side), none), np.concatenate([table.pools.ravel(), deck]))


def make_room() -> Room:
    """Room for one thread."""
    sizes = (POSITION_SIZE, POSITION_SIZE, MAX_JOBS, POOL_CARDS, POOL_CARDS, MAX_JOBS, MAX_JOBS)
    position, after, cards, hand, designs, jobs, order = [np.zeros(size, np.int64) for size in sizes]
    required = np.full(MAX_REQUIRED, -1, np.int64)
    return Room(position, after, cards, hand, designs, jobs, order, required, np.zeros(CARDS, np.int64))


@lean
def carry_plan_out(deal, plan, room):  # type: ignore[no-untyped-def]
    """The score of the plan. Marks the cards that the seat saw."""
    position, after, jobs = room.position, room.after, room.jobs
    for i in range(POSITION_SIZE):
        position[i] = deal.empire[i]
    for card in range(CARDS):
        room.seen[card] = 0
    drawn = POOLS * POOL_CARDS
    for sequence in range(POOLS):
        urgency = plan.urgency[sequence // 2]
        size, drawn = _hand_of(deal, plan, room, sequence, urgency, drawn)
        sites = position[SITES]
        for i in range(size):
            jobs[sites + i] = room.hand[i]
            room.designs[i] = deal.cards[room.hand[i]]
        ordered = _order_of(jobs, sites + size, urgency, room.order)
        until = ROUND_STEPS if sequence % 2 else 0
        carry_out(position, room.designs, size, -1, 0, LEAST, room.order, ordered, until, room.required, after)
        _follow_sites(deal, room, sites, ordered)
        for i in range(POSITION_SIZE):
            position[i] = after[i]
    return score(position)


@lean
def _hand_of(deal, plan, room, sequence, urgency, drawn):  # type: ignore[no-untyped-def]
    """Write the hand after the redraws. Returns (its size, cards that were drawn)."""
    hand, size = room.hand, POOL_CARDS
    for i in range(size):
        hand[i] = sequence * POOL_CARDS + i
        room.seen[hand[i]] = 1
    for _ in range(plan.redraws[sequence]):
        if size < 2 or drawn + REDRAW_CARDS > deal.cards.size:
            break
        for i in range(1, size):
            card, at = hand[i], i
            while at and urgency[hand[at - 1]] < urgency[card]:
                hand[at] = hand[at - 1]
                at -= 1
            hand[at] = card
        best = drawn
        for card in range(drawn, drawn + REDRAW_CARDS):
            room.seen[card] = 1
            if urgency[card] > urgency[best]:
                best = card
        hand[size - 2] = best
        size, drawn = size - 1, drawn + REDRAW_CARDS
    return size, drawn


@lean
def _order_of(jobs, count, urgency, order):  # type: ignore[no-untyped-def]
    """Write the jobs that are urgent at all, the most urgent one first. Returns their number."""
    size = 0
    for job in range(count):
        if urgency[jobs[job]] > 0:
            at = size
            while at and urgency[jobs[order[at - 1]]] < urgency[jobs[job]]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = job
            size += 1
    return size


@lean
def _follow_sites(deal, room, sites, ordered):  # type: ignore[no-untyped-def]
    """Write the card of each site after a sequence. Copies of a design may change their places."""
    count, cards = 0, room.cards
    left = room.after[SITES]
    for i in range(ordered + sites):
        job = room.order[i] if i < ordered else i - ordered
        if i >= ordered:
            is_ordered = False
            for k in range(ordered):
                is_ordered = is_ordered or room.order[k] == job
            if is_ordered:
                continue
        card = room.jobs[job]
        if count < left and room.after[DESIGNS_AT + count] == deal.cards[card]:
            cards[count] = card
            count += 1
    for i in range(count):
        room.jobs[i] = cards[i]


@compiled
def anneal(deal, plan, room, luck, steps):  # type: ignore[no-untyped-def]
    """The best score that simulated annealing finds. Changes `plan`."""
    value = carry_plan_out(deal, plan, room)
    best, heat, cooling = value, FIRST_HEAT, (LAST_HEAT / FIRST_HEAT) ** (1 / steps)
    before = np.empty((2, ROUNDS), np.float32)
    for _ in range(steps):
        heat *= cooling
        kind = uniform(luck)
        sequence = below(luck, POOLS)
        redraws = plan.redraws[sequence]
        one, other = below(luck, deal.cards.size), below(luck, deal.cards.size)
        first, end = below(luck, ROUNDS), ROUNDS
        if kind < ONE_ROUND_SHARE:
            end = first + 1
        for round_ in range(ROUNDS):
            before[0, round_], before[1, round_] = plan.urgency[round_, one], plan.urgency[round_, other]
        if kind > 1 - REDRAW_SHARE:
            plan.redraws[sequence] = below(luck, MAX_REDRAWS + 1)
        elif not room.seen[one]:
            continue
        elif kind > 1 - REDRAW_SHARE - SWAP_SHARE:
            for round_ in range(first, ROUNDS):
                plan.urgency[round_, one], plan.urgency[round_, other] = before[1, round_], before[0, round_]
        else:
            urgency = uniform(luck) * 2 - 1
            for round_ in range(first, end):
                plan.urgency[round_, one] = urgency
        found = carry_plan_out(deal, plan, room)
        if found >= value or uniform(luck) < math.exp((found - value) / heat):
            value = found
            best = max(best, value)
        else:
            plan.redraws[sequence] = redraws
            for round_ in range(ROUNDS):
                plan.urgency[round_, one], plan.urgency[round_, other] = before[0, round_], before[1, round_]
    return best


def found_with_deck_known(seed: int, side: str, steps: int) -> int:
    """The most points that annealing finds for the deal of a seed. Other plans may score more."""
    deal, luck, room = deal_of(seed, side), np.array([seed], np.uint64), make_room()
    best = 0
    for _ in range(RUNS):
        plan = Plan(np.full((ROUNDS, CARDS), -1, np.float32), np.zeros(POOLS, np.int64))
        best = max(best, int(anneal(deal, plan, room, luck, steps)))
    return best


def main() -> None:
    """Print what is found for each deal, the mean and its standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m training.solo.known_deck", description="The points found for solo deals with the deck known."
    )
    parser.add_argument("--deals", type=int, default=50, help="deals of the seeds from SEED on")
    parser.add_argument("--seed", type=int, default=1, help="the seeds of `wonderful tournament --seed`")
    parser.add_argument("--side", choices=("A", "B"), default="B", help="of the empire cards")
    parser.add_argument("--steps", type=int, default=STEPS, help="plans that each run for a deal tries")
    parser.add_argument("--threads", type=int, default=2, help="deals at the same time")
    options = parser.parse_args()
    with ThreadPoolExecutor(options.threads) as pool:
        seeds = range(options.seed, options.seed + options.deals)
        points: list[int] = []
        for found in pool.map(partial(found_with_deck_known, side=options.side, steps=options.steps), seeds):
            print(f"seed {seeds[len(points)]}: {found}", flush=True)
            points.append(found)
    error = statistics.stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0
    deals = f"{len(points)} deals of side {options.side}, found with the deck known"
    print(f"{deals}: {statistics.mean(points):.1f} ± {error:.1f}")


if __name__ == "__main__":
    main()
