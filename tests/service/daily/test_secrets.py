"""Until the day is over, a try tells nobody anything: not others, and not its player more than the player saw."""

import json

import pytest

from service.commands.dataset.sources import Skipped, Source, stored_games
from service.jobs.analyses import analyse_game
from service.jobs.verifications import check
from tests.service.agent import Agent
from tests.service.api.test_private_games import REQUESTS, without_ids
from tests.service.client import assert_problem, id_of
from tests.service.daily.conftest import Days

NDJSON = {"Accept": "application/x-ndjson"}
OWN_READINGS = ["", "?at=4", "/events?limit=1000", "/replay?by=event&limit=100", "/replay?seat=0&limit=100", "/table"]
CLOSED_TO_ALL = {
    "GET log": lambda caller, game: caller.get(f"{game}/log"),
    "POST analysis": lambda caller, game: caller.post(f"{game}/analysis"),
    "POST forks": lambda caller, game: caller.post(f"{game}/forks", {"version": 9}),
}


class Played:
    """The try of Ada, finished; `secrets`: what a finished game shows, and nobody has seen."""

    def __init__(self, days: Days) -> None:
        self.ada, self.eve = days.service.new_player("Ada"), days.service.new_player("Eve")
        self.game = days.finish(self.ada)
        state = days.service.parts.games.load(id_of(self.game)).state
        self.secrets = [state.server_seed, '"deck"', '"pools"', f'"{state.deck[0]}"']


@pytest.fixture
def played(days: Days) -> Played:
    return Played(days)


@pytest.mark.parametrize("is_finished", [False, True], ids=["playing", "finished"])
def test_for_others_the_game_does_not_exist_until_the_day_is_over(is_finished: bool, days: Days):
    ada, eve = days.service.new_player("Ada"), days.service.new_player("Eve")
    game = days.finish(ada) if is_finished else days.begin(ada)
    for name, ask in REQUESTS.items():
        problem = assert_problem(ask(eve, game), 404, "no_such_game")
        assert without_ids(problem) == without_ids(
            assert_problem(ask(eve, "/v1/games/nowhere0"), 404, "no_such_game")
        ), name
    assert id_of(game) not in eve.get(f"/v1/games?player={ada.id}").text
    days.pass_days()
    assert eve.get(game).status_code == 200
    assert id_of(game) not in eve.get(f"/v1/games?player={ada.id}").text


def test_its_player_gets_what_they_saw_and_no_more(days: Days, played: Played):
    for reading in OWN_READINGS:
        answer = played.ada.get(f"{played.game}{reading}")
        assert answer.status_code == 200, answer.text
        assert [secret for secret in played.secrets if secret in answer.text] == [], reading
    stream = played.ada.get(f"{played.game}/events", NDJSON).text
    resumed = played.ada.get(f"{played.game}/events?after=2", NDJSON).text
    assert '"game_scored"' in resumed
    assert [secret for secret in played.secrets if secret in stream + resumed] == []
    days.pass_days()
    for answer in (played.ada.get(played.game), played.eve.get(f"{played.game}/events?limit=1000")):
        assert played.secrets[3] in answer.text
    assert played.secrets[0] in played.eve.get(f"{played.game}/events?after=2", NDJSON).text


def test_the_tools_of_an_agent_show_no_more(days: Days, played: Played):
    game, ada, eve = id_of(played.game), Agent(played.ada), Agent(played.eve)
    position = ada.call("view", game=game, after=0)
    assert [secret for secret in played.secrets if secret in json.dumps(position)] == []
    assert position["replay"] is None
    assert "daily deal" in ada.refused("review", game=game)
    assert eve.refused("view", game=game).startswith("no_such_game")
    days.pass_days()
    assert played.secrets[3] in json.dumps(eve.call("view", game=game))


@pytest.mark.parametrize("name", CLOSED_TO_ALL)
def test_what_a_finished_game_reveals_is_refused_until_the_day_is_over(name: str, days: Days, played: Played):
    ask = CLOSED_TO_ALL[name]
    for process in (days.service, days.process()):
        caller = played.ada.through(process)
        problem = assert_problem(ask(caller, played.game), 409, "not_finished")
        assert "daily deal" in problem["detail"]
    days.pass_days()
    for caller in (played.ada, played.eve):
        assert ask(caller, played.game).status_code in (200, 201, 202)


def test_a_copy_of_the_closed_game_is_old_once_the_day_is_over(days: Days, played: Played):
    for path in (played.game, f"{played.game}/replay?by=intention&limit=100"):
        closed = played.ada.get(path)
        tag = {"If-None-Match": closed.headers["ETag"]}
        assert played.ada.get(path, tag).status_code == 304
        days.pass_days()
        opened = played.ada.get(path, tag)
        assert (opened.status_code, played.secrets[3] in opened.text) == (200, True)
        days.pass_days(-1)


def test_the_coach_asks_for_no_analysis_of_it_until_the_day_is_over(days: Days, played: Played):
    assert played.ada.get("/v1/players/me/coach").json["missing"] == []
    days.pass_days()
    assert played.ada.get("/v1/players/me/coach").json["missing"] == [id_of(played.game)]


def test_an_analysis_that_was_asked_for_elsewhere_is_not_made(days: Days, played: Played):
    analyse_game(days.service.parts, id_of(played.game))
    assert_problem(played.ada.get(f"{played.game}/analysis"), 404, "no_such_analysis")


def test_a_verification_compares_no_fork_with_it_until_the_day_is_over(days: Days, played: Played):
    """Where a forged fork differs would tell of its events, card by card."""
    days.pass_days()
    fork = f"/v1/games/{played.eve.post(f'{played.game}/forks', {'version': 9, 'seat': 0}).json['id']}"
    days.service.play(fork, [played.eve])
    log = played.eve.get(f"{fork}/log").data
    days.pass_days(-1)
    parts = days.service.parts
    accounts = [parts.accounts.by_id(caller.id) for caller in (played.ada, played.eve)]
    assert [check(parts, account, log).answer["compared"] for account in accounts] == [False, False]
    days.pass_days()
    assert [check(parts, account, log).answer["compared"] for account in accounts] == [True, True]


def test_a_dataset_leaves_it_out_until_the_day_is_over(days: Days, played: Played):
    def written() -> list[Source | Skipped]:
        return [*stored_games(days.service.parts, [id_of(played.game)], lambda game, head: False, lambda: None)]

    assert written() == [Skipped(0, 0), Skipped(unfinished=1)]
    days.pass_days()
    assert [each.game for each in written() if isinstance(each, Source)] == [id_of(played.game)]


def test_news_and_lists_of_its_player_name_no_cards(days: Days, played: Played):
    told = played.ada.get("/v1/turns").text + played.ada.get("/v1/games?player=me").text
    assert [secret for secret in played.secrets if secret in told] == []
    assert json.loads(played.ada.get("/v1/games?player=me").text)[0]["status"] == "finished"


def test_statistics_of_its_player_do_not_tell_the_empire_that_others_will_get(days: Days, played: Played):
    told = played.eve.get(f"/v1/players/{played.ada.id}/statistics")
    assert sum(mode["games"] for mode in told.json["modes"]) == 1
    assert [empire for mode in told.json["modes"] for empire in mode["empires"]] == []


def test_a_link_to_its_replay_shows_nothing_before_the_day_is_over(days: Days, played: Played):
    link, picture = f"/replay/{id_of(played.game)}", f"/pictures/games/{id_of(played.game)}.png"
    client = days.service.app.test_client()
    assert "/pictures/" not in client.get(link).text
    assert client.get(picture).status_code == 404
    days.pass_days()
    assert picture in client.get(link).text
