"""Pauses over HTTP: all people agree, the clocks stand still; one of them goes on, or a day has passed."""

import time
from dataclasses import replace

import pytest

from events.entry import from_timestamp
from projections.effects import due_effects
from service.jobs.bot_turns import play_bots
from service.jobs.expiries import expire_seats
from tests.client.followed import Followed
from tests.service.client import Caller, Json, Service, assert_problem, id_of, poll_turns

CLOCK = {"kind": "bank", "seconds": 600}
DAY_SECONDS = 86_400


def pause(caller: Caller, game: str, on: bool = True) -> Json:
    """The game after the caller agreed to a pause, or no longer does."""
    answer = caller.ask("PUT", f"{game}/seats/me/pause", json={"pause": on})
    assert answer.status_code == 200, answer.text
    return answer.json


@pytest.fixture
def table(service: Service) -> tuple[str, Caller, Caller]:
    """A game of two on a clock."""
    game, (ada, ben) = service.start_game(2, clock=CLOCK)
    return game, ada, ben


@pytest.fixture
def paused(table: tuple[str, Caller, Caller]) -> tuple[str, Caller, Caller]:
    game, ada, ben = table
    pause(ada, game)
    assert pause(ben, game)["pause"]["until"]
    return table


def test_when_all_have_agreed_clocks_stand_still_and_nobody_moves(paused: tuple[str, Caller, Caller]):
    game, ada, ben = paused
    view = ben.get(game).json
    assert (view["pause"]["agreed"], view["waiting_on"]) == ([0, 1], [])
    clocks = ada.get(f"{game}/table").json["clocks"]
    assert [each["running"] for each in clocks] == [False, False]
    assert ada.get(f"{game}/legal").json == []
    body = {"type": "draft", "card": view["hand"][0]}
    problem = assert_problem(ben.post(f"{game}/intentions", body), 409, "paused")
    assert problem["detail"] == "the game is paused until one of its players goes on"
    assert_problem(ada.post(f"{game}/undo", {}), 409, "paused")
    assert_problem(ada.ask("PUT", f"{game}/seats/me/pause", json={"pause": True}), 409, "paused")


def test_a_player_goes_on_and_the_clocks_have_what_they_had(paused: tuple[str, Caller, Caller]):
    game, ada, ben = paused
    left = [each["left"] for each in ada.get(f"{game}/table").json["clocks"]]
    view = pause(ben, game, on=False)
    assert (view["pause"], view["waiting_on"]) == (None, [0, 1])
    clocks = ada.get(f"{game}/table").json["clocks"]
    assert [(each["running"], each["left"]) for each in clocks] == [(True, left[0]), (True, left[1])]


def test_no_time_is_up_in_a_pause_which_ends_by_itself_after_a_day(
    service: Service, paused: tuple[str, Caller, Caller]
):
    game, ada, _ = paused
    loaded, version = service.parts.games.load(id_of(game)), service.version(game)
    until_ms = from_timestamp(ada.get(game).json["pause"]["until"])
    assert until_ms - time.time() * 1000 == pytest.approx(DAY_SECONDS * 1000, abs=60_000)
    effect = due_effects(id_of(game), loaded).timed
    assert (effect.name, effect.after_ms) == ("clock", until_ms)
    expire_seats(service.parts, id_of(game), lambda: until_ms / 1000 - 0.001)
    assert service.version(game) == version
    expire_seats(service.parts, id_of(game), lambda: until_ms / 1000)
    entry = service.parts.log.read(id_of(game), version)[0]
    assert (entry.name, entry.actor) == ("game_resumed", "service")
    assert ada.get(game).json["waiting_on"] == [0, 1]


@pytest.mark.parametrize("who", [0, 1], ids=["withdrawn", "declined"])
def test_a_question_is_declined_or_withdrawn(who: int, table: tuple[str, Caller, Caller]):
    game, *players = table
    assert pause(players[0], game)["pause"]["until"] is None
    assert pause(players[who], game, on=False)["pause"] is None
    answer = players[1].ask("PUT", f"{game}/seats/me/pause", json={"pause": False})
    assert_problem(answer, 409, "no_pause")
    answer = players[0].ask("PUT", f"{game}/seats/me/pause", json={"pause": True})
    assert_problem(answer, 409, "pause_asked")


def test_who_agrees_twice_changes_nothing(service: Service, table: tuple[str, Caller, Caller]):
    game, ada, _ = table
    pause(ada, game)
    before = service.version(game)
    pause(ada, game)
    assert service.version(game) == before


def test_a_question_that_has_expired_asks_nobody(service: Service, table: tuple[str, Caller, Caller]):
    game, ada, ben = table
    days_ago = Service(replace(service.parts, clock=lambda: time.time() - 2 * DAY_SECONDS))
    pause(ada.through(days_ago), game)
    view = pause(ben, game)
    assert (view["pause"]["agreed"], view["pause"]["until"]) == ([1], None), "Ben asks now"


def test_who_agrees_to_a_question_that_is_gone_does_not_ask_a_new_one(table: tuple[str, Caller, Caller]):
    game, ada, ben = table
    question = pause(ada, game)["pause"]["expires_at"]
    pause(ada, game, on=False)
    body = {"pause": True, "expires_at": question}
    assert_problem(ben.ask("PUT", f"{game}/seats/me/pause", json=body), 409, "no_pause")
    question = pause(ben, game)["pause"]["expires_at"]
    body = {"pause": True, "expires_at": question}
    assert ada.ask("PUT", f"{game}/seats/me/pause", json=body).json["pause"]["until"]


def test_programs_neither_ask_for_a_pause_nor_end_it_and_go_on_when_the_last_person_resigns(service: Service):
    ada, marvin = service.new_player("Ada"), service.new_bot()
    game = service.seat_and_start(ada, marvin, clock=CLOCK)
    assert_problem(marvin.ask("PUT", f"{game}/seats/me/pause", json={"pause": True}), 409, "people_only")
    assert pause(ada, game)["pause"]["until"]
    assert_problem(marvin.ask("PUT", f"{game}/seats/me/pause", json={"pause": False}), 409, "people_only")
    ada.ask("DELETE", f"{game}/seats/me")
    view = marvin.get(game).json
    assert (view["pause"], view["waiting_on"]) == (None, [0, 1])
    service.project(game)
    assert "your_turn" in [each["type"] for each in poll_turns(marvin)]


def test_strategies_do_not_play_in_a_pause_and_go_on_after_it(service: Service):
    game, (ada,) = service.start_game(1, bots=["greedy"], clock=CLOCK)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    assert pause(ada, game)["pause"]["until"]
    before = service.version(game)
    play_bots(service.parts, id_of(game))
    assert service.version(game) == before
    pause(ada, game, on=False)
    play_bots(service.parts, id_of(game))
    assert service.version(game) > before + 1


def test_a_game_without_a_clock_has_nothing_to_pause(service: Service):
    game, (ada, _) = service.start_game(2)
    assert_problem(ada.ask("PUT", f"{game}/seats/me/pause", json={"pause": True}), 409, "no_clock")


@pytest.mark.parametrize("body", [{}, {"pause": "yes"}, {"pause": True, "seat": 1}, [True]])
def test_a_body_of_another_shape_is_refused(body: Json, table: tuple[str, Caller, Caller]):
    game, ada, _ = table
    assert_problem(ada.ask("PUT", f"{game}/seats/me/pause", json=body), 422, "invalid_body")


def test_strangers_and_who_resigned_pause_nothing(service: Service, ada: Caller, table: tuple[str, Caller, Caller]):
    game, _, ben = table
    assert_problem(ada.ask("PUT", f"{game}/seats/me/pause", json={"pause": True}), 403, "not_seated")
    ben.ask("DELETE", f"{game}/seats/me")
    assert_problem(ben.ask("PUT", f"{game}/seats/me/pause", json={"pause": True}), 409, "resigned")


def test_another_process_with_an_older_state_pauses_the_game_too(service: Service, table: tuple[str, Caller, Caller]):
    game, ada, ben = table
    other = service.another_process()
    there = ben.through(other)
    there.get(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    pause(ada, game)
    assert pause(there, game)["pause"]["until"]
    assert_problem(ada.post(f"{game}/undo", {}), 409, "paused")


@pytest.mark.slow
def test_the_events_of_a_game_with_pauses_fold_to_the_view(service: Service):
    followed = Followed(service, 2, clock=CLOCK)
    followed.start()
    ada, ben, *_ = followed.players
    assert followed.ask(ada, "PUT", "seats/me/pause", {"pause": True})
    assert followed.ask(ben, "PUT", "seats/me/pause", {"pause": False})
    assert followed.ask(ben, "PUT", "seats/me/pause", {"pause": True})
    assert followed.ask(ada, "PUT", "seats/me/pause", {"pause": True})
    assert followed.ask(ada, "PUT", "seats/me/pause", {"pause": False})
    events = service.parts.log.read(id_of(followed.game))
    assert [e.name for e in events if "pause" in e.name or e.name == "game_resumed"] == [
        *["pause_agreed"] * 4,
        "game_paused",
        "pause_agreed",
        "game_resumed",
    ]
    assert followed.ask(ben, "PUT", "seats/me/pause", {"pause": True})
    assert followed.ask(ada, "DELETE", "seats/me")
    assert ben.fold()["pause"] is None


def test_the_inbox_asks_the_others_for_a_pause_and_tells_that_it_is_over(
    service: Service, table: tuple[str, Caller, Caller]
):
    game, ada, ben = table

    def waits(caller: Caller) -> list[str]:
        service.project(game)
        return [each["type"] for each in poll_turns(caller) if each["game"] == id_of(game)]

    pause(ada, game)
    assert {*waits(ben)} >= {"your_turn", "pause_asked"}
    assert "pause_asked" not in waits(ada)
    pause(ben, game)
    assert "your_turn" not in waits(ben)
    pause(ada, game, on=False)
    assert "your_turn" in waits(ben)
