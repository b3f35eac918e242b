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
    """`epoch`: empty if the store has none. `replaced`: the epoch in whose place an operator accepted this one."""

    epoch: str
    replaced: str | None
    head: Head


def identity_question(keys: Keys) -> tuple[Any, ...]:
    """The arguments of EVAL whose answer `parse_identity` reads."""
    names = [keys.epoch, *map(keys.feed, range(keys.count))]
    return (_SCRIPT, len(names), *names)


def parse_identity(answer: Any) -> Identity:
    """The identity that the store answered."""
    stored, milliseconds, number = answer
    epoch, accepted, replaced = stored.decode().partition(_ACCEPTED)
    return Identity(epoch, replaced if accepted else None, (milliseconds, number))


def create_epoch(redis: Redis, keys: Keys) -> None:
    """Give the store an epoch, unless it has one."""
    redis.set(keys.epoch, token_hex(8), nx=True)


def accept_store(redis: Redis, keys: Keys) -> str:
    """Give the store a new epoch in the place of its own, so that all processes take it as it is; the new epoch."""
    answer = redis.eval(*identity_question(keys))
    epoch = token_hex(8)
    redis.set(keys.epoch, f"{epoch}{_ACCEPTED}{parse_identity(answer).epoch}")
    return epoch
