"""Stages: the hands, phases and steps of a game, in their order, and how one begins."""

from collections.abc import Iterable
from typing import Any

from game.cards import RESOURCES
from game.model import PICKS, Seat, State, is_solo

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


def begin_for_all(state: State, seats: Iterable[Seat], **changes: Any) -> State:
    """The next version of the state, with these seats. It begins something for all, so nothing before can be undone."""
    version = state.version + 1
    begun = state._replace(version=version, since=version, seats=tuple(seats), **changes)
    if any(seat.expired for seat in begun.seats) and stage_number(begun) != stage_number(state):
        return begun._replace(seats=tuple([seat._replace(expired=False) for seat in begun.seats]))
    return begun
