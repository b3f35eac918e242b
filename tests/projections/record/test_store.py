"""The record on Redis: each game counts once, and in whatever order games arrive, the result is the same bytes."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projections.record.generations import rate_everything
from projections.record.ratings import rate_all, rated_seats
from projections.record.store import Record
from tests.projections.record.results import Held, contents, empty, random_results, won_by

GAMES = random_results(14)


@pytest.fixture
def record(parts):
    return parts.record


def fill(parts, games, generation=None):
    record = Record(parts.redis, parts.keys, generation)
    for game in games:
        record.add(game)
    rate_everything(record)


def test_ratings_are_the_fold_of_the_games_in_their_order(parts, record):
    fill(parts, GAMES)
    expected = {}
    for after in rate_all([rated_seats(game) for game in GAMES]):
        expected |= after
    assert {player: record.rating(player) for player in expected} == expected
    assert record.rating("nobody") is None


def test_a_game_that_is_added_again_changes_nothing(parts, record):
    fill(parts, GAMES)
    before = contents(parts)
    assert [record.add(game) for game in GAMES] == [False] * len(GAMES)
    assert record.rate(10) is False
    assert contents(parts) == before


def test_a_late_game_is_rated_in_its_place(parts, record):
    fill(parts, GAMES)
    expected = contents(parts)
    for late in (0, 5, len(GAMES) - 1):
        empty(parts)
        fill(parts, [game for game in GAMES if game is not GAMES[late]])
        assert contents(parts) != expected
        fill(parts, [GAMES[late]])
        assert contents(parts) == expected


def test_the_work_of_a_round_is_bounded(parts, record):
    for game in GAMES:
        record.add(game)
    rounds = 1
    while record.rate(4):
        rounds += 1
    assert rounds == len(GAMES) // 4 + 1
    by_four = contents(parts)
    empty(parts)
    fill(parts, GAMES)
    assert contents(parts) == by_four


def test_a_process_that_loses_the_race_stores_nothing_old(parts, record, monkeypatch):
    """A game arrives while another process rates: what it computed is out of date, so it begins again."""
    first, second = won_by("a", "ann", "bob", ended_ms=1), won_by("b", "ann", "bob", ended_ms=2)
    other = Record(parts.redis, parts.keys)
    record.add(second)
    store, arrived = record._store, []

    def store_late(**given):
        if not arrived:
            arrived.append(other.add(first))
            rate_everything(other)
        return store(**given)

    monkeypatch.setattr(record, "_store", store_late)
    record.rate(50)
    raced = contents(parts)
    empty(parts)
    fill(parts, [first, second])
    assert contents(parts) == raced


@pytest.mark.usual("server")
@pytest.mark.parametrize("examples", [pytest.param(5, id="few"), pytest.param(40, id="many", marks=pytest.mark.slow)])
def test_any_order_of_arrival_and_any_interleaving_of_two_raters_gives_the_same_bytes(parts, examples):
    fill(parts, GAMES)
    expected = contents(parts)
    steps = st.tuples(st.integers(0, 1), st.sampled_from(["read", "write"]), st.integers(1, 5))
    orders = st.permutations(range(len(GAMES)))

    @settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(orders, st.lists(st.lists(steps, max_size=4), min_size=len(GAMES), max_size=len(GAMES)))
    def check(order, between):
        empty(parts)
        adder, raters = (
            Record(parts.redis, parts.keys),
            [Held(Record(parts.redis, parts.keys), "_store") for _ in range(2)],
        )
        for number, doings in zip(order, between, strict=True):
            adder.add(GAMES[number])
            for rater, doing, most in doings:
                raters[rater].used.rate(most) if doing == "read" else raters[rater].write()
        rate_everything(adder)
        for rater in raters:
            rater.write()  # far too late
        assert contents(parts) == expected

    check()


@pytest.mark.slow
def test_a_year_of_games_in_reverse_order_is_the_same_as_in_order(parts):
    games = random_results(120, seed=3)
    fill(parts, games)
    expected = contents(parts)
    empty(parts)
    shuffled = games[::-1]
    Random(1).shuffle(shuffled[:40])
    for game in shuffled:
        parts.record.add(game)
        parts.record.rate(7)
    rate_everything(parts.record)
    assert contents(parts) == expected
