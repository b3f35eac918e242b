"""The identity of a store: its epoch, a random id that is written once, and the head of its log.

Both tell a store that came back from one that lost its data: it has another epoch or none, or an older head.
"""

from importlib.resources import files
from secrets import token_hex
from typing import Any, NamedTuple

from redis import Redis

from events.keys import Keys

_SCRIPT = files(__package__).joinpath("identity.lua").read_text("utf-8")
_ACCEPTED = " accepted "
Head = tuple[int, int]
"""Id of the newest pointer in the feeds: milliseconds and number. It only grows, unless the store loses data."""


class Identity(NamedTuple):
    """`epoch`: empty if the store has none. `replaced`: the epoch in whose place an operator accepted this one.

    `missed`: the head that a process has seen and that this store has lost; zeros if no process misses anything.
    """

    epoch: str
    replaced: str | None
    head: Head
    missed: Head


def identity_question(keys: Keys) -> tuple[Any, ...]:
    """The arguments of EVAL whose answer `parse_identity` reads."""
    names = [keys.epoch, keys.missed, *map(keys.feed, range(keys.count))]
    return (_SCRIPT, len(names), *names)


def parse_identity(answer: Any) -> Identity:
    """The identity that the store answered."""
    stored, newest, missed = answer
    epoch, accepted, replaced = stored.decode().partition(_ACCEPTED)
    return Identity(epoch, replaced if accepted else None, parse_head(newest), parse_head(missed))


def parse_head(pointer: bytes) -> Head:
    """The head of a log whose newest pointer has this id.

    >>> parse_head(b"1795395985954-2")
    (1795395985954, 2)
    """
    milliseconds, _, number = pointer.partition(b"-")
    return int(milliseconds), int(number)


def report_missed(redis: Redis, keys: Keys, head: Head) -> None:
    """Let all processes know that the log of this store went as far as that, so that they refuse it, too."""
    redis.set(keys.missed, f"{head[0]}-{head[1]}")


def create_epoch(redis: Redis, keys: Keys) -> None:
    """Give the store an epoch, unless it has one."""
    redis.set(keys.epoch, token_hex(8), nx=True)


def accept_store(redis: Redis, keys: Keys) -> str:
    """Give the store a new epoch in the place of its own, so that all processes take it as it is; the new epoch."""
    answer = redis.eval(*identity_question(keys))
    epoch = token_hex(8)
    pipe = redis.pipeline()
    pipe.set(keys.epoch, f"{epoch}{_ACCEPTED}{parse_identity(answer).epoch}")
    pipe.delete(keys.missed)
    pipe.execute()
    return epoch
