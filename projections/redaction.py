"""Redaction: what a seat, or a spectator, may see of an event. A secret event shows only the fields on its list.

An event that gives the seats new hands shows a seat its own hand, which the log does not store. So a client can follow
a game by its events alone.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from events import Entry
from events.entry import timestamp
from events.names import SECRET


class VisibleFields(NamedTuple):
    """Fields of a secret event's data: those that everybody may see, and those that only its own seat may see."""

    public: frozenset[str] = frozenset()
    own_seat: frozenset[str] = frozenset()


VISIBLE_FIELDS: dict[str, VisibleFields] = {
    "game_started": VisibleFields(public=frozenset({"empires", "client_seeds"})),
    "card_drafted": VisibleFields(own_seat=frozenset({"card"})),
    "pool_taken": VisibleFields(public=frozenset({"sequence"}), own_seat=frozenset({"cards"})),
    "cards_redrawn": VisibleFields(public=frozenset({"cards"}), own_seat=frozenset({"candidates"})),
    "card_kept": VisibleFields(public=frozenset({"discarded"}), own_seat=frozenset({"card"})),
}
"""By the name of a secret event. Only the log of a finished game shows other fields, and the salt."""
if VISIBLE_FIELDS.keys() != SECRET:
    raise AssertionError("every event in events.names.SECRET needs its visible fields: add them to VISIBLE_FIELDS")

GIVES_HANDS = frozenset({"hands_dealt", "picks_revealed"})
"""Events after which each seat has a new hand."""


def redact(
    entry: Entry, seat: int | None, everything: bool = False, hands: Sequence[Sequence[str]] | None = None
) -> dict[str, Any]:
    """An event as JSON values for a seat (None: a spectator).

    `everything`: the game is finished, so nothing is left out. `hands`: by seat, right after an event of GIVES_HANDS.
    """
    data: dict[str, Any] = json.loads(entry.data) if entry.data != "{}" else {}
    if entry.name in SECRET and not everything:
        fields = VISIBLE_FIELDS[entry.name]
        visible = fields.public | fields.own_seat if seat is not None and entry.seat == seat else fields.public
        data = {key: value for key, value in data.items() if key in visible}
    if hands is not None and everything:
        data["hands"] = [list(hand) for hand in hands]
    elif hands is not None and seat is not None:
        data["hand"] = list(hands[seat])
    return {
        "version": entry.version,
        "name": entry.name,
        "seat": entry.seat,
        "group": entry.group,
        "actor": entry.actor,
        "time": timestamp(entry.ms),
        "data": data,
    }
