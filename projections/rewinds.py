"""The rewinds of a game, from its log: who proposed what, and what became of it."""

import json
from collections.abc import Sequence
from typing import Any

from events import Entry

LAPSED = ("seat_resigned", "game_ended")
"""Events with which a proposal falls."""


def rewinds(entries: Sequence[Entry], now: str) -> list[dict[str, Any]]:
    """All that were proposed, in order; `status`: pending, done, declined, expired or lapsed. `now`: RFC 3339, UTC."""
    found: list[dict[str, Any]] = []
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
            found[-1]["accepted"].append(entry.seat)
        elif entry.name == "rewind_declined":
            _close(found, "declined")
        elif entry.name == "rewound":
            _close(found, "done")
            found[-1]["assisted"] = data.get("assisted", False)
        elif entry.name in LAPSED:
            _close(found, "lapsed")
    if found and found[-1]["expires_at"] <= now:
        _close(found, "expired")
    return found


def _close(found: list[dict[str, Any]], status: str) -> None:
    """What becomes of the newest, if it was not decided."""
    if found and found[-1]["status"] == "pending":
        found[-1]["status"] = status
