"""Events to stored text and back: name, seat and data, the data as canonical JSON.

Canonical: keys sorted, no spaces, UTF-8; a field that has its default is left out.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from events.names import NAMES
from game.events import Event

_NAME_OF = {cls: name for name, cls in NAMES.items()}


def stored_key(field: str) -> str:
    """The key of an event's field in the stored data: `kind` is `as` there, which is a keyword of Python."""
    return "as" if field == "kind" else field


_FIELDS = {
    name: tuple((f.name, stored_key(f.name), f.default) for f in fields(cls) if f.name != "seat")
    for name, cls in NAMES.items()
}
_SEATED = {name for name, cls in NAMES.items() if any(f.name == "seat" for f in fields(cls))}


class UnknownEvent(ValueError):
    """A stored event that this version of the program cannot read. `version`: of its entry; 0 outside of a log."""

    version = 0


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
"""The one JSON text of a value."""


def encode(event: Event) -> tuple[str, int | None, str]:
    """(name, seat or None, data)."""
    name = _NAME_OF[type(event)]
    data: dict[str, Any] = {}
    for field, key, default in _FIELDS[name]:
        value = getattr(event, field)
        if default is MISSING or value != default:
            data[key] = value
    return name, getattr(event, "seat", None), canonical(data) if data else "{}"


def decode(name: str, seat: int | None, data: str) -> Event:
    """The event of a stored entry. Raises UnknownEvent for a name or data that no event has."""
    cls: Callable[..., Event] | None = NAMES.get(name)
    if cls is None:
        raise UnknownEvent(f"no event is called {name!r}")
    try:
        stored = json.loads(data) if data != "{}" else {}
        if not isinstance(stored, dict) or (seat is not None) != (name in _SEATED):
            raise TypeError("it needs an object, and a seat where a seat acts")
        values = {field: _frozen(stored.pop(key)) for field, key, _ in _FIELDS[name] if key in stored}
        event = cls(seat, **values) if name in _SEATED else cls(**values)
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UnknownEvent(f"{name} cannot be read: {error}") from error
    if stored:
        raise UnknownEvent(f"{name} has no {', '.join(stored)}")
    return event


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value
