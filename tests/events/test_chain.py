"""The hash chain: the documented recipe gives the same hashes, and every change of a log is found."""

import hashlib
import json
from random import Random

import pytest

from events import BrokenChain, DamagedLog, Group, MemoryLog, first_link, head
from events.chain import check_stretch
from events.chain import entries as log_entries
from events.export import export
from game.draft import CardDrafted, PicksRevealed
from game.lobby import GameOpened, SeatLeft
from game.production import GameEnded
from tests.events.stories import groups, write
from tests.game.play import Play


@pytest.fixture(scope="module")
def entries():
    """A whole game, some of its appends of several groups."""
    log, made, rng = MemoryLog(), groups(Play(4, 3)), Random(4)
    while made:
        count = rng.choice((1, 1, 2, 5))
        write(log, "g", made[:count])
        del made[:count]
    return log.read("g")


def head_by_recipe(lines):
    """The head of an exported log, by the recipe of docs/verifying.md and nothing else."""
    header, *entries, _ = [json.loads(line) for line in lines]
    link = hashlib.sha256(header["game"].encode()).digest()
    for entry in entries:
        data = json.dumps(entry["data"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        texts = [str(entry.get(key, "")) for key in ("version", "name", "seat", "group", "actor", "ms")]
        parts = [*(text.encode() for text in texts), bytes.fromhex(entry.get("salt", "")), data.encode()]
        link = hashlib.sha256(link + b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
        assert entry.get("hash", link.hex()) == link.hex()
    return link.hex()


def end_of_append(entries, at):
    """The version of the entry with the next hash from index `at` on."""
    return next(entry.version for entry in entries[at:] if entry.hash)


def flipped(value, rng):
    """The value with a single bit of it changed."""
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(max(value.bit_length(), 1)))
    raw = bytearray(value if isinstance(value, bytes) else value.encode())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(6)  # ASCII stays ASCII
    return bytes(raw) if isinstance(value, bytes) else raw.decode()


def found_at(entries):
    with pytest.raises(BrokenChain) as broken:
        head("g", entries)
    return broken.value.version


def test_the_documented_recipe_gives_the_same_head(entries):
    lines = [*export("g", "base-1", entries, "", None)]
    assert head_by_recipe(lines) == head("g", entries).hex() == entries[-1].hash.hex()


def test_the_chain_of_an_empty_game_begins_with_the_hash_of_its_id():
    assert head("g", []) == first_link("g") == hashlib.sha256(b"g").digest()


def test_a_known_log_keeps_its_head():
    opened = Group("k3m9x2q7", [GameOpened("4ryxr4qb", "base-1", {"name": "Ωmega", "seats": 2}, "c0ff"), SeatLeft(1)])
    drafted = Group("bot:greedy", [CardDrafted(0, "museum.1"), PicksRevealed(("museum.1", "atlantis.1")), GameEnded()])
    made = log_entries(
        [opened, drafted], 0, first_link("4ryxr4qb"), lambda: 1_795_234_774.306, lambda n: bytes(range(n))
    )
    known = "9191ca106e64a59cefe1f6fddc1a1e8937c597769f56e0d94c161f512b4a022d"
    assert known == head_by_recipe([*export("4ryxr4qb", "base-1", made, "", None)]) == made[-1].hash.hex()


@pytest.mark.parametrize("field", ["version", "name", "seat", "group", "actor", "ms", "data", "salt", "hash"])
def test_every_changed_bit_is_found_at_the_end_of_its_append(entries, field):
    rng = Random(field)
    places = [at for at, entry in enumerate(entries) if getattr(entry, field) not in (None, b"")]
    for at in rng.sample(places, min(40, len(places))):
        changed = entries[at]._replace(**{field: flipped(getattr(entries[at], field), rng)})
        altered = [*entries[:at], changed, *entries[at + 1 :]]
        assert found_at(altered) == end_of_append(altered, at)


@pytest.mark.slow
def test_a_seat_or_salt_taken_away_or_added_is_found(entries):
    rng = Random(1)
    for at in rng.sample(range(len(entries)), 60):
        entry = entries[at]
        seat = 0 if entry.seat is None else None
        salt = b"" if entry.salt else bytes(16)
        for changed in (entry._replace(seat=seat), entry._replace(salt=salt)):
            assert found_at([*entries[:at], changed, *entries[at + 1 :]]) == end_of_append(entries, at)


def test_bytes_moved_from_one_field_to_the_next_are_found(entries):
    first = entries[0]
    moved = first._replace(name=first.name[:-1], actor=first.name[-1] + first.actor)
    assert found_at([moved, *entries[1:]]) == end_of_append(entries, 0)


def test_entries_left_out_doubled_or_swapped_are_found(entries):
    rng = Random(2)
    for at in rng.sample(range(len(entries) - 2), 40):
        one, two = entries[at], entries[at + 1]
        for altered in ([], [two], [one, one, two], [two, one]):
            with pytest.raises(BrokenChain):
                head("g", [*entries[:at], *altered, *entries[at + 2 :]])


@pytest.mark.slow
def test_a_log_cut_inside_an_append_lacks_its_last_hash(entries):
    cuts = [at for at in range(1, len(entries)) if not entries[at - 1].hash]
    for at in cuts:
        assert found_at(entries[:at]) == entries[at - 1].version


def test_a_stretch_may_end_inside_an_append_only_where_more_follows(entries):
    cut = next(at for at in range(1, len(entries)) if not entries[at - 1].hash)
    check_stretch("g", entries[:cut], 0)
    with pytest.raises(DamagedLog, match="its hash is missing") as damaged:
        check_stretch("g", entries[:cut], 0, to_end=True)
    assert damaged.value.version == cut


@pytest.mark.slow
def test_a_log_cut_after_an_append_has_another_head(entries):
    cuts = [at for at in range(len(entries)) if at == 0 or entries[at - 1].hash]
    heads = {head("g", entries[:at]) for at in cuts}
    assert len(heads) == len(cuts)
    assert head("g", entries) not in heads


def test_another_games_log_does_not_fit(entries):
    with pytest.raises(BrokenChain):
        head("h", entries)
