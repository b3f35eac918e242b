"""The entry: an event in its envelope, as the log stores it."""

from datetime import UTC, datetime
from typing import NamedTuple

from events.codec import UnknownEvent, decode
from game.declared import Event


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
