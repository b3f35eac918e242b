"""Views: what one seat, or a spectator, may know of a game, built from the allow-list of `game.views.fields` (R50)."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from game.model import Seat, State
from game.scoring import score
from game.shapes import ListOf
from game.table import is_paused, must_act
from game.views.fields import AFTER_THE_END, SEAT_FIELDS, TABLE_FIELDS, ViewField
from game.views.values import Json, SeatLook, TableLook


def view(state: State, seat: int | None) -> Json:
    """The game as `seat` (0..n-1) or a spectator (None) may see it, as JSON values."""
    acting = must_act(state)
    own = state.seats[seat] if seat is not None else Seat()
    made = _read_table(TableLook(state, seat, own, () if is_paused(state) else acting))
    made["seats"] = [
        _read_seat(SeatLook(state, index, other, acting, points))
        for index, (other, points) in enumerate(zip(state.seats, score(state), strict=True))
    ]
    return made


def open_view(state: State, seat: int | None) -> Json:
    """The view of a version of a game that is finished by now: with everybody's cards, the deck and the pools."""
    made = view(state, seat) | _read_open_table(TableLook(state, seat, Seat(), ()))
    for index, own in enumerate(state.seats):
        made["seats"][index] |= _read_open_seat(SeatLook(state, index, own, (), {}))
    return made


def _reader(fields: Sequence[ViewField]) -> Callable[[Any], Json]:
    """A function from a look to the values of these fields, two at least, in their order.

    Every request asks for views, so one call reads all paths; then lists are copied, and the other values computed.
    """
    names = [field.name for field in fields]
    # What is computed has a place from the beginning, and any path will do for it.
    read_paths = attrgetter(*[field.value if isinstance(field.value, str) else "state" for field in fields])
    listed = [at for at, field in enumerate(fields) if isinstance(field.value, str) and isinstance(field.shape, ListOf)]
    computed = [(at, field.value) for at, field in enumerate(fields) if not isinstance(field.value, str)]

    def read(look: Any) -> Json:
        values: list[Any] = [*read_paths(look)]
        for at in listed:
            values[at] = [*values[at]]
        for at, value in computed:
            values[at] = value(look)
        return dict(zip(names, values, strict=True))

    return read


_read_table = _reader([field for field in TABLE_FIELDS if field.seen_by != AFTER_THE_END])
_read_open_table = _reader([field for field in TABLE_FIELDS if field.seen_by == AFTER_THE_END])
_read_seat = _reader([field for field in SEAT_FIELDS if field.seen_by != AFTER_THE_END])
_read_open_seat = _reader([field for field in SEAT_FIELDS if field.seen_by == AFTER_THE_END])
