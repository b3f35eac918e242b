"""Tiles: their addresses, what they hold, and the trees that are read from them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.transparency.test_notes import rejected
from transparency import tiles, tree
from transparency.tiles import ENTRIES, Tile, entries, parse_path, path


def test_addresses_are_those_of_the_page():
    assert path(Tile(0, 1234067)) == "0/x001/x234/067"
    assert path(Tile(1, 0, 1)) == "1/000.p/1"
    assert path(Tile(ENTRIES, 5, 255)) == "entries/005.p/255"


@settings(max_examples=amount(25))
@given(st.integers(-1, 63), st.integers(0, 10**17), st.integers(1, 256))
def test_an_address_is_read_back(level, number, width):
    assert parse_path(path(Tile(level, number, width))) == Tile(level, number, width)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0/1",
        "0/0001",
        "00/001",
        "64/001",
        "0/x000/001",
        "0/001/002",
        "0/x001/x234/x067",
        "-1/001",
        "0/001.p/0",
        "0/001.p/256",
        "0/001.p/01",
        "0/001.p/",
        "entries",
        "0/x1/001",
        "0/001/",
        "/0/001",
        "0/" + "x001/" * 30 + "001",
    ],
)
def test_other_addresses_are_none(text):
    assert rejected(parse_path, text) == "malformed_tile"


def test_a_list_of_70_000_has_the_tiles_of_the_page():
    found = [*tiles.tiles(70_000)]
    full = {level: sum(tile.level == level and tile.width == 256 for tile in found) for level in (0, 1, 2)}
    assert full == {0: 273, 1: 1, 2: 0}
    assert [(tile.level, tile.width) for tile in found if tile.width < 256] == [
        (ENTRIES, 112),
        (0, 112),
        (1, 17),
        (2, 1),
    ]
    assert [tile for tile in tiles.tiles(256) if tile.level >= 0] == [Tile(0, 0, 256), Tile(1, 0, 1)]


def stored_tiles(leaves: list[bytes]) -> dict[Tile, bytes]:
    """All tiles of a tree, each computed from its definition."""
    node = tree.nodes_of(leaves)
    return {
        tile: b"".join(node(tile.level * 8, tile.number * 256 + at) for at in range(tile.width))
        for tile in tiles.tiles(len(leaves))
        if tile.level >= 0
    }


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 700, 65_536 + 300])
def test_a_tree_from_its_tiles_has_the_same_root_and_proofs(size):
    leaves = [tree.leaf_hash(b"%d" % number) for number in range(size)]
    stored, node = stored_tiles(leaves), tree.nodes_of(leaves)
    from_tiles = tiles.nodes_of(size, stored.__getitem__)
    assert tree.root(size, from_tiles) == tree.root(size, node)
    for index in {0, size // 3, size // 2, size - 1}:
        assert tree.inclusion_proof(index, size, from_tiles) == tree.inclusion_proof(index, size, node)
        assert tree.consistency_proof(index, size, from_tiles) == tree.consistency_proof(index, size, node)


@settings(max_examples=amount(25))
@given(st.integers(0, 1000), st.integers(0, 1000))
def test_what_a_list_gains_are_the_tiles_that_its_older_one_has_not(older, more):
    size = older + more
    known, all_now = {*tiles.tiles(older)}, {*tiles.tiles(size)}
    assert {*tiles.tiles(size, older)} == all_now - known


@settings(max_examples=amount(25))
@given(st.lists(st.binary(max_size=40), min_size=1, max_size=256))
def test_a_bundle_is_read_back(made):
    data, tile = tiles.bundle(made), Tile(ENTRIES, 0, len(made))
    assert entries(data, tile) == made
    assert rejected(entries, data[:-1], tile) == "malformed_tile"
    assert rejected(entries, data + b"\0\0", tile) == "malformed_tile"
    assert rejected(tiles.hashes, bytes(31), Tile(0, 0, 1)) == "malformed_tile"
