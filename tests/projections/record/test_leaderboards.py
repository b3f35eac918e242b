"""Leaderboards: who is on which board, and in which order."""

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
