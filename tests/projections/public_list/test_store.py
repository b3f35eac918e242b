"""The list of finished games on Redis: one order, whoever adds; the tiles of the tree; checkpoints that only grow."""

import subprocess
import sys
from random import Random
from time import sleep

import pytest

from projections.public_list.store import Newest, PublicList
from service.backend import Backend
from service.run.up import ROOT
from tests.amounts import SEED, amounts
from tests.projections.public_list.adding import publish
from tests.transparency.made import LIST, made_leaf
from transparency import tiles, tree
from transparency.checkpoint import open_checkpoint
from transparency.leaf import parse
from transparency.leaf import text as leaf_text
from transparency.tiles import ENTRIES, Tile


@pytest.fixture
def found(parts: Backend) -> PublicList:
    return PublicList(parts.redis, parts.keys)


def hashes_of(found: PublicList, size: int) -> list[bytes]:
    return [tree.leaf_hash(leaf) for leaf in found.leaves(0, size)]


def assert_whole(found: PublicList) -> None:
    """The list is the tree of its leaves, each game is in it once, and all tiles are what the leaves say."""
    size = found.size()
    found.fill(size)
    leaves = [*found.leaves(0, size)]
    games = [parse(leaf).game for leaf in leaves]
    assert len({*games}) == size
    assert found.positions(games) == [*range(size)]
    node = tree.nodes_of([tree.leaf_hash(leaf) for leaf in leaves])
    for tile in tiles.tiles(size):
        if tile.level == ENTRIES:
            first = tile.number * tiles.WIDTH
            assert tiles.entries(found.read(tile), tile) == leaves[first : first + tile.width]
        else:
            expected = [node(tile.level * 8, tile.number * 256 + at) for at in range(tile.width)]
            assert tiles.hashes(found.read(tile), tile) == expected
    assert tree.root(size, found.node(size)) == tree.root(size, node)


def test_a_game_keeps_the_place_that_it_got_first(found: PublicList, parts: Backend):
    other = PublicList(parts.redis, parts.keys)
    assert [found.add(made_leaf(0)), other.add(made_leaf(1)), found.add(made_leaf(1)), other.add(made_leaf(0))] == [
        *(0, 1, 1, 0)
    ]
    assert found.size() == 2
    assert [*found.leaves(0, 2)] == [leaf_text(made_leaf(number)).encode() for number in (0, 1)]
    assert found.positions([made_leaf(1).game, "nowhere"]) == [1, None]
    assert found.positions([]) == []


def test_the_tiles_are_those_of_the_tree_however_it_grew(found: PublicList):
    rng, number = Random(SEED), 0
    for target in (1, 255, 256, 257, 600):
        while number < target:
            found.add(made_leaf(number))
            number += 1
        if rng.random() < 0.7:
            assert_whole(found)
    assert_whole(found)


def test_a_part_of_a_tile_stays_what_it_was(found: PublicList):
    for number in range(10):
        found.add(made_leaf(number))
    early = [found.read(Tile(level, 0, 7)) for level in (ENTRIES, 0)]
    for number in range(10, 300):
        found.add(made_leaf(number))
    assert [found.read(Tile(level, 0, 7)) for level in (ENTRIES, 0)] == early
    for tile in (Tile(0, 1, 45), Tile(ENTRIES, 1, 45), Tile(0, 2), Tile(1, 0, 2)):
        with pytest.raises(LookupError):
            found.read(tile)


def test_of_two_processes_that_sign_at_once_one_publishes_and_no_checkpoint_becomes_shorter(found: PublicList):
    assert found.newest() == Newest()
    found.add(made_leaf(0))
    before = found.newest()
    longer, shorter = Newest("longer\n", 1, 5, "e"), Newest("shorter\n", 0, 6, "e")
    assert found.keep(before, longer)
    assert not found.keep(before, shorter)
    assert not found.keep(longer, shorter)
    assert found.newest() == longer


@pytest.mark.slow
@amounts("kills", 3, 60)
def test_killed_at_any_moment_the_list_neither_forks_nor_loses_a_leaf(kills: int, found: PublicList, parts: Backend):
    """Two processes add and sign; each is killed and another one takes its place, which begins a little earlier."""
    rng, notes, begun = Random(SEED), list[str](), 0
    for _ in range(kills):
        where = [parts.settings.redis_url or "", parts.keys.prefix, str(parts.keys.count)]
        command = [sys.executable, "-m", "tests.projections.public_list.adding", *where]
        running = [
            subprocess.Popen([*command, str(max(0, begun - 20 * at))], cwd=ROOT, stdout=subprocess.PIPE, text=True)
            for at in (0, 1)
        ]
        before = found.size()
        while found.size() < before + 30:
            sleep(0.01)
        sleep(rng.random() * 0.05)
        for process in running:
            process.kill()
            told, _ = process.communicate()
            notes += [bytes.fromhex(line).decode() for line in told.split("\n")[:-1]]
        begun = found.size() - 10
    assert publish(found)
    assert_whole(found)
    signed = {open_checkpoint(note, [LIST.key]).checkpoint for note in [*notes, found.newest().note]}
    node = tree.nodes_of(hashes_of(found, found.size()))
    assert len(signed) > kills
    assert {each.root for each in signed} == {tree.root(each.size, node) for each in signed}


@amounts("leaves", 2_000, 100_000, timeout=900)
def test_a_long_list_has_a_root_and_proofs_from_its_tiles(leaves: int, found: PublicList):
    for number in range(leaves):
        found.add(made_leaf(number))
    found.fill(leaves)
    node = found.node(leaves)
    root = tree.root(leaves, node)
    for number in {0, leaves // 3, leaves - 1}:
        proof = tree.inclusion_proof(number, leaves, node)
        leaf = tree.leaf_hash(leaf_text(made_leaf(number)).encode())
        assert tree.root_of(leaf, number, leaves, proof) == root
        older = tree.root(number, node)
        tree.check_consistency(number, older, leaves, root, tree.consistency_proof(number, leaves, node))
