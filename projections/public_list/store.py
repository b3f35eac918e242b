"""The list of finished games on Redis. Several processes may add, fill and sign at once, and each may die anywhere.

A leaf gets its place in one step (`publish.lua`), with its bytes and its hash. The tiles above follow from the tiles
below, so whoever writes one again writes the same. A checkpoint replaces the one that its signer saw, or none.
"""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys
from transparency import proof, tiles, tree
from transparency.leaf import Leaf
from transparency.leaf import text as leaf_text
from transparency.tiles import ENTRIES, HEIGHT, WIDTH, Tile
from transparency.tree import HASH_BYTES


class Newest(NamedTuple):
    """The newest checkpoint. `note`: signed; empty if there is none. `ms`: when it was signed, since 1970. `epoch`: of
    the store in which it was."""

    note: str = ""
    size: int = 0
    ms: int = 0
    epoch: str = ""


class PublicList:
    """The list of one store."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._base = keys.lobby("list")
        self._positions = f"{self._base}:positions"
        self._publish, self._keep = (
            redis.register_script(files(__package__).joinpath(f"{name}.lua").read_text("utf-8"))
            for name in ("publish", "keep")
        )

    def add(self, leaf: Leaf) -> int:
        """The position of a game, from 0: the one that it has, or the end of the list."""
        entry = leaf_text(leaf).encode()
        args: list[Any] = [leaf.game, tiles.bundle([entry]), tree.leaf_hash(entry)]
        return int(self._publish(keys=[self._positions], args=args))

    def positions(self, games: Sequence[str]) -> list[int | None]:
        """Where each game is in the list, from 0; None for one that is not."""
        found: Any = self._redis.hmget(self._positions, games) if games else []
        return [None if each is None else int(each) for each in found]

    def size(self) -> int:
        """How many leaves there are."""
        found: Any = self._redis.get(f"{self._base}:size")
        return int(found or 0)

    def newest(self) -> Newest:
        """The newest checkpoint."""
        found: Any = self._redis.hgetall(self._checkpoint)
        if not found:
            return Newest()
        return Newest(found[b"note"].decode(), int(found[b"size"]), int(found[b"ms"]), found[b"epoch"].decode())

    def keep(self, before: Newest, signed: Newest) -> bool:
        """Publish a checkpoint in the place of the one that was read before; whether it was still there."""
        args: list[Any] = [before.note, *signed]
        return bool(self._keep(keys=[self._checkpoint], args=args))

    def read(self, tile: Tile) -> bytes:
        """The bytes of a tile or a bundle, as far as its width. Raises LookupError if the list has less."""
        if tile.level == ENTRIES:
            return tiles.bundle(tiles.entries_of(self._stored(f"entries:{tile.number}"), tile.width))
        found: Any = self._redis.getrange(self._name(tile), 0, tile.width * HASH_BYTES - 1)
        if len(found) < tile.width * HASH_BYTES:
            raise LookupError(tiles.path(tile))
        return bytes(found)

    def fill(self, size: int) -> None:
        """Write the tiles above level 0 of the first `size` leaves, as far as nobody has."""
        filled: Any = self._redis.get(f"{self._base}:filled")
        older = int(filled or 0)
        for level in range(1, tiles.MAX_LEVEL + 1):
            row, older_row = size >> HEIGHT * level, older >> HEIGHT * level
            if row == older_row:
                break
            for number in range(older_row, row):
                hashes = tiles.hashes(self.read(Tile(level - 1, number)), Tile(level - 1, number))
                place = Tile(level, number // WIDTH)
                self._redis.setrange(self._name(place), number % WIDTH * HASH_BYTES, tree.root_of_all(hashes))
        if size > older:
            self._redis.set(f"{self._base}:filled", size)

    def node(self, size: int) -> tree.Node:
        """The nodes of the tree of the first `size` leaves, which are filled. It keeps the tiles that it has read."""
        kept: dict[Tile, bytes] = {}

        def read(tile: Tile) -> bytes:
            if tile not in kept:
                kept[tile] = self.read(tile)
            return kept[tile]

        return tiles.nodes_of(size, read)

    def mark_restored(self) -> bool:
        """Note that the store comes from a backup, which may lack what was published; whether anything was."""
        is_published = bool(self._redis.exists(self._checkpoint))
        if is_published:
            self._redis.set(f"{self._base}:restored", 1)
        return is_published

    def is_restored(self) -> bool:
        """Whether the store comes from a backup, and no operator has decided since."""
        return bool(self._redis.exists(f"{self._base}:restored"))

    def accept_restored(self) -> None:
        """Let the list go on in a store that comes from a backup."""
        self._redis.delete(f"{self._base}:restored")

    def refusal(self) -> str:
        """Why nothing new is published; empty if it is."""
        found: Any = self._redis.get(f"{self._base}:refused")
        return (found or b"").decode()

    def refuse(self, reason: str) -> None:
        """Note why nothing new is published; empty: it is again."""
        name = f"{self._base}:refused"
        self._redis.set(name, reason) if reason else self._redis.delete(name)

    def seen_by(self, witness: str) -> int:
        """The size that a witness signed last, as far as this store knows."""
        found: Any = self._redis.hget(f"{self._base}:witnesses", witness)
        return int(found or 0)

    def note_seen(self, witness: str, size: int) -> None:
        """Note that a witness has signed a list of this size."""
        self._redis.hset(f"{self._base}:witnesses", witness, size)

    def proof(self, game: str) -> str | None:
        """The proof that the newest checkpoint covers a game; None if it does not."""
        newest, [position] = self.newest(), self.positions([game])
        if position is None or position >= newest.size:
            return None
        hashes = tree.inclusion_proof(position, newest.size, self.node(newest.size))
        [leaf] = self.leaves(position, position + 1)
        return proof.dump(proof.Proof(position, tuple(hashes), newest.note, leaf))

    def leaves(self, start: int, end: int) -> Iterator[bytes]:
        """The leaves of the positions start..end-1."""
        for number in range(start // WIDTH, -(-end // WIDTH)):
            width = tiles.width(ENTRIES, number, end)
            found = tiles.entries_of(self._stored(f"entries:{number}"), width)
            yield from found[max(0, start - number * WIDTH) :]

    @property
    def _checkpoint(self) -> str:
        return f"{self._base}:checkpoint"

    def _name(self, tile: Tile) -> str:
        return f"{self._base}:tile:{tile.level}:{tile.number}"

    def _stored(self, name: str) -> bytes:
        found: Any = self._redis.get(f"{self._base}:{name}")
        return bytes(found or b"")
