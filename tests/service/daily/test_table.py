"""The table of a day: who is in it, in which order, and what it tells before and after the end of the day."""

import pytest

from game.daily import day_ends_ms
from projections.explorer.plays import Play
from projections.record.result import GameResult, SeatResult
from service.jobs.pictures import Picture, names_in
from tests.service.client import Caller, assert_problem, id_of
from tests.service.daily.conftest import DAY_SECONDS, Days


def add(days: Days, player: str, score: int, kind: str = "human", minutes: int = 0, **changes: object) -> None:
    """Add a finished try of today to the record, as the projector does."""
    seat = SeatResult(player, kind, "aztec-empire", True, 1, "won", score, {})
    ended_ms = int(days.seconds * 1000) + 60_000 * minutes
    made = GameResult(f"g{player}", ended_ms, "solo", None, "A", None, (seat,), (Play(),), days.today)
    days.service.parts.record.add(made._replace(**changes))


def places(caller: Caller, path: str) -> list[tuple[int, str, int]]:
    return [(each["place"], each["player"]["id"], each["score"]) for each in caller.get(path).json["entries"]]


def test_equal_scores_share_a_place_and_the_earlier_comes_first(days: Days):
    ada = days.service.new_player()
    ada.get("/v1/daily")
    for player, score, minutes in (("late", 50, 9), ("best", 70, 5), ("early", 50, 1), ("last", 3, 0)):
        add(days, player, score, minutes=minutes)
    table = f"/v1/daily/{days.today}"
    assert places(ada, table) == [(1, "best", 70), (2, "early", 50), (2, "late", 50), (4, "last", 3)]
    first = ada.get(f"{table}?limit=2")
    assert first.json["players"] == 4
    following = first.headers["Link"].partition(">")[0].removeprefix("<")
    assert places(ada, following) == [(2, "late", 50), (4, "last", 3)]
    assert "Link" not in ada.get(following).headers


def test_the_picture_of_a_day_names_the_best_once_it_is_over(days: Days):
    ada = days.service.new_player("Ada")
    ada.get("/v1/daily")
    add(days, ada.id, 70)
    add(days, "nobody", 80)  # no account has this id
    picture = Picture("daily", days.today)
    assert names_in(days.service.parts, picture) == []
    days.pass_days()
    assert names_in(days.service.parts, picture) == ["Ada"]


def test_people_and_bot_accounts_have_tables_of_their_own(days: Days):
    ada = days.service.new_player()
    ada.get("/v1/daily")
    add(days, "ann", 40)
    add(days, "rob", 90, "bot")
    table = f"/v1/daily/{days.today}"
    assert places(ada, table) == places(ada, f"{table}?kind=human") == [(1, "ann", 40)]
    assert places(ada, f"{table}?kind=bot") == [(1, "rob", 90)]


def test_only_what_is_finished_on_its_day_counts_and_a_lost_scenario_has_no_place(days: Days):
    ada = days.service.new_player()
    ada.get("/v1/daily")
    yesterday = days.today
    add(days, "late", 40, ended_ms=int((days.seconds + DAY_SECONDS) * 1000))
    seat = SeatResult("lost", "human", "aztec-empire", True, 1, "lost", 40, {})
    add(days, "lost", 40, mode="scenario", scenario="SC01", grade="lost", seats=(seat,))
    add(days, "gone", 40, seats=(seat._replace(player="gone", stayed=False),))
    days.pass_days()
    assert places(ada, f"/v1/daily/{yesterday}") == places(ada, f"/v1/daily/{days.today}") == []
    scores = [days.service.parts.record.daily_scores(player, [yesterday]) for player in ("late", "lost", "gone")]
    assert scores == [[None], [40], [None]]


def test_a_try_that_is_finished_before_midnight_and_scored_after_it_counts(days: Days):
    ada, ben = days.service.new_player("Ada"), days.service.new_player("Ben")
    yesterday, day_ends = days.today, day_ends_ms(days.today) / 1000
    tries = [days.begin(ada), days.begin(ben)]
    for game, caller, seconds in ((tries[1], ben, day_ends - 2), (tries[0], ada, day_ends - 1)):
        days.seconds = seconds
        days.service.play(game, [caller], until="finished")
    days.seconds = day_ends + 300
    for game in tries:
        days.service.run_jobs(game)
        days.service.project(game)
    table = places(ada, f"/v1/daily/{yesterday}")
    assert [(place, player) for place, player, _ in table] == [(1, ben.id), (1, ada.id)]
    assert [caller.get("/v1/daily").json["streak"] for caller in (ada, ben)] == [1, 1]


def test_a_try_enters_neither_another_leaderboard_nor_the_explorer_as_its_cards_were_known(days: Days):
    ada = days.service.new_player()
    days.finish(ada)
    assert ada.get("/v1/leaderboards?mode=solo").json == []
    assert days.service.parts.record.daily_scores(ada.id, [days.today]) != [None]
    parts = days.service.parts
    assert [*parts.redis.scan_iter(f"{parts.keys.lobby('record')}:*explorer*")] == []
    assert ada.get(f"/v1/players/{ada.id}/statistics").json["modes"][1]["games"] == 1


def test_the_seed_and_the_games_are_told_once_the_day_is_over(days: Days):
    ada, ben = days.service.new_player("Ada"), days.service.new_player("Ben")
    game, day = days.finish(ada), days.today
    during = ben.get(f"/v1/daily/{day}")
    assert (during.json["is_over"], during.json["server_seed"], during.json["try"]) == (False, None, None)
    assert [each["game"] for each in during.json["entries"]] == [None]
    days.seconds += DAY_SECONDS * 2 / 3 - 1  # a second before midnight
    assert ben.get(f"/v1/daily/{day}", {"If-None-Match": during.headers["ETag"]}).status_code == 304
    days.seconds += 1
    after = ben.get(f"/v1/daily/{day}", {"If-None-Match": during.headers["ETag"]})
    assert (after.status_code, after.json["is_over"], len(after.json["server_seed"])) == (200, True, 64)
    assert [each["game"] for each in after.json["entries"]] == [id_of(game)]
    own = ada.get(f"/v1/daily/{day}").json
    assert own["place"] == 1
    assert own["try"] == {"day": day, "game": id_of(game), "status": "finished", "score": days.score(game)}


@pytest.mark.parametrize("day", ["2026-11-27", "2026-11-29", "2026-02-30", "20261128", "today", "2026-W48-6"])
def test_a_day_without_a_deal_is_not_found(day: str, days: Days):
    ada = days.service.new_player()
    ada.get("/v1/daily")
    problem = assert_problem(ada.get(f"/v1/daily/{day}"), 404, "no_such_day")
    assert "2026-11-28" in problem["detail"]


def test_a_streak_of_more_than_one_reading_is_counted_and_bounded(days: Days, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.daily.facts.STREAK_DAYS_AT_ONCE", 3)
    monkeypatch.setattr("service.daily.facts.MAX_STREAK", 8)
    ada = days.service.new_player()
    for length in range(1, 11):
        add(days, ada.id, 5)
        days.service.parts.record._redis.hdel(days.service.parts.record._key("games"), f"g{ada.id}")
        assert ada.get("/v1/daily").json["streak"] == min(length, 8)
        days.pass_days()
        assert ada.get("/v1/daily").json["streak"] == min(length, 8)
