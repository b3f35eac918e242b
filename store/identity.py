"""The identity of a store: its epoch, a random id that is written once, and the newest pointers of its log.

Both tell a store that came back from one that lost its data: it has another epoch or none, or lacks a pointer.
"""

from importlib.resources import files
from secrets import token_hex
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys

_SCRIPT = files(__package__).joinpath("identity.lua").read_text("utf-8")
ACCEPTED = " accepted "
Head = tuple[int, int]
"""Id of the newest pointer in the feeds: milliseconds and number. It only grows, unless the store loses data."""


class Pointer(NamedTuple):
    """A pointer in a feed: its id, and the partition of the feed."""

    head: Head = (0, 0)
    partition: int = 0


NO_POINTER = Pointer()


class Identity(NamedTuple):
    """`epoch`: empty if the store has none. `replaced`: the epoch in whose place an operator accepted this one.

    `newest`: the newest pointer of all feeds. `missed`: the head that a process has seen and that this store has lost;
    zeros if no process misses anything. `lacks_seen`, `lacks_missed`: whether the feeds lack the pointer that was asked
    for, or the missed one. A store that lost its newest data may have a newer head by now.
    """

    epoch: str
    replaced: str | None
    newest: Pointer
    missed: Head
    lacks_seen: bool
    lacks_missed: bool


def identity_question(keys: Keys, seen: Pointer = NO_POINTER) -> tuple[Any, ...]:
    """The arguments of EVAL whose answer `parse_identity` reads. `seen`: the newest pointer that is known."""
    names = [keys.epoch, keys.missed, *map(keys.feed, range(keys.count))]
    return (_SCRIPT, len(names), *names, *_texts(seen))


def parse_identity(answer: Any) -> Identity:
    """The identity that the store answered."""
    stored, newest, feed, missed, *lacks = answer
    epoch, accepted, replaced = stored.decode().partition(ACCEPTED)
    pointer = Pointer(parse_head(newest), feed - 1)
    return Identity(
        epoch, replaced if accepted else None, pointer, parse_head(missed.split(b" ")[0]), *map(bool, lacks)
    )


def parse_head(pointer: bytes) -> Head:
    """The head of a log whose newest pointer has this id.

    >>> parse_head(b"1795395985954-2")
    (1795395985954, 2)
    """
    milliseconds, _, number = pointer.partition(b"-")
    return int(milliseconds), int(number)


def report_missed(redis: Redis, keys: Keys, seen: Pointer) -> None:
    """Let all processes know that the log of this store went as far as that, so that they refuse it, too."""
    redis.set(keys.missed, " ".join(_texts(seen)))


def _texts(pointer: Pointer) -> tuple[str, str]:
    """A pointer as the script reads it: its id, and the number of its feed, 1 for the first."""
    return f"{pointer.head[0]}-{pointer.head[1]}", str(pointer.partition + 1)


def create_epoch(redis: Redis, keys: Keys) -> None:
    """Give the store an epoch, unless it has one."""
    redis.set(keys.epoch, token_hex(8), nx=True)


def accept_store(redis: Redis, keys: Keys) -> str:
    """Give the store a new epoch in the place of its own, so that all processes take it as it is; the new epoch."""
    answer = redis.eval(*identity_question(keys))
    epoch = token_hex(8)
    pipe = redis.pipeline()
    pipe.set(keys.epoch, f"{epoch}{ACCEPTED}{parse_identity(answer).epoch}")
    pipe.delete(keys.missed)
    pipe.execute()
    return epoch
