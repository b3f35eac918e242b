"""The layout of the keys: games fall into partitions, and all keys of a partition share its hash tag."""

from dataclasses import dataclass
from zlib import crc32

from redis import Redis


class PartitionsChanged(RuntimeError):
    """The server holds games laid out for another number of partitions."""


@dataclass(frozen=True, slots=True)
class Keys:
    """`prefix`: put before every key. `count`: the number of partitions, fixed once a server holds games."""

    prefix: str = ""
    count: int = 8

    def partition(self, game: str) -> int:
        """The partition of a game, 0..count-1."""
        return crc32(game.encode()) % self.count

    def stream(self, game: str) -> str:
        return self._of(self.partition(game), f"g:{game}")

    def idempotency(self, game: str) -> str:
        return self._of(self.partition(game), f"i:{game}")

    def snapshot(self, game: str) -> str:
        return self._of(self.partition(game), f"s:{game}")

    def milestones(self, game: str) -> str:
        """Earlier versions of a game, every so many events."""
        return self._of(self.partition(game), f"m:{game}")

    def turns(self, game: str) -> str:
        """The writers who wait to append to a game, while several want to at once."""
        return self._of(self.partition(game), f"turns:{game}")

    def seed(self, game: str) -> str:
        """The server seed of a game that has not started."""
        return self._of(self.partition(game), f"seed:{game}")

    def code(self, game: str) -> str:
        """The invite code of a private game that is open."""
        return self._of(self.partition(game), f"code:{game}")

    def rematch(self, game: str) -> str:
        """The rematch of a game that is over."""
        return self._of(self.partition(game), f"rematch:{game}")

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
    def missed(self) -> str:
        """The newest pointer that a process has seen in a feed, if the store has lost it."""
        return f"{self.prefix}missed"

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

    def _of(self, partition: int, name: str) -> str:
        return f"{self.prefix}{{p{partition}}}:{name}"


def check_partitions(redis: Redis, keys: Keys) -> None:
    """Store the number of partitions on first use. Raises PartitionsChanged when another number is stored."""
    name = f"{keys.prefix}partitions"
    redis.set(name, keys.count, nx=True)
    stored = int(redis.get(name) or 0)
    if stored != keys.count:
        raise PartitionsChanged(f"PARTITIONS is {keys.count}, but the server's games are laid out for {stored}")
