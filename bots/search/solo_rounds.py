"""A solo game played on with the rules of the planner, on numbers only."""

from typing import Final, NamedTuple

from bots.numbers.position import Position
from bots.planner.beam import find_plans
from bots.planner.outlook import Outlook
from bots.planner.redraw import CardSource, redraw_hand
from bots.planner.supply import expected_wild_cubes, supply_of_round
from bots.planner.weights import SOLO_WEIGHTS
from bots.search.forecast import forecast
from bots.search.simulation import JobOrder, RoundState, simulate
from bots.search.standard_rounds import finish_by_plan
from game.model import ROUNDS
from game.solo import POOL_CARDS

BEAM_WIDTH: Final = 8
"""Partial plans that the beam search keeps."""


class SoloMoment(NamedTuple):
    """The planning of a pool: `round` 1..4, `sequence` 1 or 2, `hand`: the pool, as designs."""

    position: Position
    round: int
    sequence: int
    hand: list[int]


def play_on(moment: SoloMoment, source: CardSource, last_round: int, least: tuple[int, ...]) -> float:
    """Points at the end of the game, forecast after `last_round`.

    `least`: by resource, the least to produce to take the character of its step. Changes `source`.
    """
    position, first_round, sequence, hand = moment
    value = 0.0
    for round_ in range(first_round, last_round + 1):
        rounds_left = ROUNDS - round_
        weights = SOLO_WEIGHTS[rounds_left]
        if round_ > first_round:
            sequence, hand = 1, source.take_pool()
        if sequence == 1:
            outlook = Outlook(position, weights, rounds_left, least)
            hand = redraw_hand(hand, source, outlook)
            supply = supply_of_round(outlook, expected_wild_cubes(weights, POOL_CARDS))
            plan = find_plans(outlook, tuple(hand), supply, BEAM_WIDTH)[0]
            position = plan_first_pool(position, hand, plan.now + plan.later, source, least)
            hand = source.take_pool()
        outlook = Outlook(position, weights, rounds_left, least)
        hand = redraw_hand(hand, source, outlook)
        value, after, order = finish_by_plan(outlook, hand, BEAM_WIDTH)
        source.discard += recycled_cards(position, hand, order)
        position = after
    return forecast(value, position, ROUNDS - last_round)


def plan_first_pool(
    position: Position, hand: list[int], order: JobOrder, source: CardSource, least: tuple[int, ...]
) -> Position:
    """The position after the hand is slated and recycled as the order says. Discards into `source`."""
    source.discard += recycled_cards(position, hand, order)
    return simulate(RoundState(position, hand, -1, 0, least), order, until=0)


def recycled_cards(position: Position, hand: list[int], order: JobOrder) -> list[int]:
    """The cards of the hand that are not in the order."""
    return [design for job, design in enumerate(hand, len(position.sites)) if job not in order]
