"""The rewinds of a game, read from its log: each proposal with its outcome."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from cachetools import LRUCache

from events import Entry, Log
from projections.replay import read_slowly

KEPT_REWINDS = 20_000
"""Of all games together, about 500 bytes each."""
Rewind = dict[str, Any]
LAPSING_EVENTS = ("seat_resigned", "seat_taken_over", "game_ended", "game_abandoned")
"""Events that cancel a pending proposal."""


class Rewinds:
    """The rewinds of games, as far as they were read before. The games that were asked for last are kept."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: LRUCache[str, tuple[Entry, list[Rewind]]] = LRUCache(KEPT_REWINDS, lambda kept: 1 + len(kept[1]))

    def list(self, game: str, now: str) -> list[Rewind]:
        """All proposed rewinds, in order. `status`: pending, done, declined, expired or lapsed. `now`: RFC 3339, UTC.

        Reads what was appended since the last time.
        """
        last, found = self._kept.get(game, (None, []))
        if last and self._log.read(game, last.version - 1, last.version) != [last]:  # the server lost its last second
            last, found = None, []
        for entries in read_slowly(self._log, game, last.version if last else 0):
            found = after_entries(found, entries)
            last = entries[-1]
        if last:
            self._kept[game] = last, found
        return at_time(found, now)


def at_time(rewinds: Sequence[Rewind], now: str) -> list[Rewind]:
    """The rewinds, the newest one expired if its time is up by then."""
    found = [*rewinds]
    if found and found[-1]["expires_at"] <= now:
        _close(found, "expired")
    return found


def after_entries(rewinds: Sequence[Rewind], entries: Iterable[Entry]) -> list[Rewind]:
    """The rewinds of a game after more entries; nobody has looked at the time."""
    found = [*rewinds]
    for entry in entries:
        data = json.loads(entry.data) if entry.name.startswith(("rewind_", "rewound")) else {}
        if entry.name == "rewind_proposed":
            _close(found, "expired")
            found.append(
                {
                    "number": data["number"],
                    "seat": entry.seat,
                    "to": data["to"],
                    "proposed": entry.version,
                    "expires_at": data["expires"],
                    "accepted": [],
                    "status": "pending",
                    "assisted": False,
                }
            )
        elif entry.name == "rewind_accepted":
            found[-1] = found[-1] | {"accepted": [*found[-1]["accepted"], entry.seat]}
        elif entry.name == "rewind_declined":
            _close(found, "declined")
        elif entry.name == "rewound":
            _close(found, "done")
            found[-1] = found[-1] | {"assisted": data.get("assisted", False)}
        elif entry.name in LAPSING_EVENTS:
            _close(found, "lapsed")
    return found


def _close(found: list[Rewind], status: str) -> None:
    """Set the status of the newest rewind, if it is still pending."""
    if found and found[-1]["status"] == "pending":
        found[-1] = found[-1] | {"status": status}
