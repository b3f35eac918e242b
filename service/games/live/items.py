"""Items of a live stream: JSON objects with a type, written once and sent to many."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

RESTARTING = "restarting"
"""The reason of an end: the process stops, and clients go on with another one."""
to_json = json.JSONEncoder(ensure_ascii=False).encode


class Item(NamedTuple):
    """An item as text. `kind`: its type. `version`: from which a stream can go on after the item; None: not from it."""

    kind: str
    text: str
    version: int | None = None


def make_item(kind: str, fields: Mapping[str, Any], version: int | None = None) -> Item:
    """The item with these fields beside its type."""
    return Item(kind, to_json({"type": kind, **fields}), version)


def end_item(reason: str, version: int) -> Item:
    """The last item of a stream. `version`: of the newest event that the client has."""
    return make_item("end", {"reason": reason, "version": version})
