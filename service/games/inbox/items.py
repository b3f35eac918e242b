"""The items of an inbox, and the positions that their ids hold."""

import re
from typing import Any, NamedTuple

import game as rules
from events.entry import optional_timestamp
from service.accounts import Accounts
from service.games.viewers import legal_bodies, view_for

ITEM_KINDS = (
    "your_turn",
    "clock_low",
    "rewind_proposed",
    "pause_asked",
    "away",
    "table_full",
    "expiring",
    "invitation",
    "rematch_offered",
    "started",
    "finished",
    "removed",
    "webhook_disabled",
)
_POSITION = re.compile("[0-9]{1,15}(?=-|$)", re.ASCII)


class Item(NamedTuple):
    """`kind`: one of ITEM_KINDS. `id`: `<position>-<game>-<version>-<kind>`, which is also in `data`.

    `position`: of the news that were delivered up to here. The data of every kind has the same fields.
    """

    kind: str
    id: str
    data: dict[str, Any]


def position_of(item_id: str | None) -> int | None:
    """The position in an item's id; None: there is none, as in the ids of earlier releases."""
    found = _POSITION.match(item_id or "")
    return int(found.group()) if found else None


def make_item(
    kind: str, position: int, state: rules.State, seat: int | None, deadline_ms: int | None, accounts: Accounts
) -> Item:
    """The item of a game as it stands, for a seat (None: a spectator)."""
    data = thin_item(kind, position, state, seat, deadline_ms)
    return Item(kind, data["id"], data | view_and_legal(state, seat, accounts))


def thin_item(
    kind: str, position: int, state: rules.State, seat: int | None, deadline_ms: int | None
) -> dict[str, Any]:
    """The data of an item without `view` and `legal`."""
    item_id = f"{position}-{state.id}-{state.version}-{kind}"
    data = {"id": item_id, "type": kind, "game": state.id, "version": state.version, "seat": seat}
    return data | {"deadline": optional_timestamp(deadline_ms)}


def view_and_legal(state: rules.State, seat: int | None, accounts: Accounts) -> dict[str, Any]:
    """What a seat sees of a game as it stands, and what it can do."""
    return {"view": view_for(state, seat, accounts), "legal": legal_bodies(state, seat)}
