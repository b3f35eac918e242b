"""Handles over HTTP: chosen, changed, found; nobody gets another's."""

from secrets import token_hex

import pytest

from service.accounts.handle_claims import claim
from service.accounts.handles import skeleton, suggestions
from service.accounts.rename import MAX_HANDLES
from service.ids import new_id
from tests.at_once import run_at_once
from tests.service.api.accounts.account_steps import delete, rename
from tests.service.client import Caller, Json, Service, assert_problem


def fresh(word: str = "h") -> str:
    """A handle that nobody has had."""
    return f"{word}{token_hex(6)}"


def register(service: Service, **body: object):
    return service.app.test_client().post("/v1/players", json={"name": "Ada", **body})


def account(caller: Caller, who: str) -> Json:
    return caller.get(f"/v1/players/{who}").json


def test_a_player_is_found_by_the_handle_in_any_case(service: Service, ada: Caller):
    handle = fresh()
    made = register(service, handle=handle.upper()).json
    assert made["handle"] == handle
    assert account(ada, f"@{handle}")["id"] == account(ada, f"@{handle.upper()}")["id"] == made["id"]


def test_without_one_the_service_makes_a_handle_from_the_name(service: Service):
    name = f"Grace {fresh()}"
    first, second = register(service, name=name).json, register(service, name=name).json
    assert first["handle"] == name.lower().replace(" ", "-")
    assert second["handle"].startswith(first["handle"][:10])
    assert skeleton(second["handle"]) != skeleton(first["handle"])


def test_whose_suggested_handles_are_all_taken_gets_another_one(service: Service, ada: Caller, monkeypatch):
    own, name = new_id(), f"Grace {fresh()}"
    taken = [*suggestions(name, own)]
    for handle in taken:
        claim(service.parts.accounts, handle, ada.id)
    monkeypatch.setattr("service.accounts.registration.new_id", lambda: own)
    made = register(service, name=name).json
    assert (made["id"], made["handle"][:9]) == (own, f"{name[:8].lower().replace(' ', '-')}-")
    assert made["handle"] not in taken


@pytest.mark.parametrize("handle", ["ab", "x" * 21, "аda", "\u202eada", "a b", "1ada", "عدا", "\u212aelvin"])
def test_what_is_no_handle_is_refused_and_makes_no_account(handle: str, service: Service):
    problem = assert_problem(register(service, handle=handle), 422, "invalid_body")
    assert [error["pointer"] for error in problem["errors"]] == ["/handle"]


def test_a_handle_that_looks_like_anothers_is_taken(service: Service):
    handle = fresh("bob")
    register(service, handle=handle)
    for other in (handle, handle.replace("o", "0"), f"{handle[:3]}-{handle[3:]}"):
        assert_problem(register(service, handle=other), 409, "handle_taken")


def test_a_reserved_word_is_taken(service: Service, ada: Caller):
    assert_problem(register(service, handle="Adm1n"), 409, "handle_taken")
    assert_problem(ada.ask("PATCH", "/v1/players/me", json={"handle": "greedy"}), 409, "handle_taken")


def test_an_old_handle_stays_reserved_to_the_account_that_had_it(service: Service, ada: Caller):
    ben, old, new = service.new_player("Ben"), ada.account["handle"], fresh()
    assert rename(ada, handle=new)["handle"] == new
    assert_problem(ben.ask("PATCH", "/v1/players/me", json={"handle": old}), 409, "handle_taken")
    assert_problem(ben.get(f"/v1/players/@{old}"), 404, "no_such_player")
    assert rename(ada, handle=old)["handle"] == old
    assert account(ben, f"@{old}")["id"] == ada.id


def test_nobody_gets_the_handle_of_a_deleted_account(service: Service, ada: Caller):
    ben, handle = service.new_player("Ben"), ada.account["handle"]
    delete(ada)
    assert_problem(ben.ask("PATCH", "/v1/players/me", json={"handle": handle}), 409, "handle_taken")
    assert_problem(register(service, handle=handle), 409, "handle_taken")
    assert_problem(ben.get(f"/v1/players/@{handle}"), 404, "no_such_player")


def test_an_account_has_a_bounded_number_of_handles_over_its_life(service: Service, ada: Caller):
    for _ in range(MAX_HANDLES - 1):
        rename(ada, handle=fresh())
    assert_problem(ada.ask("PATCH", "/v1/players/me", json={"handle": fresh()}), 409, "too_many_handles")
    assert rename(ada, handle=ada.account["handle"])["handle"] == ada.account["handle"]


@pytest.mark.slow
def test_of_two_who_ask_for_one_handle_at_once_one_gets_it(service: Service):
    other = service.another_process()
    for _ in range(5):
        handle, people = fresh(), [service.new_player("Ada"), service.new_player("Ben").through(other)]
        body = {"handle": handle}
        answers = run_at_once(
            *[lambda each=each, body=body: each.ask("PATCH", "/v1/players/me", json=body) for each in people]
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        [winner] = [answer.json["id"] for answer in answers if answer.status_code == 200]
        assert account(people[0], f"@{handle}")["id"] == winner


def test_a_handle_invites(service: Service, ada: Caller):
    ben, cem = service.new_player("Ben"), service.new_player("Cem")
    game = service.open_game(ada, seats=3, invited=[f"@{ben.account['handle']}"])
    answer = ada.post(f"{game}/invitations", {"player": f"@{cem.account['handle']}"})
    assert answer.json["invited"] == [ben.id, cem.id]
    assert_problem(ada.post(f"{game}/invitations", {"player": "@nobody-at-all"}), 422, "unknown_player")


def test_a_list_of_games_shows_the_handles(service: Service, ada: Caller):
    service.project(service.open_game(ada, bots=["greedy"]))
    [game] = ada.get("/v1/games?player=me").json
    assert [seat["handle"] for seat in game["seats"]] == [ada.account["handle"], None]


def test_a_handle_filters_the_list_and_withdraws_an_invitation(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game, handle = service.open_game(ada, invited=[ben.id]), ada.account["handle"]
    service.project(game)
    assert [f"/v1/games/{each['id']}" for each in ben.get(f"/v1/games?player=@{handle}").json] == [game]
    assert ben.get("/v1/games?player=@nobody-at-all").json == []
    assert ada.ask("DELETE", f"{game}/invitations/@{ben.account['handle']}").status_code == 204
    assert ada.get(game).json["invited"] == []
