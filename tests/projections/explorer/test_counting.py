"""The explorer on Redis: in whatever order games come, and however often, its sums are the same to the last digit."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projections.explorer.cells import additions, cells_of, empty_cell, move_game
from projections.explorer.facts import facts_of
from projections.explorer.store import DUE_MS, STAGED_SECONDS, Explorer, count_everything
from projections.explorer.tables import Filter
from projections.record.generations import Generations, rate_everything
from projections.record.ratings import points, rate_all, rated_seats
from projections.record.store import Record
from tests.projections.explorer.made import cells, random_games
from tests.projections.record.results import START_MS, Held, empty, won_by

GAMES = random_games(20)
NOW_MS = START_MS


def fill(parts, games, at_once=7):
    record, explorer = Record(parts.redis, parts.keys), Explorer(parts.redis, parts.keys)
    for game in games:
        record.add(game)
    rate_everything(record)
    count_everything(explorer, NOW_MS, at_once)


def strengths_of(games):
    """Game → the strengths of its seats, by the ratings before it; computed from the games alone."""
    rated = sorted((game for game in games if rated_seats(game)), key=lambda game: game.position)
    found, current = {}, {}
    for game, after in zip(rated, rate_all([rated_seats(game) for game in rated]), strict=True):
        ratings = [points(current[seat.player]) if seat.player in current else 1000 for seat in game.seats]
        found[game.game] = "".join("h" if each >= 2000 else "m" if each >= 1500 else "l" for each in ratings)
        current |= after
    return found


def expected(games):
    """The cells as a plain fold of the games makes them."""
    made, strengths = {}, strengths_of(games)
    for game in games:
        text = strengths.get(game.game, "-" * len(game.seats))
        move_game(facts_of(game), "", text, lambda cell: made.setdefault(cell.name, empty_cell()))
    return {
        (name, section): numbers
        for name, sections in made.items()
        for section, numbers in sections.items()
        if any(numbers)
    }


def test_the_cells_are_the_sums_of_the_games(parts):
    fill(parts, GAMES)
    found = cells(parts)
    assert found == expected(GAMES)
    assert {name.split(":")[1] for name, _ in found} == {"standard", "solo"}
    assert parts.explorer.read(Filter(), ("draft", "empires")).games == len(GAMES)


def test_a_seat_adds_to_its_population_with_and_without_strength_for_all_time_and_for_the_month():
    facts = facts_of(won_by("g", "ann", "bot:greedy"))
    names = [
        [cell.name for cell in cells_of(facts, seat, letter)] for seat, letter in zip(facts.seats, "h-", strict=True)
    ]
    assert names == [
        [
            "all:standard:2:A:people:*",
            "2026-11:standard:2:A:people:*",
            "all:standard:2:A:people:high",
            "2026-11:standard:2:A:people:high",
        ],
        ["all:standard:2:A:bots:*", "2026-11:standard:2:A:bots:*"],
    ]


def test_a_design_built_twice_counts_two_cards_and_one_seat():
    [game] = random_games(1)
    seat = facts_of(game._replace(seats=game.seats[:1], plays=game.plays[:1])).seats[0]
    twice = seat._replace(play=seat.play._replace(built=seat.play.built[:1] * 2))
    added = (
        additions(twice)["play"].values(),
        additions(seat._replace(play=seat.play._replace(built=seat.play.built[:1]))),
    )
    assert sorted(added[0])[-1] == sorted(added[1]["play"].values())[-1]  # the square of the lead
    assert 2 in added[0]


def test_a_game_that_is_added_again_changes_nothing(parts):
    fill(parts, GAMES)
    before = cells(parts)
    fill(parts, GAMES[::-1])
    assert cells(parts) == before


def test_a_late_game_moves_later_ones_to_other_strengths(parts):
    games = [won_by(f"g{number:02}", "ann", "bob", "cat", ended_ms=START_MS + number) for number in range(14)]
    upset = won_by("upset", "cat", "bob", "ann", ended_ms=START_MS - 1)
    assert {"h", "m", "l"} <= {*"".join(strengths_of(games).values())}
    assert strengths_of([upset, *games]) != strengths_of(games) | {"upset": "lll"}
    fill(parts, games)
    assert cells(parts) == expected(games)
    fill(parts, [upset])
    assert cells(parts) == expected([upset, *games])


@pytest.mark.usual("server")
@pytest.mark.parametrize("examples", [pytest.param(1, id="few"), pytest.param(12, id="many", marks=pytest.mark.slow)])
def test_any_order_repeats_and_a_rebuild_give_the_same_sums(parts, examples):
    """Games come in any order, some twice; two processes count in between, and one of them may be late."""
    games = GAMES[:8] + GAMES[-1:]
    right = expected(games)
    steps = st.tuples(st.integers(0, 1), st.sampled_from(["read", "write"]), st.integers(1, 5))
    orders = st.permutations(games)

    @settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(orders, orders, st.lists(st.lists(steps, max_size=3), min_size=len(games), max_size=len(games)))
    def check(order, again, between):
        empty(parts)
        record = Record(parts.redis, parts.keys)
        counters = [Held(Explorer(parts.redis, parts.keys), "_count") for _ in range(2)]
        for first, second, doings in zip(order, again, between, strict=True):
            record.add(first)
            record.rate(2)
            record.add(second)
            for counter, doing, most in doings:
                counters[counter].used.count(NOW_MS, most) if doing == "read" else counters[counter].write()
        rate_everything(record)
        count_everything(Explorer(parts.redis, parts.keys), NOW_MS, 6)
        for counter in counters:
            counter.write()  # far too late
        assert cells(parts) == right
        generations = Generations(parts.redis, parts.keys)
        building = generations.begin()
        for game in again:
            building.add(game)
        assert generations.finish() == []
        assert cells(parts, generations.begun) == right

    check()


def test_games_wait_until_it_is_worth_a_rewrite_or_an_hour_has_passed(parts):
    explorer, many = parts.explorer, [won_by(f"a{number:04}", "ann", "bob") for number in range(20)]
    assert not explorer.is_due(NOW_MS)
    for game in many[:16]:
        parts.record.add(game)
    rate_everything(parts.record)
    assert explorer.is_due(NOW_MS)  # of a new service each game is
    count_everything(explorer, NOW_MS)
    parts.record.add(many[16])
    rate_everything(parts.record)
    assert not explorer.is_due(NOW_MS + DUE_MS - 1)
    assert explorer.is_due(NOW_MS + DUE_MS)
    parts.record.add(many[17])
    rate_everything(parts.record)
    assert explorer.is_due(NOW_MS)
    count_everything(explorer, NOW_MS)
    assert not explorer.is_due(NOW_MS + 2 * DUE_MS)


@pytest.mark.slow
def test_another_process_reads_what_was_counted_since(parts):
    other = Explorer(parts.redis, parts.keys)
    assert other.read(Filter(), ("draft", "empires")).games == 0
    fill(parts, GAMES[:5])
    first = other.read(Filter(), ("draft", "empires"))
    assert first.games == 5
    assert other.read(Filter(), ("draft", "empires")) is first
    fill(parts, GAMES[5:])
    second = other.read(Filter(), ("draft", "empires"))
    assert second.games == len(GAMES)
    assert second == parts.explorer.read(Filter(), ("draft", "empires"))


def test_who_counts_a_replaced_record_stores_nothing(parts):
    fill(parts, GAMES[:5])
    old = Explorer(parts.redis, parts.keys, "0")
    generations = Generations(parts.redis, parts.keys)
    building = generations.begin()
    for game in GAMES[:5]:
        building.add(game)
    generations.finish()
    before = cells(parts, "0")
    waiting = f"{parts.keys.lobby('record')}:0:explorer:1:waiting"
    parts.redis.hset(waiting, GAMES[0].game, "h" * len(GAMES[0].seats))
    assert old.count(NOW_MS, 1) is False
    assert cells(parts, "0") == before


def test_cells_stay_and_those_that_lost_a_race_go_within_a_minute(parts):
    late = Held(Explorer(parts.redis, parts.keys), "_count")
    fill(parts, GAMES[:4])
    parts.record.add(GAMES[4])
    rate_everything(parts.record)
    late.used.count(NOW_MS, 5)
    fill(parts, GAMES[5:8])
    before = cells(parts)
    late.write()
    assert cells(parts) == before
    found = {
        name.decode(): parts.redis.ttl(name)
        for name in parts.redis.scan_iter(match=f"{parts.keys.lobby('record')}*:explorer:*", count=1000)
    }
    staged = {name for name in found if ":staged:" in name}
    assert staged
    assert all(0 < found[name] <= STAGED_SECONDS for name in staged)
    assert {ttl for name, ttl in found.items() if name not in staged} == {-1}


@pytest.mark.slow
def test_a_filter_reads_the_cells_that_it_names(parts):
    games = random_games(40, seed=3)
    fill(parts, games)
    strengths = strengths_of(games)
    seats = [
        (game, seat, letter)
        for game in games
        for seat, letter in zip(game.seats, strengths.get(game.game, "-" * len(game.seats)), strict=True)
        if seat.stayed
    ]

    def count(**filter_by):
        empires = parts.explorer.read(Filter(**filter_by), ("empires",)).sections["empires"]
        return sum(empires[1::5])

    def number(fits):
        return sum(fits(game, seat, letter) for game, seat, letter in seats)

    rng = Random(1)
    assert count() == number(lambda game, *_: game.mode == "standard")
    assert count(mode="solo") == number(lambda game, *_: game.mode == "solo") > 0
    for seats_at_table in range(2, 6):
        assert count(seats=seats_at_table) == number(lambda game, *_: len(game.seats) == seats_at_table)  # noqa: B023
    people = number(lambda game, seat, _: seat.kind == "human" and game.mode == "standard")
    assert count(players="people") == people
    for strength in rng.sample(["low", "middle", "high"], 3):
        assert count(strength=strength) == number(lambda *each: each[2] == strength[0])  # noqa: B023
    assert count(period="2026-11") + count(period="2026-12") == count()
