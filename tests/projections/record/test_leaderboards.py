"""Leaderboards: who is on which board, and in which order."""

from itertools import cycle
from math import inf, nextafter

import pytest

from projections.record.generations import rate_everything
from projections.record.leaderboards import Board, periods
from tests.projections.record.results import DAY_MS, START_MS, result, seat, won_by

NOVEMBER, DECEMBER, JANUARY = START_MS, START_MS + 20 * DAY_MS, START_MS + 45 * DAY_MS
"""Moments in 2026-11, 2026-12 and 2027-01."""


@pytest.fixture
def record(parts):
    return parts.record


def leaders(record, *board, **more):
    return [row.player for row in record.rows(Board(*board, **more), 0, 100)]


def solo(game, player, score, ended_ms=START_MS, **changes):
    return result(game, seat(player, 1, score), ended_ms=ended_ms, mode="solo", **changes)


def scenario(game, player, score, medal, name="SC01", **changes):
    outcome = "lost" if medal == "lost" else "won"
    made = result(game, seat(player, 1, score, outcome=outcome), mode="scenario", grade=medal)
    return made._replace(scenario=name, **changes)


def test_periods_are_months_and_years_in_utc():
    assert periods(1_798_761_599_999) == ("all", "2026", "2026-12")
    assert periods(1_798_761_600_000) == ("all", "2027", "2027-01")


def test_standard_games_are_ranked_by_the_rating_that_is_almost_certain(record):
    for number in range(9):
        record.add(won_by(f"a{number}", "ann", "bob", ended_ms=START_MS + number))
    record.add(won_by("b", "cat", "dan", ended_ms=START_MS + 10))
    rate_everything(record)
    rows = record.rows(Board("standard"), 0, 100)
    assert [row.player for row in rows[:2]] == ["ann", "cat"]  # cat won once, so little is certain
    assert [row.number for row in rows] == sorted([row.rating.ordinal for row in rows], reverse=True)


def test_a_period_has_the_rating_after_the_last_game_in_it(record):
    games = [("a", NOVEMBER, "ann", "bob"), ("b", DECEMBER, "bob", "ann"), ("c", JANUARY, "bob", "cat")]
    for game, ended_ms, *players in games:
        record.add(won_by(game, *players, ended_ms=ended_ms))
    rate_everything(record)

    def games_of(period):
        return {row.player: row.rating.games for row in record.rows(Board("standard", period), 0, 100)}

    assert games_of("2026-11") == {"ann": 1, "bob": 1}
    assert games_of("2026-12") == games_of("2026") == {"ann": 2, "bob": 2}
    assert games_of("2027") == games_of("2027-01") == {"bob": 3, "cat": 1}
    assert games_of("all") == {"ann": 2, "bob": 3, "cat": 1}
    assert games_of("2025") == {}


def test_each_kind_of_player_has_a_board_of_its_own(record):
    marvin = seat("marvin", 3, kind="bot")
    record.add(result("g", seat("ann"), seat("bot:greedy", 2), marvin))
    rate_everything(record)
    assert leaders(record, "standard") == ["ann", "bot:greedy", "marvin"]
    kinds = {kind: leaders(record, "standard", kind=kind) for kind in ("human", "strategy", "bot")}
    assert kinds == {"human": ["ann"], "strategy": ["bot:greedy"], "bot": ["marvin"]}


def test_solo_games_are_ranked_by_the_best_score_and_then_by_who_was_first(record):
    for made in (
        solo("a", "ann", 80, START_MS + 9_000),
        solo("b", "ann", 70, START_MS),
        solo("c", "bob", 80, START_MS + 5_000),
        solo("d", "cat", 81, START_MS + 20_000),
        solo("e", "bob", 80, START_MS + 90_000),
    ):
        record.add(made)
    assert leaders(record, "solo") == ["cat", "bob", "ann"]


def test_sides_and_scenarios_have_boards_of_their_own(record):
    record.add(solo("a", "ann", 80))
    record.add(solo("b", "bob", 70, side="B"))
    record.add(scenario("c", "ann", 90, "silver"))
    record.add(scenario("d", "bob", 95, "gold", "SC02"))
    assert leaders(record, "solo") == ["ann", "bob"]
    assert leaders(record, "solo", side="B") == ["bob"]
    assert leaders(record, "scenario") == ["bob", "ann"]
    assert leaders(record, "scenario", scenario="SC01") == ["ann"]
    assert leaders(record, "scenario", scenario="SC01", side="B") == []


def test_a_lost_scenario_is_on_no_board(record):
    record.add(scenario("a", "ann", 120, "lost"))
    assert leaders(record, "scenario") == []


# Places


def places(record, *board, pages=(100,), **more):
    """The places on a board, read in pages of these sizes, over and over."""
    found, sizes = [], cycle(pages)
    while rows := record.rows(Board(*board, **more), len(found), next(sizes)):
        found += [row.place for row in rows]
    return found


@pytest.mark.parametrize("pages", [(100,), (1,), (2,), (3, 1)], ids=str)
def test_equal_scores_share_a_place_on_every_page_although_some_were_reached_earlier(record, pages):
    for number, score in enumerate([81, 80, 80, 80, 70, 70, 12]):
        record.add(solo(f"g{number}", f"player-{number}", score, START_MS + number * 1000))
    assert places(record, "solo", pages=pages) == [1, 2, 2, 2, 5, 5, 7]
    assert leaders(record, "solo") == [f"player-{number}" for number in range(7)]


@pytest.mark.parametrize("pages", [(100,), (1,), (2,)], ids=str)
def test_equal_ratings_share_a_place_on_every_page(record, pages):
    for number, pair in enumerate((("ann", "bob"), ("cat", "dan"))):
        record.add(won_by(f"g{number}", *pair, ended_ms=START_MS + number))
    rate_everything(record)
    for period in ("all", "2026", "2026-11"):
        assert places(record, "standard", period, pages=pages) == [1, 1, 3, 3]


def test_ratings_with_the_same_points_share_a_place_however_their_last_digits_differ():
    board = Board("standard")
    for shown in (-40, 0, 999, 1000, 1001, 1234, 2001):
        lowest = board.lowest_number(shown)
        assert board.merit(lowest) == shown
        assert board.merit(nextafter(lowest, -inf)) == shown - 1
    assert [Board("solo").merit(Board("solo").lowest_number(score)) for score in (-3, 0, 80)] == [-3, 0, 80]


def test_a_player_who_leaves_the_boards_leaves_no_gap_and_never_comes_back(record):
    for number, score in enumerate([81, 80, 80, 70]):
        record.add(solo(f"g{number}", f"player-{number}", score))
    record.add(won_by("g", "player-1", "ann", "player-3", ended_ms=DECEMBER))
    rate_everything(record)
    record.leave_boards("player-1")
    for period in ("all", "2026", "2026-11"):
        assert leaders(record, "solo", period, side="A", kind="human") == ["player-0", "player-2", "player-3"]
    assert places(record, "solo") == [1, 2, 3]
    assert leaders(record, "standard", "2026-12") == leaders(record, "standard") == ["ann", "player-3"]
    record.add(solo("late", "player-1", 120))
    record.add(won_by("later", "player-1", "ann", ended_ms=NOVEMBER))  # all games after it are rated again
    rate_everything(record)
    assert "player-1" not in leaders(record, "solo") + leaders(record, "standard")
    assert record.rating("player-1").games == 2, "the others have played against a player of this rating"
