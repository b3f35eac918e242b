"""Stages: the hands, phases and steps of a game, numbered in the order in which it goes through them."""

from game.cards import RESOURCES
from game.model import PICKS, State, is_solo

HANDS, SEQUENCES, PLANNING = PICKS, 2, 1
"""Stages of a round before production: a standard game drafts hands and then plans, a solo game plans two pools."""


def stage_number(state: State) -> int:
    """The number of the stage, ascending from 1, the first hand or pool; 0 before the start."""
    if state.phase is None:
        return 0
    solo = is_solo(state)
    before_production = SEQUENCES if solo else HANDS + PLANNING
    begun = (state.round - 1) * (before_production + len(RESOURCES))
    if state.phase == "draft":
        return begun + state.passes + 1
    if state.phase == "planning":
        return begun + (state.sequence or 1 if solo else before_production)
    if state.phase == "production":
        return begun + before_production + RESOURCES.index(state.step or RESOURCES[0]) + 1
    return begun + before_production + len(RESOURCES) + 1
