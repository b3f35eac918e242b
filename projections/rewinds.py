"""The rewinds of a game, read from its log: each proposal with its outcome."""

import json
from collections.abc import Sequence
from typing import Any

from events import Entry

LAPSING_EVENTS = ("seat_resigned", "seat_taken_over", "game_ended", "game_abandoned")
"""Events that cancel a pending proposal."""


def list_rewinds(entries: Sequence[Entry], now: str) -> list[dict[str, Any]]:
    """All proposed rewinds, in order. `status`: pending, done, declined, expired or lapsed. `now`: RFC 3339, UTC."""
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
        elif entry.name in LAPSING_EVENTS:
            _close(found, "lapsed")
    if found and found[-1]["expires_at"] <= now:
        _close(found, "expired")
    return found


def _close(found: list[dict[str, Any]], status: str) -> None:
    """Set the status of the newest rewind, if it is still pending."""
    if found and found[-1]["status"] == "pending":
        found[-1]["status"] = status
