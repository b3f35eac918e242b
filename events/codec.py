"""Events to stored text and back: name, seat and data, the data as canonical JSON.

Canonical: keys sorted, no spaces, UTF-8; a field that has its default is left out.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

from game.declared import DECLARED, EVENTS, Event

_FIELDS = {
    name: tuple((field, key, declared.defaults.get(field, MISSING)) for field, key in declared.keys.items())
    for name, declared in EVENTS.items()
}
"""By the name of an event, its fields: the name, the key in the stored data, and the default."""


class UnknownEvent(ValueError):
    """A stored event that this version of the program cannot read. `version`: of its entry; 0 outside of a log."""

    version = 0


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
"""The one JSON text of a value."""


def encode(event: Event) -> tuple[str, int | None, str]:
    """(name, seat or None, data)."""
    name = DECLARED[type(event)].name
    data: dict[str, Any] = {}
    for field, key, default in _FIELDS[name]:
        value = getattr(event, field)
        if default is MISSING or value != default:
            data[key] = value
    return name, getattr(event, "seat", None), canonical(data) if data else "{}"


def decode(name: str, seat: int | None, data: str) -> Event:
    """The event of a stored entry. Raises UnknownEvent for a name or data that no event has."""
    declared = EVENTS.get(name)
    if declared is None:
        raise UnknownEvent(f"no event is called {name!r}")
    try:
        stored = json.loads(data) if data != "{}" else {}
        if not isinstance(stored, dict) or (seat is not None) != declared.has_seat:
            raise TypeError("it needs an object, and a seat where a seat acts")
        values = {field: _frozen(stored.pop(key)) for field, key, _ in _FIELDS[name] if key in stored}
        make: Callable[..., Event] = declared.event
        event = make(seat, **values) if declared.has_seat else make(**values)
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UnknownEvent(f"{name} cannot be read: {error}") from error
    if stored:
        raise UnknownEvent(f"{name} has no {', '.join(stored)}")
    return event


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value
