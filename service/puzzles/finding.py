"""Finding puzzles among the decisions of a game. All definitions are in docs/puzzles.md.

It loads numpy: only workers need that.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from bots.analysis import Decision
from bots.analysis.clear_moves import MARGIN_POINTS, Choice, judge_choices, margin, promising, with_plans
from game import State
from service.puzzles.themes import themes_of

MAX_PICKS, MAX_OTHERS = 3, 12
"""Decisions of a game that are judged again: a pick takes up to 4 s of CPU, most other ones a tenth of a second."""


class Found(NamedTuple):
    """A position with one clearly best move. `choices`: all of the seat, the best first, different ones only."""

    version: int
    seat: int
    choices: Sequence[Choice]
    themes: Sequence[str]


def promising_versions(states: Sequence[State], decisions: Sequence[Decision]) -> list[int]:
    """The versions of the decisions of a game that are to be judged again. `states`: by version."""
    return [each.version for each in promising(states, decisions, MAX_PICKS, MAX_OTHERS)]


def find_puzzles(states: Sequence[State], moves: Iterable[tuple[int, int]], seed: str) -> list[Found]:
    """At most one puzzle that is a pick, and one other. `states`: by version; `seed`: of imagined cards.

    `moves`: version and seat of the decisions to judge, the most promising first.
    """
    found: dict[bool, Found] = {}
    for version, seat in moves:
        state = states[version]
        is_pick = state.phase == "draft"
        if is_pick in found:
            continue
        rng = Random(f"{seed}/puzzle/{version}")
        choices = judge_choices(state, seat, rng)
        if margin(choices) >= MARGIN_POINTS:
            choices = with_plans(state, seat, choices, rng)
            found[is_pick] = Found(version, seat, choices, themes_of(state, choices[0].intention))
    return [*found.values()]
