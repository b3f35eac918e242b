"""From a position to the numbers that one seat may know. `fields.py` names them; all are in the seat's view.

An `Encoder` keeps the numbers of the last position and renews what changed. States share unchanged values, so a
comparison by identity finds the changes.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.cards import CARDS, DESIGNS, EMPIRE_IDS, KINDS, RESOURCES, SIDES
from game.model import ROUNDS, Seat, Site, State
from game.production import production
from game.scoring import score
from game.views.values import passed_to, required_designs
from training.environments.actions import DESIGN_OF, sorted_hand
from training.environments.fields import PHASES, SEAT_FIELDS, TABLE_FIELDS, Part, parts, width

Numbers = NDArray[np.int16]
Arrays = dict[str, Numbers]
_ABSENT = Seat()
_DESIGN = {design: number for number, design in enumerate(DESIGNS)}
_PROGRESS = {"missing": 1, "under_construction": 2, "constructed": 3}


class Encoder:
    """Encodes the positions of one game after the other. `seats`: 1..5. `slots`: as in the action space."""

    def __init__(self, seats: int, slots: int) -> None:
        self.table_width, self.seat_width = width(TABLE_FIELDS, slots), width(SEAT_FIELDS, slots)
        self.size = self.table_width + seats * self.seat_width
        self._slots = slots
        self._at, self._in_row = parts(TABLE_FIELDS, slots), parts(SEAT_FIELDS, slots)
        self._table_index = [(name, (..., _span(part))) for name, part in self._at.items()]
        self._row_index = [(name, (..., _span(part))) for name, part in self._in_row.items()]
        self._table = np.zeros(self.table_width, np.int16)
        self._rows = np.zeros((seats, self.seat_width), np.int16)
        self._all_rows = self._rows.reshape(-1)
        self._table[_span(self._at["redraw_order"])] = -1
        self._rows[:, _span(self._in_row["slot_design"])] = -1
        self._state = State()
        self._seats = [_ABSENT] * seats

    def encode(self, state: State, viewer: int, out: Numbers | None = None) -> Numbers:
        """The numbers that seat `viewer` (0..n-1) may know, in flat form. Shape: (size,). `out`: an array to fill."""
        if state is not self._state:
            self._follow(state)
        made = np.empty(self.size, np.int16) if out is None else out
        made[: self.table_width] = self._table
        self._add_own(made, state, viewer)
        own_row = viewer * self.seat_width
        made[self.table_width : self.size - own_row] = self._all_rows[own_row:]
        if viewer:
            made[self.size - own_row :] = self._all_rows[:own_row]
        return made

    def arrays(self, flat: Numbers) -> Arrays:
        """The named arrays of a flat form, or of several: shape (..., size). They share its memory."""
        rows = flat[..., self.table_width :].reshape(*flat.shape[:-1], *self._rows.shape)
        named = {name: flat[index] for name, index in self._table_index}
        for name, index in self._row_index:
            named[name] = rows[index]
        named["slot_open"] = named["slot_open"].reshape(*rows.shape[:-1], self._slots, len(KINDS))
        return named

    def _add_own(self, made: Numbers, state: State, viewer: int) -> None:
        """Write what only the viewer knows: hand, pick, candidates, cards passed on."""
        own, at = state.seats[viewer], self._at
        _add(made, at["hand"].start, own.hand)
        if own.picked is not None:
            made[at["picked"].start + DESIGN_OF[own.picked]] = 1
        if own.candidates:
            _add(made, at["candidates"].start, own.candidates)
        if state.phase == "draft":
            start = at["passed"].start
            for seat in passed_to(state, viewer):
                other = state.seats[seat]
                _add(made, start, other.hand if other.picked is None else (*other.hand, other.picked))
        elif own.hand:
            start = at["redraw_order"].start
            made[start : start + len(own.hand)] = [DESIGN_OF[card] for card in sorted_hand(own.hand)]

    def _follow(self, state: State) -> None:
        """Renew what differs from the last state."""
        old, self._state = self._state, state
        table, at = self._table, self._at
        if state.since != old.since or state.deck is not old.deck or state.phase != old.phase:
            head = _head(state.options.side, state.round, state.phase, state.step, state.sequence)
            table[: len(head)] = head
            table[len(head) : len(head) + 3] = (state.passes, len(state.deck), len(state.pools))
        if state.discard is not old.discard:
            _renew_counts(table, at["discard"].start, old.discard, state.discard)
        for index, seat in enumerate(state.seats):
            if seat is not self._seats[index]:
                before, self._seats[index] = self._seats[index], seat
                self._renew_seat(self._rows[index], before, seat, state)
                if _is_rescored(before, seat):
                    self._renew_points(index, seat, state)
        if state.options.scenario:
            for required in required_designs(state) or ():
                table[at["required"].start + _DESIGN[required["design"]]] = _PROGRESS[required["state"]]

    def _renew_seat(self, row: Numbers, before: Seat, seat: Seat, state: State) -> None:
        at = self._in_row
        if seat.empire is not before.empire:
            start, stop, _ = at["empire"]
            row[start:stop] = [empire == seat.empire for empire in EMPIRE_IDS]
        if seat.constructed is not before.constructed:
            _renew_counts(row, at["constructed"].start, before.constructed, seat.constructed)
        if seat.drafted is not before.drafted:
            _renew_counts(row, at["drafted"].start, before.drafted, seat.drafted)
        if seat.construction is not before.construction:
            self._renew_slots(row, before.construction, seat.construction)
        is_ready = seat.picked is not None if state.phase == "draft" else seat.ready
        start = at["items"].start
        row[start : start + 10] = (
            seat.krystallium,
            seat.generals,
            seat.financiers,
            seat.cubes,
            -1 if seat.produced is None else seat.produced,
            len(seat.empire_cubes),
            len(seat.hand),
            len(seat.candidates),
            is_ready,
            seat.choosing,
        )

    def _renew_slots(self, row: Numbers, before: tuple[Site, ...], sites: tuple[Site, ...]) -> None:
        designs, spaces, kinds = self._in_row["slot_design"].start, self._in_row["slot_open"].start, len(KINDS)
        sites, count = sites[: self._slots], len(before)
        for slot, site in enumerate(sites):
            if slot >= count or site is not before[slot]:
                row[designs + slot] = DESIGN_OF[site.card]
                row[spaces + slot * kinds : spaces + (slot + 1) * kinds] = _open_spaces(site.card, site.filled)
        for slot in range(len(sites), min(count, self._slots)):
            row[designs + slot] = -1
            row[spaces + slot * kinds : spaces + (slot + 1) * kinds] = 0

    def _renew_points(self, index: int, seat: Seat, state: State) -> None:
        start, stop, _ = self._in_row["points"]
        row = self._rows[index]
        row[start:stop] = list(score(state)[index].values())
        start, stop, _ = self._in_row["production"]
        row[start:stop] = production(seat, state.options.side)


def _span(part: Part) -> slice:
    return slice(part.start, part.stop)


def _is_rescored(before: Seat, seat: Seat) -> bool:
    return (
        seat.constructed is not before.constructed
        or seat.generals != before.generals
        or seat.financiers != before.financiers
        or seat.empire is not before.empire
    )


def _add(numbers: Numbers, start: int, cards: Iterable[str]) -> None:
    """Count the cards by design, in the numbers from `start`."""
    for card in cards:
        numbers[start + DESIGN_OF[card]] += 1


def _renew_counts(numbers: Numbers, start: int, before: tuple[str, ...], cards: tuple[str, ...]) -> None:
    """Count the cards by design, given that `before` is counted there. Cards are mostly added at the end."""
    if cards[: len(before)] == before:
        _add(numbers, start, cards[len(before) :])
    else:
        numbers[start : start + len(DESIGNS)] = 0
        _add(numbers, start, cards)


@lru_cache(maxsize=1 << 14)
def _open_spaces(card: str, filled: tuple[str | None, ...]) -> Numbers:
    """Open spaces by kind, in the order of KINDS."""
    spaces = CARDS[card].spaces
    still_open = [kind for kind, item in zip(spaces, filled, strict=True) if item is None]
    return np.array([still_open.count(kind) for kind in KINDS], np.int16)


@lru_cache
def _head(side: str, game_round: int, phase: str | None, step: str | None, sequence: int | None) -> Numbers:
    """The one-hot fields that begin the table: side, round, phase, step, sequence."""
    values = [each == side for each in SIDES]
    values += [each == game_round for each in range(1, ROUNDS + 1)]
    values += [each == phase for each in PHASES]
    values += [each == step for each in RESOURCES]
    values += [each == sequence for each in (1, 2)]
    return np.array(values, np.int16)
