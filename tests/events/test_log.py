"""The contract of every log, in memory and on Redis."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from events import Appended, Conflict, Group, IdempotencyKey, MemoryLog, Newest, first_link, head
from game.declared import Event
from game.events import SECRET
from tests.events.conftest import NOW
from tests.events.stories import DIGEST, fact, groups, ready, secret, write
from tests.game.play import Play, walk

KEY = IdempotencyKey("player-0:a key", DIGEST)


def opened(log, game="g", events=3):
    """Write a game of `count` events. Returns the outcome of the last append."""
    return write(log, game, [Group("player-0", [fact(seat) for seat in range(events)])])


def append(log, expected, head, key=KEY, events=1, game="g"):
    return log.append(game, [Group("player-0", [fact()] * events)], expected, head, key)


# Append


def test_versions_count_from_one_without_gaps(log):
    write(log, "g", ready(0), ready(1, 2, 3), ready(4))
    assert [entry.version for entry in log.read("g")] == [1, 2, 3, 4, 5]


def test_an_append_returns_its_versions_and_entries(log):
    write(log, "g", ready(0))
    outcome = write(log, "g", ready(1, 2))
    assert outcome == Appended(2, 3, DIGEST, entries=tuple(log.read("g", after=1)))
    assert not outcome.known


def test_an_entry_holds_its_event_its_actor_and_its_time(log):
    write(log, "g", [Group("bot:greedy", [secret(3, "wörter.1")])])
    [entry] = log.read("g")
    assert entry.event == secret(3, "wörter.1")
    assert (entry.name, entry.seat, entry.actor, entry.ms) == ("card_drafted", 3, "bot:greedy", int(NOW * 1000))


def test_groups_are_numbered_by_the_version_of_their_first_event(log):
    write(log, "g", ready(0))
    two = [Group("player-0", [fact(), fact()]), Group("bot:random", [fact()]), Group("service", [fact(), fact()])]
    write(log, "g", two)
    entries = log.read("g", after=1)
    assert [entry.group for entry in entries] == [2, 2, 4, 5, 5]
    assert [entry.actor for entry in entries] == ["player-0"] * 2 + ["bot:random"] + ["service"] * 2


def test_exactly_the_secret_events_are_salted_each_with_a_salt_of_its_own(log):
    write(log, "g", *[[group] for group in groups(Play(1))])
    write(log, "solo", *[[group] for group in groups(Play(1, seats=1, style="curious"), "solo")])
    entries = [*log.read("g"), *log.read("solo")]
    assert {entry.name for entry in entries if entry.salt} == SECRET
    assert all(len(entry.salt) == (16 if entry.name in SECRET else 0) for entry in entries)
    salts = [entry.salt for entry in entries if entry.salt]
    assert len(set(salts)) == len(salts)
    salted = Counter(entry.name for entry in log.read("g") if entry.salt)
    assert (salted["game_started"], salted["card_drafted"]) == (1, 4 * 7 * 2)


def test_only_the_entry_that_ends_an_append_has_a_hash(log):
    write(log, "g", ready(0, 1, 2), [*ready(0), *ready(1, 2)], ready(0))
    entries = log.read("g")
    assert [entry.version for entry in entries if entry.hash] == [3, 6, 7]
    assert entries[-1].hash == head("g", entries)


def test_each_append_continues_the_chain_of_its_own_game(log):
    for game in ("g", "h"):
        write(log, game, ready(0), ready(1))
        assert head(game, log.read(game)) == log.read(game)[-1].hash
    assert log.read("g")[-1].hash != log.read("h")[-1].hash


@pytest.mark.parametrize("expected", [0, 2, 4, 1000])
def test_a_wrong_version_stale_or_ahead_is_a_conflict_that_names_the_found_one(log, expected):
    last = opened(log)
    with pytest.raises(Conflict, match=f"expected version {expected}, found 3") as conflict:
        append(log, expected, last.entries[-1].hash, events=2)
    assert conflict.value.version == 3
    assert log.read("g") == [*last.entries]
    assert log.tail("g", 3, last.entries[-1].hash, KEY.field) == ([], None)


def test_a_conflict_in_an_unknown_game_finds_version_zero(log):
    with pytest.raises(Conflict) as conflict:
        append(log, 1, first_link("g"))
    assert conflict.value.version == 0
    assert log.read("g") == []


def test_another_past_of_the_same_length_is_a_conflict(log):
    last = opened(log)
    with pytest.raises(Conflict):
        append(log, 3, bytes(32))
    assert log.read("g") == [*last.entries]
    assert append(log, 3, last.entries[-1].hash).last == 4


def test_after_a_conflict_the_same_key_may_be_used_again(log):
    last = opened(log)
    with pytest.raises(Conflict):
        append(log, 2, last.entries[-1].hash)
    assert not append(log, 3, last.entries[-1].hash).known


@pytest.mark.slow
@pytest.mark.parametrize("count", [64 * 8, 5000])
def test_a_huge_append_is_whole(log, count):
    opened(log)
    write(log, "g", [Group("player-0", [fact(seat % 5) for seat in range(8)]) for _ in range(count // 8)])
    entries = log.read("g")
    assert [entry.version for entry in entries] == [*range(1, count + 4)]
    assert head("g", entries) == entries[-1].hash


# Idempotency


def test_the_same_key_again_appends_nothing_and_has_the_first_answer(log):
    last = opened(log)
    first = append(log, 3, last.entries[-1].hash, events=2)
    again = append(log, 3, last.entries[-1].hash, events=2)
    assert (again.known, again.first, again.last, again.digest) == (True, 4, 5, DIGEST)
    assert again.entries == ()
    assert log.read("g", after=3) == [*first.entries]


def test_a_key_is_known_after_the_game_has_moved_on_at_any_expected_version(log):
    opened(log)
    append(log, 3, log.read("g")[-1].hash)
    write(log, "g", ready(0), ready(1))
    for expected in (0, 3, 4, 6, 99):
        assert append(log, expected, bytes(32)) == Appended(4, 4, DIGEST, known=True)
    assert len(log.read("g")) == 6


def test_a_known_key_returns_its_first_digest(log):
    append(log, 0, first_link("g"))
    again = append(log, 1, log.read("g")[-1].hash, key=IdempotencyKey(KEY.field, b"another body"))
    assert (again.known, again.digest) == (True, DIGEST)
    assert len(log.read("g")) == 1


def test_another_player_or_game_may_use_the_same_key(log):
    append(log, 0, first_link("g"))
    other = append(log, 1, log.read("g")[-1].hash, key=IdempotencyKey("player-1:a key", DIGEST))
    elsewhere = append(log, 0, first_link("h"), game="h")
    assert not other.known
    assert not elsewhere.known


# Read


def test_a_log_is_restored_as_it_was_with_its_times_salts_and_hashes(log):
    write(log, "g", *[[group] for group in groups(Play(1, steps=30))])
    entries, elsewhere = log.read("g"), MemoryLog()
    assert elsewhere.restore("g", entries, KEY).last == len(entries)
    assert elsewhere.read("g") == entries
    assert head("g", elsewhere.read("g")) == entries[-1].hash
    write(elsewhere, "copy", *[[group] for group in groups(Play(1, steps=30))])
    moved = log.restore("copy", elsewhere.read("copy"), KEY)
    assert (moved.first, moved.last, log.read("copy")) == (1, len(entries), elsewhere.read("copy"))


def test_a_log_is_not_restored_over_a_game_that_is_there(log):
    write(log, "g", *[[group] for group in groups(Play(1, steps=30))])
    entries = log.read("g")
    with pytest.raises(Conflict):
        log.restore("g", entries[:3], KEY)
    assert log.read("g") == entries
    assert log.restore("copy", entries, KEY).known is False
    assert log.restore("copy", entries, KEY).known, "the same again does nothing"


def test_a_read_gives_the_versions_after_and_up_to_those_asked_for(log):
    opened(log, events=9)

    def read(*args):
        return [entry.version for entry in log.read("g", *args)]

    assert read() == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert read(6) == [7, 8, 9]
    assert read(0, 3) == [1, 2, 3]
    assert read(2, 5) == [3, 4, 5]
    assert read(2, 9, 3) == [3, 4, 5]
    assert read(7, None, 5) == [8, 9]
    assert read(8, 1000) == [9]
    assert read(9) == read(1000) == read(4, 4) == read(5, 2) == read(0, 0) == []


def test_an_unknown_game_is_empty(log):
    opened(log)
    assert log.read("h") == []
    assert log.tail("h", 0, b"", KEY.field) == ([], None)
    assert log.follow("h", 1, b"") is None


def test_a_tail_holds_the_entries_after_a_version_and_the_outcome_of_the_key(log):
    last = opened(log)
    third = last.entries[-1].hash
    append(log, 3, third)
    [fourth] = log.read("g", after=3)
    assert log.tail("g", 0, b"", KEY.field) == (log.read("g"), Appended(4, 4, DIGEST, known=True))
    assert log.tail("g", 3, third, KEY.field) == ([fourth], Appended(4, 4, DIGEST, known=True))
    assert log.tail("g", 4, fourth.hash, "player-1:a key") == ([], None)


def test_nothing_follows_an_entry_that_the_log_has_not(log):
    last = opened(log)
    head = last.entries[-1].hash
    assert log.follow("g", 3, head) == []
    assert [log.follow("g", 3, b"another"), log.follow("g", 4, head), log.follow("nosuchgame", 3, head)] == [None] * 3
    append(log, 3, head)
    assert log.follow("g", 3, head) == log.read("g", after=3)
    assert log.follow("g", 3, b"another") is None


def test_heads_are_the_hashes_of_the_newest_entries_of_the_games_that_exist(log):
    write(log, "g", ready(0), ready(1))
    write(log, "h", ready(0))
    assert log.heads(["g", "nosuchgame", "h"]) == {game: log.read(game)[-1].hash for game in ("g", "h")}
    assert log.heads([]) == {}


def test_the_newest_entries_are_those_of_the_games_that_exist(log):
    write(log, "g", ready(0), ready(1, 2))
    write(log, "h", ready(3))
    last = {game: log.read(game)[-1] for game in ("h", "g")}
    assert log.newest(["h", "nosuchgame", "g"]) == {
        game: Newest(entry.name, entry.hash) for game, entry in last.items()
    }
    assert log.newest([]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("play", [Play(1, 2), Play(2, 3, "B"), Play(3, 5, style="restless")], ids=str)
def test_a_whole_game_is_read_as_it_was_written(log, play):
    made = groups(play)
    write(log, "g", *[[group] for group in made])
    entries = log.read("g")
    written: list[Event] = [event for group in made for event in group.events]
    assert [entry.event for entry in entries] == written
    assert len(entries) == len(walk(play).events)
    assert [entry.version for entry in entries if entry.version == entry.group] == [
        1 + sum(len(group.events) for group in made[:i]) for i in range(len(made))
    ]
    assert head("g", entries) == entries[-1].hash


def test_several_games_are_read_at_once_each_after_its_version(log):
    write(log, "g", ready(0), ready(1))
    write(log, "h", ready(0))
    found = log.read_many({"h": 0, "g": 1, "none": 0})
    assert found == [log.read("h"), log.read("g", after=1), []]
    assert [len(entries) for entries in found] == [1, 1, 0]


# Many at once


@pytest.mark.slow
def test_many_threads_append_to_one_game_and_nothing_is_lost_doubled_or_out_of_order(log):
    threads, each = 8, 12

    def write_all(thread):
        for number in range(each):
            key, group = (
                IdempotencyKey(f"{thread}:{number}", DIGEST),
                ready(number, number, number, actor=f"thread-{thread}"),
            )
            while not log.tail("g", 0, b"", key.field)[1]:
                entries = log.read("g")
                version, last = (entries[-1].version, entries[-1].hash) if entries else (0, first_link("g"))
                with suppress(Conflict):
                    log.append("g", group, version, last, key)
            assert log.append("g", group, 0, b"", key).known

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(write_all, range(threads)))
    entries = log.read("g")
    assert [entry.version for entry in entries] == [*range(1, threads * each * 3 + 1)]
    assert head("g", entries) == entries[-1].hash
    for thread in range(threads):
        own = [entry.seat for entry in entries if entry.actor == f"thread-{thread}"]
        assert own == [number for number in range(each) for _ in range(3)]
