"""A rebuild of the record: beside the one that is read, with the same numbers, and each game once."""

import pytest

from projections.record.generations import Generations, rate_everything
from projections.record.store import Record
from tests.projections.record.results import contents, random_results, result, seat

GAMES = random_results(30, seed=2)
SOLO = result("solo", seat("ann"), mode="solo")


def kept_up(parts, games=GAMES):
    for game in games:
        parts.record.add(game)
        parts.record.rate(50)


def rebuilt(parts, games):
    """Returns what `finish` says."""
    generations = Generations(parts.redis, parts.keys)
    building = generations.begin()
    for game in games:
        building.add(game)
    return generations.finish()


def test_a_rebuilt_record_is_the_same_bytes(parts):
    kept_up(parts, [*GAMES, SOLO])
    before = contents(parts)
    assert rebuilt(parts, [SOLO, *sorted(GAMES, key=lambda game: game.game[::-1])]) == []
    assert contents(parts, "1") == before
    assert parts.record.has("solo")


@pytest.mark.slow
def test_a_player_who_left_the_leaderboards_is_on_none_after_a_rebuild_nor_during_one(parts):
    kept_up(parts, [*GAMES, SOLO])
    generations = Generations(parts.redis, parts.keys)
    building = generations.begin()
    for game in [*GAMES[:10], SOLO]:
        building.add(game)
    parts.record.leave_boards("ann")
    for game in GAMES[10:]:
        building.add(game)
    assert generations.finish() == []
    for number in "01":
        stored = contents(parts, number)
        boards = [name for name in stored if name.startswith("board:")]
        assert boards
        assert not [name for name in boards if b"ann" in dict(stored[name])]
        assert b"ann" in stored["ratings:all"]
    assert contents(parts, "0") == contents(parts, "1")


def test_a_rebuild_tells_whose_numbers_were_wrong_and_corrects_them(parts):
    kept_up(parts)
    right = parts.record.rating("ann"), parts.record.statistics("bob")
    parts.redis.hset(f"{parts.keys.lobby('record')}:0:ratings:all", "ann", "[25.1,8.0,3]")
    parts.redis.hincrby(f"{parts.keys.lobby('record')}:0:statistics:bob", "standard:games", 1)
    assert (parts.record.rating("ann"), parts.record.statistics("bob")) != right
    assert rebuilt(parts, GAMES) == ["ann", "bob"]
    assert (parts.record.rating("ann"), parts.record.statistics("bob")) == right


def test_a_store_of_an_older_release_has_no_record_before_its_first_rebuild(parts):
    assert parts.record.rating("ann") is None
    assert rebuilt(parts, GAMES) is None
    assert parts.record.rating("ann")


def test_the_record_can_be_read_while_it_is_rebuilt(parts):
    kept_up(parts)
    before = parts.record.statistics("ann")
    building = Generations(parts.redis, parts.keys).begin()
    building.add(GAMES[0])
    assert parts.record.statistics("ann") == before != building.statistics("ann")


def test_a_game_that_finishes_meanwhile_counts_once(parts):
    kept_up(parts, GAMES[:20])
    generations = Generations(parts.redis, parts.keys)
    building = generations.begin()
    for game in GAMES[:10]:
        building.add(game)
    kept_up(parts, GAMES[20:25])  # both in the list of the rebuild and projected
    for game in GAMES[10:]:
        building.add(game)
    kept_up(parts, GAMES[25:])
    assert generations.finish() == []
    kept_up(parts)
    rebuilt_one = contents(parts, "1")
    kept_up_one = contents(parts, "0")
    assert rebuilt_one == kept_up_one


def test_a_rebuild_that_died_is_given_up_by_the_next(parts):
    kept_up(parts)
    dead = Generations(parts.redis, parts.keys).begin()
    dead.add(GAMES[0])
    assert rebuilt(parts, GAMES) == []
    assert dead.add(GAMES[1]) is False
    assert parts.record.rating("ann")


def test_a_slower_rebuild_does_not_replace_a_later_one(parts):
    kept_up(parts)
    slow = Generations(parts.redis, parts.keys)
    slow.begin()
    assert rebuilt(parts, GAMES) == []
    before = parts.record.rating("ann")
    assert slow.finish() == []
    assert parts.record.rating("ann") == before


def test_a_rebuild_that_was_given_up_does_not_finish_the_one_that_goes_on(parts):
    kept_up(parts)
    before = parts.record.statistics("ann")
    given_up, later = Generations(parts.redis, parts.keys), Generations(parts.redis, parts.keys)
    given_up.begin()
    building = later.begin()
    building.add(GAMES[0])
    assert given_up.finish() == []
    assert parts.record.statistics("ann") == before, "the record of the later rebuild is not complete yet"
    for game in GAMES:
        building.add(game)
    assert later.finish() == []
    assert parts.record.statistics("ann") == before


def test_a_rater_of_a_replaced_record_stores_nothing(parts):
    kept_up(parts)
    old = Record(parts.redis, parts.keys, "0")
    rebuilt(parts, GAMES)
    before = contents(parts, "0")
    parts.redis.hset(f"{parts.keys.lobby('record')}:0:progress", "rated", "0")
    before["progress"] = {b"rated": b"0"}
    assert old.rate(50)
    assert contents(parts, "0") == before


def test_what_a_replaced_record_stored_goes_away(parts):
    kept_up(parts)
    rebuilt(parts, GAMES)
    rate_everything(parts.record)
    left = parts.redis.keys(f"{parts.keys.lobby('record')}:0:*")
    assert left
    assert all(0 < parts.redis.ttl(key) <= 60 for key in left)
