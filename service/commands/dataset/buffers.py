"""Games that wait to be written, so that files have many games each and memory stays bounded."""

from collections.abc import Callable

import pyarrow

from projections.dataset import TABLES
from service.commands.dataset.reading import Partition, Read, Tables

MAX_BUFFERED_BYTES = 256 << 20
"""Of all partitions together, about 800 games."""


class Buffers:
    """Read games by partition. `add`: writes the games of a partition and returns the number of bytes."""

    def __init__(self, add: Callable[[Partition, Tables], int], max_bytes: int = MAX_BUFFERED_BYTES) -> None:
        self._add = add
        self._max_bytes = max_bytes
        self._waiting: dict[Partition, list[Tables]] = {}
        self._sizes: dict[Partition, int] = {}
        self.games, self.bytes = 0, 0
        """Written so far."""

    def put(self, read: Read) -> None:
        """Keep a game. When all that is kept is too much, the partition with most of it is written."""
        self._waiting.setdefault(read.partition, []).append(read.tables)
        self._sizes[read.partition] = self._sizes.get(read.partition, 0) + read.size
        if sum(self._sizes.values()) > self._max_bytes:
            self._write(max(self._sizes, key=lambda partition: self._sizes[partition]))

    def flush(self) -> None:
        """Write all that is kept."""
        for partition in sorted(self._waiting):
            self._write(partition)

    def _write(self, partition: Partition) -> None:
        games = self._waiting.pop(partition)
        del self._sizes[partition]
        self.bytes += self._add(
            partition, {name: pyarrow.concat_tables(game[name] for game in games) for name in TABLES}
        )
        self.games += len(games)
