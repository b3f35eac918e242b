"""What a seat, or a spectator, may see of an event: a secret event shows only the fields on its list."""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple

from events import Entry
from events.names import SECRET


class Fields(NamedTuple):
    """Fields of a secret event's data: what everybody may see, and what its own seat sees besides."""

    public: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()


SHOWN: dict[str, Fields] = {
    "game_started": Fields(public=frozenset({"empires", "client_seeds"})),
    "card_drafted": Fields(own=frozenset({"card"})),
    "pool_taken": Fields(public=frozenset({"sequence"}), own=frozenset({"cards"})),
    "cards_redrawn": Fields(public=frozenset({"cards"}), own=frozenset({"candidates"})),
    "card_kept": Fields(public=frozenset({"discarded"}), own=frozenset({"card"})),
}
"""What is shown of secret events; other fields, and a salt, are for the finished game's log only."""
if SHOWN.keys() != SECRET:
    raise AssertionError("every secret event needs a list of the fields that may be shown")


def shown(entry: Entry, seat: int | None, everything: bool = False) -> dict[str, Any]:
    """An event as JSON values for a seat (None: a spectator); `everything` once the game is finished."""
    data: dict[str, Any] = json.loads(entry.data) if entry.data != "{}" else {}
    if entry.name in SECRET and not everything:
        data = _redacted(entry, data, seat)
    return {
        "version": entry.version,
        "name": entry.name,
        "seat": entry.seat,
        "group": entry.group,
        "actor": entry.actor,
        "time": timestamp(entry.ms),
        "data": data,
    }


def _redacted(entry: Entry, data: dict[str, Any], seat: int | None) -> dict[str, Any]:
    fields = SHOWN[entry.name]
    visible = fields.public | fields.own if seat is not None and entry.seat == seat else fields.public
    return {key: value for key, value in data.items() if key in visible}


def timestamp(ms: int) -> str:
    """Milliseconds since 1970 as an RFC 3339 time, UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
