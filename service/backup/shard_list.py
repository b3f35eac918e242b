"""Which shards the backup of a cluster has had, and since when: the file `shards`, a line for each change."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from service.backup.faults import Unsuitable
from service.backup.pairs import DamagedPair

SHARDS = "shards"
NAME = re.compile(rb"slots-[0-9]{5}")


class Shards(NamedTuple):
    """The names of the shards from a time on, in ms since 1970."""

    ms: int
    names: tuple[str, ...]


def parse_shards(content: bytes) -> list[Shards]:
    """The content of the file `shards`, oldest first. Raises DamagedPair.

    >>> parse_shards(b"1795848262250 slots-00000 slots-08192\\n")
    [Shards(ms=1795848262250, names=('slots-00000', 'slots-08192'))]
    """
    lines = [line.split(b" ") for line in content.splitlines() if line]
    if not all(ms.isdigit() and names and all(map(NAME.fullmatch, names)) for ms, *names in lines):
        raise DamagedPair(f"the list of the parts of the cluster, the file {SHARDS}, is not what was saved")
    return [Shards(int(ms), tuple(name.decode() for name in names)) for ms, *names in lines]


def shards_at(found: Sequence[Shards], at_ms: int | None) -> Shards:
    """The shards at a time, in ms since 1970; None: the newest. Raises Unsuitable."""
    at = len(found) if at_ms is None else bisect_right(found, at_ms, key=lambda each: each.ms)
    if not at:
        raise Unsuitable("the backup does not hold that time: it begins later")
    return found[at - 1]
