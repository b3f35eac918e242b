"""The layout of the keys: games and accounts fall into partitions, and all keys of a partition share its hash tag."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from redis import Redis


class PartitionsChanged(RuntimeError):
    """The server holds games laid out for another number of partitions."""


MOVING = 0
"""Stands for the number of partitions while games move to another one."""
CUT_SHORT = "a move to other partitions was cut short: run `wonderful repartition` again"
NEW_STORE_PARTITIONS = 64
"""How many partitions a new store gets: they fall on the primaries of a cluster about evenly."""


@dataclass(slots=True)
class Keys:
    """`prefix`: put before every key. `count`: the number of partitions, which a store keeps until they are moved.

    Before a process has met its store (`settle_partitions`), it is that of a new one.
    """

    prefix: str = ""
    count: int = NEW_STORE_PARTITIONS

    def partition(self, owner: str) -> int:
        """The partition of a game or an account, 0..count-1."""
        return crc32(owner.encode()) % self.count

    def stream(self, game: str) -> str:
        return self._of(self.partition(game), f"g:{game}")

    def idempotency(self, game: str) -> str:
        return self._of(self.partition(game), f"i:{game}")

    def snapshot(self, game: str) -> str:
        return self._of(self.partition(game), f"s:{game}")

    def milestones(self, game: str) -> str:
        """Earlier versions of a game, at intervals."""
        return self._of(self.partition(game), f"m:{game}")

    def damage(self, game: str) -> str:
        """The version of the entry at fault, for a game whose log was found damaged."""
        return self._of(self.partition(game), f"damage:{game}")

    def seed(self, game: str) -> str:
        """The server seed of a game that has not started."""
        return self._of(self.partition(game), f"seed:{game}")

    def code(self, game: str) -> str:
        """The invite code of a private game that is open."""
        return self._of(self.partition(game), f"code:{game}")

    def rematch(self, game: str) -> str:
        """The rematch of a game that is over."""
        return self._of(self.partition(game), f"rematch:{game}")

    def analysis(self, game: str) -> str:
        """What each decision of a game that is over was worth."""
        return self._of(self.partition(game), f"analysis:{game}")

    def analysing(self, game: str) -> str:
        """How far the analysis of a game is."""
        return self._of(self.partition(game), f"analysing:{game}")

    def presence(self, game: str) -> str:
        """Who follows a game now, as each web process last stored it."""
        return self._of(self.partition(game), f"here:{game}")

    def reactions(self, game: str) -> str:
        """The newest reactions at the table of a game."""
        return self._of(self.partition(game), f"reactions:{game}")

    def feed(self, partition: int) -> str:
        """Pointers to what was appended to any game of the partition, for the projector."""
        return self._of(partition, "feed")

    def due(self, partition: int) -> str:
        """The effects that are due at once in games of the partition, as the projector last stored them."""
        return self._of(partition, "due")

    def timed(self, partition: int) -> str:
        """The effects with a time of the partition's games, as the projector last stored them."""
        return self._of(partition, "timed")

    def timers(self, partition: int) -> str:
        """The partition's games that have an effect with a time, sorted by this time."""
        return self._of(partition, "timers")

    def waiting(self, partition: int) -> str:
        """The seats that each game under way of the partition waits for, as the projector last stored them."""
        return self._of(partition, "waiting")

    def archived(self, partition: int) -> str:
        """The partition's games that are archived, each with the size of its file."""
        return self._of(partition, "archived")

    def streams(self) -> str:
        """The pattern of all streams, to find every game."""
        return f"{self.prefix}{{p*}}:g:*"

    def lobby(self, name: str) -> str:
        """Read models over all games share one tag."""
        return f"{self.prefix}{{lobby}}:{name}"

    @property
    def epoch(self) -> str:
        """The random id of this store, and which one it replaced if an operator accepted it."""
        return f"{self.prefix}epoch"

    @property
    def first_epoch(self) -> str:
        """The epoch that a new store on a cluster is to have, until all of its partitions have it."""
        return f"{self.prefix}first-epoch"

    def epoch_of(self, partition: int) -> str:
        """The copy of the epoch that a partition on a cluster has."""
        return self._of(partition, "epoch")

    def none_of(self, partition: int) -> str:
        """A name in a partition that no key has."""
        return self._of(partition, "none")

    @property
    def missed(self) -> str:
        """The newest pointer that a process has seen in a feed, if the store has lost it."""
        return f"{self.prefix}missed"

    @property
    def partitions(self) -> str:
        """The number of partitions; MOVING while the games move to another number."""
        return f"{self.prefix}partitions"

    @property
    def spread(self) -> str:
        """Exists in every store from the first release on: accounts fall into partitions, too."""
        return f"{self.prefix}spread"

    @property
    def repartition(self) -> str:
        """What a move to another number of partitions is to do, until it has come to its end (JSON)."""
        return f"{self.prefix}repartition"

    @property
    def no_key(self) -> str:
        """A name that no key has: commands on it try out whether the server takes writes."""
        return f"{self.prefix}none"

    @property
    def wake(self) -> str:
        """The channel of all appends; a message is `<game> <version>`."""
        return f"{self.prefix}wake"

    @property
    def notices(self) -> str:
        """The channel of notices; a message is `<game> <player> <player> ...`."""
        return f"{self.prefix}notices"

    @property
    def tables(self) -> str:
        """The channel of what changes beside the log, such as presence; a message is `<game>`."""
        return f"{self.prefix}tables"

    @property
    def accounts(self) -> str:
        """The channel of changed accounts; a message is `<player>`."""
        return f"{self.prefix}accounts"

    def owned(self, owner: str, kind: str) -> str:
        """The key of a game or an account in its partition, by its kind, such as `g` for a stream (see `split_key`)."""
        return self._of(self.partition(owner), f"{kind}:{owner}")

    def of_partition(self, partition: int, kind: str) -> str:
        """The key that a partition has once, by its kind, such as `due`."""
        return self._of(partition, kind)

    def _of(self, partition: int, name: str) -> str:
        return f"{self.prefix}{{p{partition}}}:{name}"


@lru_cache(4096)
def keys_of_append(prefix: str, count: int, game: str) -> tuple[int, list[str]]:
    """The partition of a game, and the keys that an append touches: stream, feed, idempotency, damage.

    They are kept: each move asks for those of its game. Do not change the list.
    """
    partition = crc32(game.encode()) % count
    tag = f"{prefix}{{p{partition}}}:"
    return partition, [f"{tag}g:{game}", f"{tag}feed", f"{tag}i:{game}", f"{tag}damage:{game}"]


class Parts(NamedTuple):
    """What the name of a key says. `owner`: a game or an account; empty for what a partition has once."""

    prefix: str
    partition: int
    kind: str
    owner: str


def split_key(prefix: str, name: str) -> Parts:
    """The parts of a key with the hash tag of a partition.

    >>> split_key("", "{p3}:g:abcdefgh"), split_key("x:", "x:{p12}:feed")
    (Parts(prefix='', partition=3, kind='g', owner='abcdefgh'), Parts(prefix='x:', partition=12, kind='feed', owner=''))
    """
    tag, _, rest = name.removeprefix(prefix).removeprefix("{p").partition("}:")
    kind, _, owner = rest.partition(":")
    return Parts(prefix, int(tag), kind, owner)


def is_moving(redis: Redis, keys: Keys) -> bool:
    """Whether the games are on their way to another number of partitions. Raises RedisError."""
    return redis.get(keys.partitions) == str(MOVING).encode()


def settle_partitions(redis: Redis, keys: Keys, wanted: int | None = None) -> None:
    """Take the number of partitions that the store has; a new one gets that of `keys`.

    Raises PartitionsChanged if another number is `wanted` (PARTITIONS), or the store is from before the first release.
    """
    if not redis.exists(keys.partitions):
        redis.set(keys.spread, "accounts")  # first: with a number of partitions, a store has this, too
        redis.set(keys.partitions, keys.count, nx=True)
    stored = int(redis.get(keys.partitions) or MOVING)
    if stored == MOVING:
        raise PartitionsChanged(CUT_SHORT)
    if wanted not in (None, stored):
        raise PartitionsChanged(
            f"PARTITIONS is {wanted}, but the server's games are laid out for {stored}: leave it empty, or move them: "
            f"`wonderful repartition {wanted}`"
        )
    if not redis.exists(keys.spread):
        raise PartitionsChanged("the store is from before the first release, which kept accounts in another place")
    keys.count = stored
