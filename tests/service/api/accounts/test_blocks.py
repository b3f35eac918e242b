"""Blocks: two players of whom one has blocked the other do not come to one table."""

import pytest

from service.accounts import blocks as module
from tests.service.api.accounts.people import in_process, second_process
from tests.service.api.test_races import run_at_once
from tests.service.client import Caller, Service, assert_problem, id_of


def block(caller: Caller, other: Caller) -> None:
    assert caller.ask("PUT", f"/v1/players/me/blocks/{other.id}").status_code == 204


@pytest.fixture(params=["ada blocked ben", "ben blocked ada"])
def apart(request: pytest.FixtureRequest, service: Service, ada: Caller) -> tuple[Caller, Caller]:
    """Two players who do not meet."""
    ben = service.new_player("Ben")
    block(*((ada, ben) if request.param == "ada blocked ben" else (ben, ada)))
    return ada, ben


def test_blocks_are_listed_and_taken_back(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    block(ada, ben)
    block(ada, ben)
    assert ada.get("/v1/players/me/blocks").json == [
        {key: ben.account[key] for key in ("id", "name", "kind", "handle")}
    ]
    assert ben.get("/v1/players/me/blocks").json == []
    assert ada.ask("DELETE", f"/v1/players/me/blocks/@{ben.account['handle']}").status_code == 204
    assert ada.get("/v1/players/me/blocks").json == []
    assert ben.post(f"{service.open_game(ada)}/seats").status_code == 201


def test_neither_joins_the_others_table(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    for host, guest in ((ada, ben), (ben, ada)):
        problem = assert_problem(guest.post(f"{service.open_game(host)}/seats"), 409, "blocked")
        assert not {ada.id, ben.id, "Ada", "Ben"} & {*problem["detail"].split()}


def test_nor_with_a_code(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    game = service.open_game(ada, visibility="private")
    code = ada.get(game).json["code"]
    assert_problem(ben.post(f"{game}/seats", {"code": code}), 409, "blocked")


def test_neither_invites_the_other(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    for host, guest in ((ada, ben), (ben, ada)):
        assert_problem(host.post("/v1/games", {"seats": 2, "invited": [guest.id]}), 409, "blocked")
        assert_problem(host.post(f"{service.open_game(host)}/invitations", {"player": guest.id}), 409, "blocked")


def test_nobody_invites_one_to_the_table_of_the_other(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    host = service.new_player("Host")
    game = service.open_game(host, seats=3)
    ada.post(f"{game}/seats")
    assert_problem(host.post(f"{game}/invitations", {"player": ben.id}), 409, "blocked")


def test_an_invitation_from_before_the_block_does_not_help(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ada, invited=[ben.id])
    block(ada, ben)
    assert_problem(ben.post(f"{game}/seats"), 409, "blocked")


def test_there_is_no_rematch(service: Service):
    game, (ada, ben) = service.start_game(2)
    service.play(game, [ada, ben])
    offered = ada.post(f"{game}/rematch").json
    block(ben, ada)
    assert_problem(ben.post(f"{game}/rematch"), 409, "blocked")
    assert_problem(ben.post(f"/v1/games/{offered['id']}/seats"), 409, "blocked")


def test_a_game_under_way_goes_on(service: Service):
    game, (ada, ben) = service.start_game(2)
    block(ada, ben)
    for caller in (ada, ben):
        assert caller.post(f"{game}/intentions", caller.get(f"{game}/legal").json[0]).status_code == 201


def test_their_tables_are_not_offered_in_the_list(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ben)
    service.project(game)
    path = f"/v1/games?player={ben.id}&free_seats=true"
    assert [each["id"] for each in ada.get(path).json] == [id_of(game)]
    block(ada, ben)
    assert ada.get(path).json == []


def test_a_blocker_who_joined_elsewhere_meanwhile_keeps_the_blocked_one_out(service: Service, ada: Caller):
    other, ben, cem = second_process(service), service.new_player("Ben"), service.new_player("Cem")
    block(ben, cem)
    game = service.open_game(ada, seats=3)
    other.parts.games.load(id_of(game))
    assert ben.post(f"{game}/seats").status_code == 201
    assert_problem(in_process(other, cem).post(f"{game}/seats"), 409, "blocked")


def test_of_two_who_join_at_once_one_stays_out(service: Service, ada: Caller):
    other, ben, cem = second_process(service), service.new_player("Ben"), service.new_player("Cem")
    block(ben, cem)
    for _ in range(5):
        game = service.open_game(ada, seats=3)
        answers = run_at_once(
            lambda game=game: ben.post(f"{game}/seats"), lambda game=game: in_process(other, cem).post(f"{game}/seats")
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]


def test_a_join_that_is_sent_again_gets_its_first_answer_after_a_block(service: Service, ada: Caller):
    ben, key = service.new_player("Ben"), {"Idempotency-Key": "join"}
    game = service.open_game(ada)
    first = ben.post(f"{game}/seats", {}, key)
    block(ada, ben)
    again = ben.post(f"{game}/seats", {}, key)
    assert (again.status_code, again.json["version"]) == (201, first.json["version"])


def test_blocks_are_bounded(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MAX_BLOCKS", 2)
    others = [service.new_player() for _ in range(3)]
    for other in others[:2]:
        block(ada, other)
    assert_problem(ada.ask("PUT", f"/v1/players/me/blocks/{others[2].id}"), 409, "too_many_blocks")
    block(ada, others[0])
    assert len(ada.get("/v1/players/me/blocks").json) == 2


def test_nobody_blocks_themselves_or_nobody(ada: Caller):
    assert_problem(ada.ask("PUT", f"/v1/players/me/blocks/{ada.id}"), 409, "own_account")
    assert_problem(ada.ask("PUT", "/v1/players/me/blocks/nobody"), 404, "no_such_player")
    assert_problem(ada.ask("DELETE", "/v1/players/me/blocks/@nobody"), 404, "no_such_player")
