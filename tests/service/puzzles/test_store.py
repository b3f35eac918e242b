"""Puzzles in the store: how many are kept, which one comes next, and tries that race."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.backend import open_backend
from service.puzzles import store
from service.puzzles.ratings import puzzle_points
from service.puzzles.store import ALL, Puzzles, TooManyTries, Try, puzzle_id
from store.keys import Keys
from tests.service.client import Service
from tests.service.meanwhile import meanwhile
from tests.service.puzzles.made import puzzle_of

RIGHT, WRONG = Try(True, {"type": "ready"}), Try(False, {"type": "ready"})


@pytest.fixture
def keys(service: Service) -> Iterator[Keys]:
    """Keys of its own."""
    own = Keys(f"{service.parts.keys.prefix}puzzles:")
    yield own
    for name in [*service.parts.redis.scan_iter(match=f"{own.prefix}*")]:
        service.parts.redis.delete(name)


@pytest.fixture
def puzzles(service: Service, keys: Keys) -> Puzzles:
    """No puzzles."""
    return Puzzles(service.parts.redis, keys)


def keep(puzzles: Puzzles, *games: str, **more: object) -> list[str]:
    for game in games:
        assert puzzles.keep(puzzle_of(game, **more))
    return [puzzles.id_of(game, "draft") for game in games]


def test_a_kept_puzzle_is_read_as_it_was(puzzles: Puzzles):
    made = puzzle_of("a-game", "planning", ("build",))
    assert puzzles.keep(made)
    read = puzzles.read(puzzles.id_of("a-game", "planning"))
    assert read is not None
    assert read._replace(facts=made.facts) == made
    assert read.facts._replace(themes=tuple(read.facts.themes)) == made.facts
    assert puzzles.read("0123456789abp") is None


def test_a_game_gives_one_pick_and_one_other_move_however_often_it_is_searched(puzzles: Puzzles):
    assert [puzzles.keep(puzzle_of("a-game", phase)) for phase in ("draft", "planning")] == [True, True]
    assert [puzzles.keep(puzzle_of("a-game", phase)) for phase in ("draft", "planning")] == [False, False]
    assert puzzles.count() == 2


def test_an_id_does_not_tell_the_game_to_those_who_do_not_know_the_secret(service: Service, puzzles: Puzzles):
    [own] = keep(puzzles, "a-game")
    other = Puzzles(service.parts.redis, Keys(f"{service.parts.keys.prefix}puzzles:other:"))
    assert own not in (puzzle_id("a-game", "draft", b""), *keep(other, "a-game"))
    assert len(own) == 13


def test_only_so_many_are_kept(puzzles: Puzzles, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store, "MAX_PUZZLES", 1)
    assert puzzles.keep(puzzle_of("a-game"))
    assert not puzzles.keep(puzzle_of("another"))


def test_a_first_try_moves_both_ratings_and_later_ones_move_nothing(puzzles: Puzzles):
    [puzzle] = keep(puzzles, "a-game")
    first = puzzles.add_try("ada", puzzle, ["pick"], RIGHT)
    assert first.is_counted
    assert first.after.player.mu > first.before.player.mu
    assert first.after.puzzle.mu < first.before.puzzle.mu
    assert (puzzles.rating_of("ada"), puzzles.rating(puzzle)) == first.after
    again = puzzles.add_try("ada", puzzle, ["pick"], WRONG)
    assert not again.is_counted
    assert (puzzles.rating_of("ada"), puzzles.rating(puzzle)) == first.after == again.after
    assert puzzles.first_try("ada", puzzle) == RIGHT
    assert dict(puzzles.all_tries("ada")) == {puzzle: RIGHT}


def test_no_try_counts_at_a_puzzle_from_a_game_of_ones_own_and_nobody_is_asked_for_one(puzzles: Puzzles):
    assert puzzles.keep(puzzle_of("a-game"), ["ada"])
    own = puzzles.id_of("a-game", "draft")
    assert puzzles.near("ada", ALL) is None
    assert puzzles.near("ben", ALL) == own
    before = puzzles.rating_of("ada")
    assert not puzzles.add_try("ada", own, ["pick"], RIGHT).is_counted
    assert puzzles.rating_of("ada") == before
    assert puzzles.first_try("ada", own) is None
    assert dict(puzzles.all_tries("ada")) == {}


@pytest.mark.parametrize(("most", "is_found"), [(3, True), (2, False)])
def test_only_so_many_puzzles_are_looked_at_for_one_that_is_not_tried(
    puzzles: Puzzles, monkeypatch: pytest.MonkeyPatch, most: int, is_found: bool
):
    monkeypatch.setattr(store, "LOOKED_AT_ONCE", 1)
    monkeypatch.setattr(store, "MAX_LOOKED_AT", most)
    *own, other = sorted(("a-game", "another", "one-more"), key=lambda game: puzzles.id_of(game, "draft"))
    for game in own:
        assert puzzles.keep(puzzle_of(game), ["ada"])
    [free] = keep(puzzles, other)
    assert puzzles.near("ada", ALL) == (free if is_found else None)


def test_a_puzzle_that_is_missed_becomes_harder(puzzles: Puzzles):
    hard, easy = keep(puzzles, "a-game", "another")
    puzzles.add_try("ada", hard, ["pick"], WRONG)
    puzzles.add_try("ben", easy, ["pick"], RIGHT)
    for theme in (ALL, "pick"):
        listed = puzzles.page("carol", theme, -9999, 9999, 0, 10)
        assert [each.id for each in listed] == [easy, hard]
        points = [puzzle_points(each.rating) for each in listed]
        assert points[0] < 1000 < points[1]
        assert [each.id for each in puzzles.page("carol", theme, 1000, 9999, 0, 10)] == [hard]
        assert [each.id for each in puzzles.page("carol", theme, -9999, 9999, 1, 10)] == [hard]
    assert puzzles.page("carol", "build", -9999, 9999, 0, 10) == []
    assert [each.tried for each in puzzles.page("ben", ALL, -9999, 9999, 0, 10)] == [RIGHT, None]


def test_the_next_one_is_the_nearest_that_the_player_has_not_tried(puzzles: Puzzles, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store, "LOOKED_AT_ONCE", 2)
    all_of_them = keep(puzzles, *[f"game-{number}" for number in range(5)])
    for at, puzzle in enumerate(all_of_them):
        for player in range(at):
            puzzles.add_try(f"player-{player}", puzzle, ["pick"], WRONG)
    tried = []
    while (found := puzzles.near("ada", "pick")) is not None:
        ratings = {each: puzzle_points(puzzles.rating(each)) for each in all_of_them if each not in tried}
        own = puzzle_points(puzzles.rating_of("ada"))
        assert abs(ratings[found] - own) == min(abs(each - own) for each in ratings.values())
        puzzles.add_try("ada", found, ["pick"], RIGHT)
        tried.append(found)
    assert sorted(tried) == sorted(all_of_them)
    assert puzzles.near("ada", "build") is None


def test_of_two_processes_that_try_at_once_one_counts(service: Service, puzzles: Puzzles, keys: Keys):
    [puzzle] = keep(puzzles, "a-game")
    others = [open_backend(service.parts.settings) for _ in range(2)]
    both = [Puzzles(other.redis, keys) for other in others]
    with ThreadPoolExecutor(2) as pool:
        outcomes = [*pool.map(lambda each: each.add_try("ada", puzzle, ["pick"], WRONG), both)]
    assert sorted(each.is_counted for each in outcomes) == [False, True]
    assert puzzles.rating(puzzle).games == puzzles.rating_of("ada").games == 1
    assert {each.after.player.games for each in outcomes} == {each.after.puzzle.games for each in outcomes} == {1}
    for other in others:
        other.close()


def test_a_try_that_loses_the_race_is_rated_again_until_it_has_lost_too_often(
    puzzles: Puzzles, monkeypatch: pytest.MonkeyPatch
):
    [puzzle] = keep(puzzles, "a-game")
    for most, other in ((2, "ben"), (1, "carol")):
        monkeypatch.setattr(store, "MAX_LOST_RACES", most)
        meanwhile(
            monkeypatch,
            "service.puzzles.store.rate_try",
            lambda other=other: puzzles.add_try(other, puzzle, ["pick"], WRONG),
        )
        if most == 2:
            made = puzzles.add_try("ada", puzzle, ["pick"], RIGHT)
            assert (made.is_counted, made.before.puzzle.games, made.after.puzzle.games) == (True, 1, 2)
        else:
            with pytest.raises(TooManyTries):
                puzzles.add_try("dora", puzzle, ["pick"], RIGHT)
    assert puzzles.first_try("dora", puzzle) is None
    assert puzzles.rating(puzzle).games == 3


def test_tries_of_many_players_all_count(puzzles: Puzzles):
    [puzzle] = keep(puzzles, "a-game")
    with ThreadPoolExecutor(4) as pool:
        outcomes = [*pool.map(lambda n: puzzles.add_try(f"player-{n}", puzzle, ["pick"], WRONG), range(8))]
    assert all(each.is_counted for each in outcomes)
    assert puzzles.rating(puzzle).games == 8
