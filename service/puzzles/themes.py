"""Themes of puzzles: what the best move is, and when it is made."""

from typing import Final

import game as rules
from game import Intention, State
from game.cards import KRYSTALLIUM
from game.model import ROUNDS

MOVES: Final = {
    "draft": "pick",
    "slate": "build",
    "recycle": "recycle",
    "discard": "recycle",
    "place": "place",
    "choose": "supremacy",
    "ready": "wait",
}
"""By the type of the best intention, the theme. Every puzzle has one of these."""
THEMES: Final = (*dict.fromkeys(MOVES.values()), "krystallium", "last_round")
"""All themes. `krystallium`: the best move places one; `last_round`: it is made in the last round."""


def themes_of(state: State, best: Intention) -> tuple[str, ...]:
    """The themes of a position in which this intention is the best one, in the order of THEMES."""
    body = rules.body(best)
    found = [MOVES[body["type"]]]
    if body.get("item") == KRYSTALLIUM:
        found.append("krystallium")
    if state.round == ROUNDS:
        found.append("last_round")
    return tuple(found)
