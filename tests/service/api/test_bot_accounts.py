"""Bot accounts: the games that they may join, and how they are invited."""

import pytest

from tests.service.client import Caller, Service, assert_problem, id_of, poll_turns


def test_a_bot_account_joins_an_open_game_and_is_shown_as_a_bot(service: Service, ada: Caller):
    game, marvin = service.open_game(ada), service.new_bot()
    view = marvin.post(f"{game}/seats").json
    assert [seat["player"]["kind"] for seat in view["seats"]] == ["human", "bot"]
    assert (view["allow_bots"], view["bot_seconds"]) == (True, 60)
    own = service.open_game(marvin, bot_seconds=5)
    assert marvin.get(own).json["bot_seconds"] == 5


def test_a_game_for_people_takes_only_invited_bots(service: Service, ada: Caller):
    marvin, deep = service.new_bot("Marvin"), service.new_bot("Deep Thought")
    game = service.open_game(ada, seats=3, allow_bots=False, invited=["deep THOUGHT"])
    assert_problem(marvin.post(f"{game}/seats"), 409, "bots_not_allowed")
    service.project(game)
    assert poll_turns(marvin) == []
    [invitation] = poll_turns(deep)
    assert (invitation["type"], invitation["game"], invitation["seat"]) == ("invitation", id_of(game), None)
    assert deep.post(f"{game}/seats").status_code == 201
    service.project(game)
    assert poll_turns(deep) == []
    [summary] = deep.get(f"/v1/games?player={ada.id}").json
    assert (summary["allow_bots"], summary["invited"]) == (False, [])


def test_a_name_of_several_bots_or_of_none_invites_nobody(service: Service, ada: Caller):
    twins = [service.new_bot("Twin") for _ in range(2)]
    for names in (["Twin"], ["Nobody there"], ["Ada"]):
        problem = assert_problem(ada.post("/v1/games", {"seats": 2, "invited": names}), 422, "unknown_player")
        assert problem["errors"][0]["pointer"] == "/invited/0"
    assert service.open_game(ada, invited=[twins[1].id])


@pytest.mark.parametrize(
    "options",
    [
        {"allow_bots": "yes"},
        {"allow_bots": 1},
        {"bot_seconds": 0},
        {"bot_seconds": 86_401},
        {"bot_seconds": "9"},
        {"invited": "Marvin"},
        {"invited": ["a"] * 21},
        {"invited": [7]},
    ],
    ids=str,
)
def test_invalid_options_about_bots_are_refused(ada: Caller, options):
    assert_problem(ada.post("/v1/games", {"seats": 2} | options), 422, "invalid_body")


def test_a_bot_account_cannot_act_for_somebody_elses_seat(service: Service):
    game, (ada, _) = service.start_game(2)
    marvin = service.new_bot()
    legal = ada.get(f"{game}/legal").json
    assert_problem(marvin.post(f"{game}/intentions", legal[0]), 403, "not_seated")
    assert_problem(marvin.post(f"{game}/intentions", legal[0] | {"seat": 0}), 403, "not_seated")
    assert_problem(ada.post(f"{game}/intentions", legal[0] | {"seat": 1}), 422, "invalid_intention")


def test_bot_accounts_agree_to_every_rewind(service: Service, ada: Caller):
    game, marvin = service.open_game(ada), service.new_bot()
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    start = service.version(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    names = [event["name"] for event in ada.post(f"{game}/rewinds", {"version": start}).json["events"]]
    assert names == ["rewind_proposed", "rewound"]


def test_of_many_bots_with_one_name_two_are_looked_at(service: Service):
    for _ in range(4):
        service.new_bot("Legion")
    assert len(service.parts.accounts.find_invited("legion")) == 2


def test_an_id_invites_its_bot_even_if_another_has_it_as_a_name(service: Service, ada: Caller):
    marvin = service.new_bot()
    impostor = service.new_bot(marvin.id)
    game = service.open_game(ada, invited=[marvin.id], allow_bots=False)
    assert impostor.post(f"{game}/seats").status_code == 409
    assert marvin.post(f"{game}/seats").status_code == 201
