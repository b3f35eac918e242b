"""What a seat, or a spectator, may see of an event: a secret event shows only the fields on its list."""

import json
from datetime import UTC, datetime
from typing import Any

from events import Entry
from events.names import SECRET

_PUBLIC: dict[str, frozenset[str]] = {
    "game_started": frozenset({"empires", "client_seeds"}),
    "card_drafted": frozenset(),
}
"""Secret events: the fields of their data that everybody may see."""
if _PUBLIC.keys() != SECRET:
    raise AssertionError("every secret event needs a list of its public fields")


def shown(entry: Entry, seat: int | None, everything: bool = False) -> dict[str, Any]:
    """An event as JSON values for a seat (None: a spectator); `everything` once the game is finished.

    Of a pick its own seat sees the card.
    """
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
    if entry.name == "card_drafted" and seat is not None and entry.seat == seat:
        return data
    return {key: value for key, value in data.items() if key in _PUBLIC[entry.name]}


def timestamp(ms: int) -> str:
    """Milliseconds since 1970 as an RFC 3339 time, UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
