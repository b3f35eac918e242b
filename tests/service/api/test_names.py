"""The names in requests: one rule for accounts, games, tokens and webhooks, and old names that stay as they are."""

from collections.abc import Callable
from random import Random

import pytest
from werkzeug.test import TestResponse

import game as rules
from events import Group, IdempotencyKey
from game.shuffle import commitment
from projections.audit import verify
from service.accounts import FORMER_NAME
from service.accounts.registration import register
from service.games.opening import make_server_seed, open_game
from tests.game.play import STYLES
from tests.projections.archive import Recorder, make_log
from tests.service.client import Caller, Service, assert_problem, id_of

PERSIAN, ASTRONAUT = "علی\u200cرضا", "👩\u200d🚀"
Named = Callable[[Caller, str], TestResponse]


def open_named(caller: Caller, name: str) -> TestResponse:
    return caller.post("/v1/games", {"seats": 2, "name": name})


def fork_named(caller: Caller, name: str) -> TestResponse:
    [game] = [each["id"] for each in caller.get("/v1/games?player=me&status=finished").json]
    return caller.post(f"/v1/games/{game}/forks", {"version": 20, "name": name})


def rename(caller: Caller, name: str) -> TestResponse:
    return caller.ask("PATCH", "/v1/players/me", json={"name": name})


def register_person(caller: Caller, name: str) -> TestResponse:
    return caller.post("/v1/players", {"name": name})


def register_bot(caller: Caller, name: str) -> TestResponse:
    return caller.post("/v1/players", {"name": name, "kind": "bot"})


def name_token(caller: Caller, name: str) -> TestResponse:
    return caller.post("/v1/tokens", {"name": name, "scopes": ["read"]})


def name_webhook(caller: Caller, name: str) -> TestResponse:
    return caller.post("/v1/webhooks", {"kind": "slack", "url": "https://example.org/hook", "name": name})


ACCOUNTS = [register_person, register_bot, rename]
OTHERS = [open_named, name_token, name_webhook]


@pytest.mark.parametrize("give", [*ACCOUNTS, *OTHERS])
def test_names_are_kept_in_one_form(give: Named, ada: Caller):
    answer = give(ada, "Ngo\u0323c  A\u0301nh")
    assert answer.status_code in (200, 201), answer.text
    assert answer.json["name"] == "Ngọc Ánh"


@pytest.mark.parametrize("give", [*ACCOUNTS, *OTHERS])
def test_a_name_that_cannot_be_read_in_a_line_is_refused(give: Named, ada: Caller):
    problem = assert_problem(give(ada, "a\u200db"), 422, "invalid_body")
    assert [error["pointer"] for error in problem["errors"]] == ["/name"]


@pytest.mark.parametrize("name", ["A Former Player", "Greedy", "Place libre", "\u0430 former player"])
def test_no_account_is_called_what_the_service_calls_others(name: str, ada: Caller):
    for give in ACCOUNTS:
        assert assert_problem(give(ada, name), 422, "invalid_body")["errors"][0]["pointer"] == "/name"
    for give in OTHERS:
        assert give(ada, name).status_code == 201
    assert ada.get("/v1/players/me").json["name"] == "Ada"


@pytest.mark.slow
def test_a_fork_is_named_by_the_same_rule(service: Service):
    game, callers = service.start_game(2)
    service.play(game, callers)
    service.project(game)
    assert fork_named(callers[0], ASTRONAUT).json["name"] == ASTRONAUT
    assert_problem(fork_named(callers[0], "\u3164"), 422, "invalid_body")


def test_the_length_counts_code_points_of_what_is_sent_and_of_what_is_kept(ada: Caller):
    assert rename(ada, "😀" * 40).status_code == 200
    assert_problem(rename(ada, "😀" * 41), 422, "invalid_body")
    assert_problem(rename(ada, "\u0958" * 21), 422, "invalid_body")  # two code points each in NFC


def test_the_reason_is_told_in_french_too(ada: Caller):
    answer = ada.ask("PATCH", "/v1/players/me", {"Accept-Language": "fr"}, json={"name": FORMER_NAME})
    assert answer.json["errors"][0]["detail"].startswith("doit être un autre nom")


def test_a_bot_is_invited_by_any_form_of_its_name(service: Service, ada: Caller):
    name = "Ánh\u200d".rstrip("\u200d") + ada.id
    bot = service.new_bot(name)
    for form in (name, f"A\u0301nh{ada.id}", f" {name.upper()} "):
        game = service.open_game(ada, invited=[form])
        assert ada.get(game).json["invited"] == [bot.id]


def test_an_old_account_keeps_its_name_and_plays(service: Service):
    made = register(service.parts.accounts, "\u3164", "human")
    old = Caller(service.app, made.player.id, made.secrets.token)
    assert old.get("/v1/players/me").json["name"] == "\u3164"
    assert old.ask("PATCH", "/v1/players/me", json={"handle": f"h-{old.id}"}).json["name"] == "\u3164"
    assert old.get(service.open_game(old)).json["seats"][0]["player"]["name"] == "\u3164"


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "Z" + "\u0301" * 39, " ab ", PERSIAN])
def test_logs_with_old_and_new_names_are_correct(name: str):
    game = Recorder()
    game.open({"seats": 1, "name": name})
    game.finish(Random(1), next(iter(STYLES)))
    assert verify(make_log(game.id, game.entries)).fault is None


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nb", "\u2028", "   "], ids=ascii)
def test_no_log_holds_a_name_that_breaks_a_line(name: str):
    with pytest.raises(rules.Refused, match="printable"):
        rules.open({"seats": 2, "name": name}, "ada")


def test_a_game_of_before_is_played_again_under_its_name(service: Service, ada: Caller):
    def opening(game: str) -> list[Group]:
        committed = commitment(make_server_seed(service.parts, game), game)
        return [Group(ada.id, rules.open({"seats": 2, "bots": ["random"], "name": "\u3164"}, ada.id, game, committed))]

    id, _ = open_game(service.parts, IdempotencyKey(f"old:{ada.id}", b""), opening, repeatable=False)
    game = f"/v1/games/{id}"
    assert ada.post(f"{game}/start").status_code == 200
    assert ada.post(f"{game}/abort").status_code == 200
    again = ada.post(f"{game}/rematch")
    assert (again.status_code, again.json["name"]) == (201, "\u3164")
    assert id_of(again.headers["Location"]) == again.json["id"]
