"""The entry: an event in its envelope, as the log stores it; event to stored text and back.

The data is canonical JSON: keys sorted, no spaces, UTF-8; a field that has its default is left out.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING
from datetime import UTC, datetime
from typing import Any, NamedTuple

from game.declared import Event
from game.events import DECLARED, EVENTS

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


class Entry(NamedTuple):
    """One stored event.

    `version`: 1, 2, 3 ... without gaps. `group`: the version of its intention's first event. `actor`: a player's
    id, `bot:<strategy>` or `service`. `ms`: milliseconds since 1970, UTC. `data`: canonical JSON. `salt`: 16 bytes
    where the data is secret, else empty. `hash`: 32 bytes on the entry that ends an append, else empty.
    """

    version: int
    name: str
    seat: int | None
    group: int
    actor: str
    ms: int
    data: str
    salt: bytes = b""
    hash: bytes = b""

    @property
    def event(self) -> Event:
        """The event itself. Raises UnknownEvent."""
        try:
            return decode(self.name, self.seat, self.data)
        except UnknownEvent as error:
            error.version = self.version
            raise


def timestamp(ms: int) -> str:
    """Milliseconds since 1970 as an RFC 3339 time, UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def optional_timestamp(ms: int | None) -> str | None:
    """The same, or None for a time that is not known or never comes."""
    return None if ms is None else timestamp(ms)


def from_timestamp(text: str) -> int:
    """An RFC 3339 time as milliseconds since 1970. Inverse of `timestamp`. Raises ValueError."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
