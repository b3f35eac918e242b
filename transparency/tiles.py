"""Tiles (C2SP tlog-tiles): the hashes of a tree, 256 to a file, and the entries in bundles of 256.

>>> path(Tile(0, 1234067, 256)), path(Tile(ENTRIES, 3, 17))
('0/x001/x234/067', 'entries/003.p/17')
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from transparency.rejected import Rejected
from transparency.tree import HASH_BYTES, Node, root_of_all

WIDTH, HEIGHT = 256, 8
"""Hashes in a full tile, and how many levels of the tree one level of tiles has."""
ENTRIES = -1
"""The level of bundles of entries."""
MAX_LEVEL = 63
_PATH = re.compile(r"(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


class Tile(NamedTuple):
    """`level`: 0 for hashes of leaves, or ENTRIES. `number`: from 0 within the level. `width`: how much it has, 1..256;
    below 256 it is partial."""

    level: int
    number: int
    width: int = WIDTH


def path(tile: Tile) -> str:
    """The address of a tile below `tile/`."""
    level = "entries" if tile.level == ENTRIES else str(tile.level)
    return f"{level}/{number_path(tile.number)}{'' if tile.width == WIDTH else f'.p/{tile.width}'}"


def number_path(number: int) -> str:
    """A number in groups of three digits, all but the last after an x."""
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03}")
    return "/".join(reversed(groups))


def parse_path(text: str) -> Tile:
    """The tile at an address below `tile/`. Raises Rejected `malformed_tile` if it is not the one address of a tile."""
    if found := _PATH.fullmatch(text):
        level = ENTRIES if found[1] == "entries" else int(found[1])
        tile = Tile(level, int(found[2].replace("/", "").replace("x", "")), int(found[3] or WIDTH))
        if path(tile) == text and level <= MAX_LEVEL:
            return tile
    raise Rejected("malformed_tile", "not the address of a tile")


def width(level: int, number: int, size: int) -> int:
    """How much a tile of a tree has, 0..256. `size`: of the tree, in leaves."""
    row = size >> HEIGHT * max(level, 0)
    return max(0, min(WIDTH, row - WIDTH * number))


def tiles(size: int, older: int = 0) -> Iterator[Tile]:
    """The tiles and bundles that a tree has and the older one has not, level by level, the bundles first."""
    for level in range(ENTRIES, MAX_LEVEL + 1):
        row, older_row = (each >> HEIGHT * max(level, 0) for each in (size, older))
        if not row:
            return
        if row > older_row:
            for number in range(older_row // WIDTH, -(-row // WIDTH)):
                yield Tile(level, number, width(level, number, size))


def nodes_of(size: int, read: Callable[[Tile], bytes]) -> Node:
    """The nodes of a tree, from its tiles. `read`: gives the bytes of a tile, and may raise what it likes."""

    def node(level: int, index: int) -> bytes:
        tile_level, height = divmod(level, HEIGHT)
        first = index << height
        tile = Tile(tile_level, first // WIDTH, width(tile_level, first // WIDTH, size))
        return root_of_all(hashes(read(tile), tile)[first % WIDTH :][: 1 << height])

    return node


def hashes(data: bytes, tile: Tile) -> list[bytes]:
    """The hashes of a tile. Raises Rejected `malformed_tile` if it has not as many as its width says."""
    if len(data) != tile.width * HASH_BYTES:
        raise Rejected("malformed_tile", f"tile {path(tile)} has {len(data)} bytes")
    return [data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)]


def bundle(entries: Sequence[bytes]) -> bytes:
    """The bytes of a bundle: each entry after its length, 2 bytes big-endian."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def entries(data: bytes, tile: Tile) -> list[bytes]:
    """The entries of a bundle. Raises Rejected `malformed_tile` if it has not as many as its width says."""
    found: list[bytes] = []
    with suppress(LookupError):
        found = entries_of(data, tile.width)
    if bundle(found) != data:
        raise Rejected("malformed_tile", f"bundle {path(tile)} is not one of {tile.width} entries")
    return found


def entries_of(data: bytes, count: int) -> list[bytes]:
    """The first entries of a bundle that may have more. Raises LookupError if it has fewer."""
    found: list[bytes] = []
    at = 0
    while len(found) < count:
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if end > len(data) or at + 2 > len(data):
            raise LookupError(f"the bundle has {len(found)} entries, not {count}")
        found.append(data[at + 2 : end])
        at = end
    return found
