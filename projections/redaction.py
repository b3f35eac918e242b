"""Redaction: what a seat, or a spectator, may see of an event. A secret event shows only the fields on its list.

An event that gives the seats new hands shows a seat its own hand, which the log does not store. So a client can follow
a game by its events alone.
"""

import json
from collections.abc import Sequence
from typing import Any

from events import Entry
from events.entry import timestamp
from game.events import EVENTS, SECRET


def redact(
    entry: Entry, seat: int | None, everything: bool = False, hands: Sequence[Sequence[str]] | None = None
) -> dict[str, Any]:
    """An event as JSON values for a seat (None: a spectator).

    `everything`: the game is finished, so nothing is left out. `hands`: by seat, right after an event that gives hands.
    """
    data: dict[str, Any] = json.loads(entry.data) if entry.data != "{}" else {}
    if entry.name in SECRET and not everything:
        declared = EVENTS[entry.name]
        visible = declared.public | declared.own_seat if seat is not None and entry.seat == seat else declared.public
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
