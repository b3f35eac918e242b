"""The identity of a store: its epoch, a random id that is written once, and the newest pointers of its log.

Both tell a store that came back from one that lost its data: it has another epoch or none, or lacks a pointer.
"""

from collections.abc import Collection, Iterable
from importlib.resources import files
from secrets import token_hex
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys

_SCRIPT = files(__package__).joinpath("identity.lua").read_text("utf-8")
ACCEPTED = " accepted "
MAX_REPLACED = 8
"""An accepted epoch names so many others, the newest first."""
MAX_FORMERS = 3
"""A process sees to it that an accepted epoch names the last that the process had: few, so that all have room."""
_SET_IF_UNCHANGED = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end"
Head = tuple[int, int]
"""Id of the newest pointer in the feeds: milliseconds and number. It only grows, unless the store loses data."""


class Pointer(NamedTuple):
    """A pointer in a feed: its id, and the partition of the feed."""

    head: Head = (0, 0)
    partition: int = 0


NO_POINTER = Pointer()


class Epoch(str):
    """An epoch as it is stored: `<id>`, or `<id> accepted <id> <id>` with those in whose place an operator accepted it.

    Empty if the store has none. One that was accepted in the place of none is `<id> accepted `.
    """

    @property
    def own(self) -> str:
        return self.partition(ACCEPTED)[0]

    @property
    def replaced(self) -> tuple[str, ...] | None:
        """The newest first; None if no operator accepted it."""
        _, accepted, replaced = self.partition(ACCEPTED)
        return tuple(replaced.split(" ")) if accepted else None

    @property
    def ids(self) -> tuple[str, ...]:
        """Its own id, then those that it replaced: a backup under any of them is one of this store."""
        return (self.own, *(self.replaced or ()))

    def successor(self) -> "Epoch":
        """A new epoch, which an operator accepts in the place of this one."""
        return self._instead_of(token_hex(8), [self.own])

    def also_for(self, epochs: Collection[str]) -> "Epoch":
        """The same epoch, in the place of some more."""
        return self._instead_of(self.own, [*epochs])

    def lacking(self, formers: Iterable[str]) -> list[str]:
        """The former epochs of a process that an accepted epoch does not name."""
        return [] if self.replaced is None else [each for each in formers if each not in self.ids]

    def _instead_of(self, own: str, replaced: list[str]) -> "Epoch":
        """Without the empty id, which says nothing: any store that was empty once has it."""
        names = [*replaced, *filter(None, self.replaced or ())]
        return Epoch(f"{own}{ACCEPTED}{' '.join(names[:MAX_REPLACED])}")


class Identity(NamedTuple):
    """`newest`: the newest pointer of all feeds. `missed`: the head that a process has seen and that this store has
    lost; zeros if no process misses anything. `lacks_seen`, `lacks_missed`: whether the feeds lack the pointer that was
    asked for, or the missed one. A store that lost its newest data may have a newer head by now.
    """

    epoch: Epoch
    newest: Pointer
    missed: Head
    lacks_seen: bool
    lacks_missed: bool

    @property
    def is_missed(self) -> bool:
        """Whether any process has noted that it misses something, which has not come back."""
        return self.lacks_missed or self.newest.head < self.missed


def identity_question(keys: Keys, seen: Pointer = NO_POINTER) -> tuple[Any, ...]:
    """The arguments of EVAL whose answer `parse_identity` reads. `seen`: the newest pointer that is known."""
    names = [keys.epoch, keys.missed, *map(keys.feed, range(keys.count))]
    return (_SCRIPT, len(names), *names, *_texts(seen))


def parse_identity(answer: Any) -> Identity:
    """The identity that the store answered."""
    stored, newest, feed, missed, *lacks = answer
    pointer = Pointer(parse_head(newest), feed - 1)
    return Identity(Epoch(stored.decode()), pointer, parse_head(missed.split(b" ")[0]), *map(bool, lacks))


def read_identity(redis: Redis, keys: Keys) -> Identity:
    """The identity of a store, for a user who may only read, and on a cluster: without a script, in several steps."""
    pipe = redis.pipeline(transaction=False)
    pipe.get(keys.epoch)
    pipe.get(keys.missed)
    for partition in range(keys.count):
        pipe.xrevrange(keys.feed(partition), count=1)
    stored, missed, *newest = pipe.execute()
    heads = [Pointer(parse_head(rows[0][0]), partition) for partition, rows in enumerate(newest) if rows]
    head, _, feed = (missed or b"0-0").partition(b" ")
    lacks = bool(feed) and _lacks(redis, keys.feed(int(feed) - 1), head)
    return Identity(Epoch((stored or b"").decode()), max(heads, default=NO_POINTER), parse_head(head), False, lacks)


def _lacks(redis: Redis, feed: str, pointer: bytes) -> bool:
    """As `lacks` in identity.lua: whether a feed has lost a pointer, and has not only been trimmed up to it."""
    found: Any = redis.xrange(feed, pointer, pointer)
    first: Any = redis.xrange(feed, count=1)
    return not found and (not first or parse_head(pointer) > parse_head(first[0][0]))


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


def read_epoch(redis: Redis, keys: Keys) -> Epoch:
    """The epoch of a store; empty if it has none. Raises RedisError."""
    found: Any = redis.get(keys.epoch)
    return Epoch((found or b"").decode())


def create_epoch(redis: Redis, keys: Keys) -> None:
    """Give the store an epoch, unless it has one."""
    redis.set(keys.epoch, token_hex(8), nx=True)


def accept_store(redis: Redis, keys: Keys) -> str:
    """Give the store a new epoch in the place of its own, so that all processes take it as it is; the new epoch."""
    epoch = parse_identity(redis.eval(*identity_question(keys))).epoch.successor()
    pipe = redis.pipeline()
    pipe.set(keys.epoch, epoch)
    pipe.delete(keys.missed)
    pipe.execute()
    return epoch.own


def accept_for(redis: Redis, keys: Iterable[str], epoch: Epoch, formers: Collection[str]) -> None:
    """Let the copies of a stored epoch, unless they have changed since, stand in the place of some more.

    A process that has seen what the operator saw adds its former epoch, for those that have not looked in between:
    they would refuse the new epoch for ever.
    """
    pipe = redis.pipeline(transaction=False)
    for key in keys:
        pipe.eval(_SET_IF_UNCHANGED, 1, key, epoch, epoch.also_for(formers))
    pipe.execute()
