"""Shorthands: one word for several intentions. They expand to ordinary intentions, which are decided one by one."""

from collections.abc import Callable, Mapping
from typing import Any

from game.cards import EMPIRE
from game.construction import Place
from game.declared import Intention
from game.message import Message
from game.model import Seat, State
from game.planning import Recycle, Slate
from game.refused import Refused
from game.shapes import escape


def expand(state: State, index: int, data: Mapping[str, Any]) -> list[Intention]:
    """The intentions that a shorthand stands for in this state, perhaps none.

    `data`: a body whose type is in SHORTHANDS. Raises Refused(`invalid_intention`) for a shorthand with fields.
    """
    name = data["type"]
    if len(data) > 1:
        [field, *_] = [key for key in data if key != "type"]
        raise Refused(
            "invalid_intention",
            Message("{kind} takes {fields}", kind=name, fields=Message("no fields")),
            [(f"/{escape(field)}", "is unknown")],
        )
    return SHORTHANDS[name](state, index, state.seats[index])


def _slate_all(state: State, index: int, seat: Seat) -> list[Intention]:
    """Slate all cards that you still have to plan."""
    return [Slate(index, card) for card in seat.drafted or seat.hand]


def _recycle_rest(state: State, index: int, seat: Seat) -> list[Intention]:
    """Recycle all cards that you still have to plan; the cubes go to the empire card."""
    return [Recycle(index, card, EMPIRE) for card in seat.drafted or seat.hand]


def _place_rest_on_empire(state: State, index: int, seat: Seat) -> list[Intention]:
    """Place all remaining cubes of the step on the empire card."""
    return [Place(index, state.step or "", EMPIRE) for _ in range(seat.cubes)]


SHORTHANDS: dict[str, Callable[[State, int, Seat], list[Intention]]] = {
    "place_rest_on_empire": _place_rest_on_empire,
    "recycle_rest": _recycle_rest,
    "slate_all": _slate_all,
}
