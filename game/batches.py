"""Conveniences: one word for several intentions. They expand to ordinary ones, which are decided one by one."""

from collections.abc import Callable

from game.cards import EMPIRE
from game.intentions import Intention, Place, Recycle, Slate
from game.state import Seat, State


def expand(state: State, index: int, name: str) -> list[Intention] | None:
    """The intentions that the convenience stands for, now, perhaps none; None when there is no such convenience."""
    batch = BATCHES.get(name)
    return batch(state, index, state.seats[index]) if batch else None


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
