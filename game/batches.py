"""Conveniences: one word for several intentions. They expand to ordinary ones, which are decided one by one."""

from collections.abc import Callable, Mapping
from typing import Any

from game.cards import EMPIRE
from game.intentions import Intention, Place, Recycle, Slate
from game.refused import Refused
from game.state import Seat, State


def expand(state: State, index: int, data: Mapping[str, Any]) -> list[Intention] | None:
    """The intentions that a body stands for, now, perhaps none; None when it names no convenience.

    Raises Refused(`invalid_intention`) for a convenience with fields.
    """
    name = data.get("type")
    if not isinstance(name, str) or name not in BATCHES:
        return None
    if len(data) > 1:
        raise Refused("invalid_intention", f"{name} takes no fields")
    return BATCHES[name](state, index, state.seats[index])


def _slate_all(state: State, index: int, seat: Seat) -> list[Intention]:
    """Slate all cards that are still to be planned."""
    return [Slate(index, card) for card in seat.drafted or seat.hand]


def _recycle_rest(state: State, index: int, seat: Seat) -> list[Intention]:
    """Recycle all cards that are still to be planned, the cubes going to the empire card."""
    return [Recycle(index, card, EMPIRE) for card in seat.drafted or seat.hand]


def _place_rest_on_empire(state: State, index: int, seat: Seat) -> list[Intention]:
    """Place all cubes of the step that are left on the empire card."""
    return [Place(index, state.step or "", EMPIRE) for _ in range(seat.cubes)]


BATCHES: dict[str, Callable[[State, int, Seat], list[Intention]]] = {
    "place_rest_on_empire": _place_rest_on_empire,
    "recycle_rest": _recycle_rest,
    "slate_all": _slate_all,
}
