"""Beginning a try: one for each account and day, also in two processes at once, whatever dies in between."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.jobs.departures import leave_games
from tests.service.client import Caller, assert_problem, id_of
from tests.service.daily.conftest import DAY_SECONDS, Days


def test_a_try_is_a_private_solo_game_of_the_day_that_is_dealt_at_once(days: Days):
    ada = days.service.new_player()
    answer = ada.post("/v1/daily/games")
    view = answer.json
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/v1/games/{view['id']}")
    assert (view["daily"], view["mode"], view["side"], view["status"]) == ("2026-11-28", "solo", "A", "playing")
    assert (view["visibility"], view["rewinds"], view["seats"][0]["player"]["id"]) == ("private", False, ada.id)
    assert ada.get("/v1/daily").json["try"] == {
        "day": "2026-11-28",
        "game": view["id"],
        "status": "playing",
        "score": None,
    }


def test_a_second_try_is_refused_and_names_the_first(days: Days):
    ada = days.service.new_player()
    game = id_of(days.begin(ada))
    for process in (days.service, days.process()):
        problem = assert_problem(ada.through(process).post("/v1/daily/games"), 409, "daily_try_used")
        assert problem["game"] == game
        assert game in problem["detail"]
    days.pass_days()
    assert id_of(days.begin(ada)) != game


def test_a_repeated_request_gets_the_same_answer(days: Days):
    ada, key = days.service.new_player(), {"Idempotency-Key": "once"}
    answers = [ada.post("/v1/daily/games", headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert [answer.headers.get("Idempotent-Replayed") for answer in answers] == [None, "true"]
    assert answers[0].json == answers[1].json
    assert_problem(ada.post("/v1/daily/games", headers={"Idempotency-Key": "twice"}), 409, "daily_try_used")


def test_a_key_that_moved_in_the_try_does_not_begin_it(days: Days):
    ada, key = days.service.new_player(), {"Idempotency-Key": "once"}
    game = days.begin(ada)
    assert ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0], key).status_code == 201
    assert_problem(ada.post("/v1/daily/games", headers=key), 422, "idempotency_key_reused")


def test_a_request_that_is_repeated_after_midnight_begins_no_other_try(days: Days):
    ada, key = days.service.new_player(), {"Idempotency-Key": "once"}
    days.pass_days(16 / 24 - 1 / DAY_SECONDS)
    first = ada.post("/v1/daily/games", headers=key)
    days.seconds += 2
    again = ada.post("/v1/daily/games", headers=key)
    assert (again.status_code, again.headers.get("Idempotent-Replayed")) == (201, "true")
    assert again.json == first.json
    assert ada.get("/v1/daily").json["try"] is None
    days.pass_days(1)
    assert ada.post("/v1/daily/games", headers=key).json["daily"] == days.today


def test_of_requests_in_two_processes_at_once_one_begins_the_try(days: Days):
    ada = days.service.new_player()
    callers = [Caller(days.process().app, ada.id, ada.token) for _ in range(2)]
    with ThreadPoolExecutor(4) as threads:
        answers = [*threads.map(lambda caller: caller.post("/v1/daily/games"), callers * 2)]
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    [begun] = [answer.json["id"] for answer in answers if answer.status_code == 201]
    assert {answer.json["game"] for answer in answers if answer.status_code == 409} == {begun}


def test_a_try_that_was_claimed_by_a_process_that_died_can_still_be_begun(days: Days):
    ada, parts = days.service.new_player(), days.service.parts
    parts.redis.hset(parts.accounts.layout.daily_tries(ada.id), days.today, "claimed1")
    assert ada.get("/v1/daily").json["try"] is None
    assert id_of(days.begin(ada)) == "claimed1"


def test_a_resigned_or_aborted_try_is_used_and_counts_for_nothing(days: Days):
    ada, ben = days.service.new_player("Ada"), days.service.new_player("Ben")
    aborted, resigned = days.begin(ada), days.begin(ben)
    assert ada.post(f"{aborted}/abort").status_code == 200
    assert ben.ask("DELETE", f"{resigned}/seats/me").status_code == 204
    days.service.run_jobs(resigned)
    days.service.project(aborted, resigned)
    for caller, status in ((ada, "abandoned"), (ben, "finished")):
        told = caller.get("/v1/daily").json
        assert (told["try"]["status"], told["streak"]) == (status, 0)
        assert_problem(caller.post("/v1/daily/games"), 409, "daily_try_used")
    assert ada.get(f"/v1/daily/{days.today}").json["entries"] == []


def test_nobody_can_open_a_try_as_another_game(days: Days):
    ada = days.service.new_player()
    problem = assert_problem(ada.post("/v1/games", {"seats": 1, "daily": days.today}), 422, "invalid_body")
    assert problem["errors"][0]["pointer"] == "/daily"


def test_a_try_has_no_rewinds(days: Days):
    ada = days.service.new_player()
    game = days.begin(ada)
    assert_problem(ada.post(f"{game}/rewinds", {"version": 3}), 409, "rewinds_off")


def test_a_deleted_account_leaves_the_table_and_its_tries(days: Days):
    ada, ben = days.service.new_player("Ada"), days.service.new_player("Ben")
    days.finish(ada)
    parts = days.service.parts
    rows = [row.decode() for row in ada.get("/v1/players/me/export").data.splitlines()]
    assert any('"daily_try"' in row and days.today in row for row in rows)
    assert ada.ask("DELETE", "/v1/players/me").status_code == 204
    leave_games(parts, ada.id)
    assert ben.get(f"/v1/daily/{days.today}").json["entries"] == []
    assert parts.redis.exists(parts.accounts.layout.daily_tries(ada.id)) == 0


def test_a_request_under_way_while_the_account_is_deleted_is_refused(days: Days, monkeypatch: pytest.MonkeyPatch):
    ada, parts = days.service.new_player(), days.service.parts
    claim = parts.confirmed.hsetnx

    def deleted_after(name: str, day: str, game: str) -> None:
        claim(name, day, game)
        parts.redis.delete(name)  # as a deletion does

    monkeypatch.setattr(parts.confirmed, "hsetnx", deleted_after)
    assert_problem(ada.post("/v1/daily/games"), 401, "token_unknown")
