"""Invite codes: who has one finds the private game and joins it, and nobody guesses one."""

import pytest

from service.games import codes
from service.games.codes import CODE_CHARACTERS, MAX_WRONG_CODES, MAX_WRONG_CODES_OF_GAME, code_of
from service.ids import CODE_ALPHABET
from tests.service.client import Caller, Service, assert_problem, id_of

WRONG = "2" * CODE_CHARACTERS


@pytest.fixture
def game(service: Service, ada: Caller) -> str:
    """An open private game of Ada's."""
    return service.open_game(ada, visibility="private", name="Among friends")


def code(ada: Caller, game: str) -> str:
    return ada.get(game).json["code"]


def test_a_code_has_letters_and_digits_that_nobody_confuses(ada: Caller, game: str):
    assert len(code(ada, game)) == CODE_CHARACTERS >= 8
    assert set(code(ada, game)) <= {*CODE_ALPHABET}
    assert {*"01ILO"}.isdisjoint(CODE_ALPHABET)


def test_a_code_leads_to_the_game_and_opens_a_seat(ada: Caller, ben: Caller, game: str):
    found = ben.get(f"/v1/codes/{code(ada, game)}")
    assert (found.status_code, found.json["id"], found.json["name"]) == (200, id_of(game), "Among friends")
    assert found.json["seats"][0]["player"]["name"] == "Ada"
    assert ben.post(f"{game}/seats", {"code": code(ada, game)}).json["seat"] == 1


def test_case_blanks_and_dashes_of_a_code_do_not_count(ada: Caller, ben: Caller, game: str):
    told = code(ada, game)
    typed = f"{told[:5].lower()}-{told[5:]} "
    assert ben.get(f"/v1/codes/{typed.strip()}").json["id"] == id_of(game)
    assert ben.post(f"{game}/seats", {"code": typed}).status_code == 201


def test_only_the_host_of_an_open_game_sees_its_code(service: Service, ada: Caller, ben: Caller, game: str):
    assert "code" not in ben.post(f"{game}/seats", {"code": code(ada, game)}).json
    assert ada.ask("PUT", f"{game}/host", json={"seat": 1}).status_code == 200
    assert "code" not in ada.get(game).json
    assert "code" not in ada.get(f"{game}?at=2").json, "also not at a version at which Ada was the host"
    assert code(ben, game) == code_of(service.parts, id_of(game))


def test_no_event_and_no_list_holds_the_code(service: Service, ada: Caller, game: str):
    told = code(ada, game)
    service.project(game)
    for path in (f"{game}/events", "/v1/games?player=me", f"{game}/replay", f"/v1/codes/{told}"):
        assert told not in ada.get(path).text


def test_a_request_to_renew_the_code_that_is_sent_again_renews_it_once(service: Service, ada: Caller, game: str):
    key = {"Idempotency-Key": "new code"}
    first = ada.post(f"{game}/code", headers=key)
    again = ada.post(f"{game}/code", headers=key)
    assert (again.status_code, again.json) == (200, first.json)
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    assert ada.post(f"{game}/code").json["code"] != first.json["code"]
    other = service.open_game(ada, visibility="private")
    assert ada.post(f"{other}/code", headers=key).headers.get("Idempotent-Replayed") is None
    taken = {"Idempotency-Key": "seat"}
    assert ada.ask("PUT", f"{game}/seats/me/ready", taken, json={"ready": True}).status_code == 200
    assert_problem(ada.post(f"{game}/code", headers=taken), 422, "idempotency_key_reused")
    assert_problem(ada.post(f"{game}/code", headers={"Idempotency-Key": ""}), 400, "bad_idempotency_key")


def test_a_code_is_worth_nothing_once_the_game_starts(service: Service, ada: Caller, ben: Caller, game: str):
    told = code(ada, game)
    ben.post(f"{game}/seats", {"code": told})
    ada.post(f"{game}/start")
    eve = service.new_player("Eve")
    assert_problem(eve.get(f"/v1/codes/{told}"), 404, "no_such_code")
    assert_problem(eve.post(f"{game}/seats", {"code": told}), 404, "no_such_game")
    assert code_of(service.parts, id_of(game)) is None
    assert "code" not in ada.get(game).json


@pytest.mark.parametrize("ending", ["start", "abort", "resign"])
def test_a_code_leads_those_who_sit_there_to_the_game_for_ever(
    service: Service, ada: Caller, ben: Caller, game: str, ending: str
):
    told, other = code(ada, game), service.another_process()
    other.parts.games.load(id_of(game))
    ben.post(f"{game}/seats", {"code": told})
    ada.post(f"{game}/start")
    if ending == "abort":
        ada.post(f"{game}/abort")
    if ending == "resign":
        ben.ask("DELETE", f"{game}/seats/me")
    for caller in (ada, ben, ben.through(other)):
        for _ in range(MAX_WRONG_CODES + 1):
            found = caller.get(f"/v1/codes/{told.lower()}")
            assert (found.status_code, found.json["id"]) == (200, id_of(game))
    eve = service.new_player("Eve")
    for _ in range(MAX_WRONG_CODES):
        assert_problem(eve.get(f"/v1/codes/{told}"), 404, "no_such_code")
    assert_problem(eve.get(f"/v1/codes/{WRONG}"), 429, "too_many_codes")
    assert service.parts.redis.ttl(codes._finder(service.parts, told)) == -1, "it does not end with the open game"


def test_a_code_leads_a_removed_player_nowhere(service: Service, ada: Caller, ben: Caller, game: str):
    told, other = code(ada, game), service.another_process()
    ben.post(f"{game}/seats", {"code": told})
    other.parts.games.load(id_of(game))
    assert ada.ask("DELETE", f"{game}/seats/1").status_code == 204
    for process in (service, other):
        answer = ben.through(process).get(f"/v1/codes/{told}")
        assert "Ada" not in str(assert_problem(answer, 404, "no_such_code"))
    assert ada.post(f"{game}/invitations", {"player": ben.id}).status_code == 201
    assert ben.get(f"/v1/codes/{told}").json["id"] == id_of(game), "an invitation lets the player return"


def test_a_code_is_worth_nothing_once_everybody_has_left(service: Service, ada: Caller, ben: Caller, game: str):
    told = code(ada, game)
    ada.ask("DELETE", f"{game}/seats/me")
    assert_problem(ben.get(f"/v1/codes/{told}"), 404, "no_such_code")
    assert code_of(service.parts, id_of(game)) is None


def test_the_host_renews_the_code(ada: Caller, ben: Caller, game: str):
    old, tag = code(ada, game), ada.get(game).headers["ETag"]
    assert ada.post(f"{game}/code").json["code"] != old
    fresh = ada.get(game, {"If-None-Match": tag})
    assert (fresh.status_code, fresh.json["code"] != old) == (200, True), "the code changes without an event"
    assert_problem(ben.post(f"{game}/seats", {"code": old}), 404, "no_such_game")
    assert_problem(ben.get(f"/v1/codes/{old}"), 404, "no_such_code")
    assert ben.post(f"{game}/seats", {"code": fresh.json["code"]}).status_code == 201
    assert_problem(ben.post(f"{game}/code"), 403, "not_host")


def test_once_a_private_game_has_started_its_code_is_not_renewed(ada: Caller, ben: Caller, game: str):
    ben.post(f"{game}/seats", {"code": code(ada, game)})
    assert ada.post(f"{game}/start").status_code == 200
    assert_problem(ada.post(f"{game}/code"), 409, "no_code")
    assert_problem(ben.post(f"{game}/code"), 409, "no_code")


def test_a_game_that_has_lost_its_code_gets_another_one(service: Service, ada: Caller, ben: Caller, game: str):
    service.parts.redis.delete(service.parts.keys.code(id_of(game)))  # as after its time
    assert "code" not in ada.get(game).json
    fresh = ada.post(f"{game}/code").json["code"]
    assert ben.post(f"{game}/seats", {"code": fresh}).status_code == 201


def test_a_public_game_has_no_code(service: Service, ada: Caller):
    game = service.open_game(ada)
    assert "code" not in ada.get(game).json
    assert_problem(ada.post(f"{game}/code"), 409, "no_code")


# Guessing


def test_who_sends_too_many_wrong_codes_has_to_wait(service: Service, ada: Caller, ben: Caller, game: str):
    for number in range(MAX_WRONG_CODES):
        guess = WRONG[:-1] + CODE_ALPHABET[number]
        if number % 2:
            assert_problem(ben.post(f"{game}/seats", {"code": guess}), 404, "no_such_game")
        else:
            assert_problem(ben.get(f"/v1/codes/{guess}"), 404, "no_such_code")
    for answer in (ben.get(f"/v1/codes/{code(ada, game)}"), ben.post(f"{game}/seats", {"code": code(ada, game)})):
        assert_problem(answer, 429, "too_many_codes")
        assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert_problem(ben.post("/v1/games/nowhere0/seats", {"code": WRONG}), 429, "too_many_codes")
    assert service.new_player("Eve").post(f"{game}/seats", {"code": code(ada, game)}).status_code == 201


def test_right_codes_do_not_count(ada: Caller, ben: Caller, game: str):
    for _ in range(MAX_WRONG_CODES + 2):
        assert ben.get(f"/v1/codes/{code(ada, game)}").status_code == 200


@pytest.mark.slow
def test_many_players_together_do_not_guess_on_for_one_game(service: Service, ada: Caller, ben: Caller, game: str):
    guessers = [service.new_player(f"Eve {number}") for number in range(MAX_WRONG_CODES_OF_GAME // MAX_WRONG_CODES)]
    for guesser in guessers:
        for _ in range(MAX_WRONG_CODES):
            assert guesser.post(f"{game}/seats", {"code": WRONG}).status_code == 404
    assert_problem(ben.post(f"{game}/seats", {"code": code(ada, game)}), 429, "too_many_codes")
    renewed = ada.post(f"{game}/code").json["code"]
    assert ben.post(f"{game}/seats", {"code": renewed}).status_code == 201, "the host need not wait for an hour"


@pytest.mark.parametrize("wrong", ["", "x" * 33, 7, ["2"]])
def test_what_cannot_be_a_code_is_an_invalid_body(wrong: object, ben: Caller, game: str):
    assert_problem(ben.post(f"{game}/seats", {"code": wrong}), 422, "invalid_body")


@pytest.mark.parametrize("odd", ["é" * 10, "%00", "a%2Fb", "-", "*", "x" * 500])
def test_any_text_in_the_address_is_just_a_wrong_code(odd: str, ben: Caller):
    assert ben.get(f"/v1/codes/{odd}").status_code == 404


def test_nobody_needs_the_code_who_is_invited(service: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada, visibility="private", invited=[ben.id])
    assert ben.get(game).json["invited"] == [ben.id]
    assert ben.post(f"{game}/seats", {"code": WRONG}).status_code == 201
