"""What a puzzle shows: the view of its seat, without what names the game, its players and its options."""

from typing import Any, Final

import game as rules
from game import State

Json = dict[str, Any]
SHOWN: Final = frozenset(
    {
        "ruleset", "mode", "scenario", "side", "status", "round", "phase", "step", "passes", "waiting_on", "deck_size",
        "discard", "seat", "hand", "picked", "candidates", "passed", "sequence", "pools_left", "required", "supremacy",
    }
)  # fmt: skip
"""Fields of the view that the position consists of."""
SHOWN_OF_SEATS: Final = frozenset(
    {
        "seat", "empire", "ready", "choosing", "hand_size", "candidates_size", "drafted", "constructed", "construction",
        "cubes_to_place", "empire_cubes", "krystallium", "generals", "financiers", "production", "produced", "score",
    }
)  # fmt: skip
NOTHING: Final[Json] = {
    "id": "", "version": 0, "name": None, "rewinds": False, "allow_bots": False, "bot_seconds": 60, "clock": None,
    "visibility": "public", "spectators": True, "host": None, "invited": [], "rematch_of": None, "end_reason": None,
    "commitment": None, "assisted": False, "origin": None, "undoable": None, "rewind": None, "pause": None,
    "result": None, "daily": None,
}  # fmt: skip
"""All other fields of a view, as they are where nothing is to be told."""
NOTHING_OF_SEATS: Final[Json] = {"player": None, "bot": None, "auto_ready": False, "away": False, "reserved": None}


def position_view(state: State, seat: int) -> Json:
    """The view of a seat in a game under way, as everybody may see it in a puzzle."""
    view = rules.view(state, seat)
    seats = [_kept(each, SHOWN_OF_SEATS) | NOTHING_OF_SEATS for each in view["seats"]]
    return {**NOTHING, **_kept(view, SHOWN), "seats": seats}


def _kept(fields: Json, names: frozenset[str]) -> Json:
    return {name: value for name, value in fields.items() if name in names}
