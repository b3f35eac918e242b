"""Lists of games: what a client needs to show each, and filters that combine with pages."""

import pytest

from projections import lobby
from tests.service.client import Caller, Json, Service, id_of


def listed(caller: Caller, **query: str | int) -> list[Json]:
    """The games on all pages of a query."""
    path, found = "/v1/games?" + "&".join(f"{name}={value}" for name, value in query.items()), []
    while path:
        answer = caller.get(path)
        assert answer.status_code == 200, answer.text
        found += answer.json
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


def ids(games: list[Json]) -> list[str]:
    return [f"/v1/games/{game['id']}" for game in games]


# Summaries


def test_a_summary_names_players_as_the_view_does(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.open_game(ada, seats=4, bots=["greedy"])
    marvin.post(f"{game}/seats")
    service.project(game)
    [summary] = listed(ada, player=ada.id)
    view = ada.get(game).json
    assert [seat["player"] for seat in summary["seats"]] == [seat["player"] for seat in view["seats"]]
    assert [player and player["name"] for player in (seat["player"] for seat in summary["seats"])] == [
        "Ada",
        "Marvin",
        None,
        "greedy",
    ]
    assert (summary["free_seats"], summary["waiting_on"], summary["scores"]) == (1, [], None)


def test_a_summary_says_whose_turn_it_is(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben)
    assert listed(ada, player=ada.id)[0]["waiting_on"] == [0, 1]
    assert ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0]).status_code == 201
    service.project(game)
    [summary] = listed(ben, player=ben.id)
    assert summary["waiting_on"] == ben.get(game).json["waiting_on"] == [1]
    assert ada.post(f"{game}/undo").status_code == 201
    service.project(game)
    assert listed(ada, player=ada.id)[0]["waiting_on"] == [0, 1]


def test_whose_turn_it_is_does_not_need_a_snapshot(service: Service, ada: Caller):
    game = service.seat_and_start(ada, service.new_player("Ben"))
    service.parts.snapshots.drop(id_of(game))
    assert listed(ada, player=ada.id)[0]["waiting_on"] == [0, 1]


def test_the_summary_of_a_finished_game_has_the_scores_of_its_result(service: Service, finished):
    game, (ada, _) = finished
    service.project(game)
    [summary] = [each for each in listed(ada, player=ada.id, status="finished") if each["id"] == id_of(game)]
    result = ada.get(game).json["result"]
    assert summary["scores"] == [score["total"] for score in result["scores"]]
    assert summary["winners"] == result["ranking"][0]
    assert (summary["free_seats"], summary["waiting_on"]) == (0, [])


def test_forks_are_listed_with_names_too(service: Service, finished):
    game, (ada, _) = finished
    fork = ada.post(f"{game}/forks", {"version": 60, "bots": ["random"]}).json
    service.project(f"/v1/games/{fork['id']}")
    [summary] = [each for each in ada.get(f"{game}/forks").json if each["id"] == fork["id"]]
    assert summary["seats"][0]["player"] == {"id": ada.id, "name": "Player 0", "kind": "human"}
    assert summary["waiting_on"] == fork["waiting_on"]


# Filters


@pytest.fixture
def games(service: Service, ada: Caller, marvin: Caller) -> dict[str, str]:
    """Ada's games, each with a name."""
    ben = service.new_player("Ben")
    made = {
        "people": service.open_game(ada, allow_bots=False),
        "all": service.open_game(ada, seats=3, side="B"),
        "strategy": service.open_game(ada, seats=3, bots=["random"]),
        "invited": service.open_game(ada, allow_bots=False, invited=[marvin.id]),
        "full": service.open_game(ada),
        "playing": service.seat_and_start(ada, ben),
        "bot account": service.seat_and_start(ada, marvin, side="B"),
        "resigned": service.seat_and_start(ada, ben),
        "solo": service.open_game(ada, seats=1),
    }
    ben.post(f"{made['full']}/seats")
    assert ben.ask("DELETE", f"{made['resigned']}/seats/me").status_code == 204
    service.project(*made.values())
    return made


def names(games: dict[str, str], found: list[Json]) -> set[str]:
    """The names of the listed games, each of which must be listed once."""
    assert len({*ids(found)}) == len(found)
    return {name for name, game in games.items() if game in ids(found)}


def test_the_player_me_is_the_caller(games: dict[str, str], service: Service, ada: Caller):
    mine = listed(ada, player="me", limit=2)
    assert mine == listed(ada, player=ada.id)
    assert names(games, mine) == {*games}
    assert listed(service.new_player("Eve"), player="me") == []
    assert "player=me" in ada.get("/v1/games?player=me&limit=1").headers["Link"]


def test_free_seats_are_those_that_an_account_of_this_kind_may_take(games: dict[str, str], service: Service):
    people = listed(service.new_player("Eve"), free_seats="true")
    assert names(games, people) == {"people", "all", "strategy", "invited"}
    bots = listed(service.new_bot("Zaphod"), free_seats="true")
    assert names(games, bots) == {"all", "strategy"}


def test_an_invited_bot_account_finds_the_game_that_invites_it(games: dict[str, str], marvin: Caller):
    assert names(games, listed(marvin, free_seats="true")) == {"all", "strategy", "invited"}
    assert marvin.post(f"{games['invited']}/seats").status_code == 201


def test_games_without_a_free_seat_are_all_others(games: dict[str, str], ada: Caller):
    found = listed(ada, player="me", free_seats="false", limit=1)
    assert names(games, found) == {"full", "playing", "bot account", "resigned", "solo"}


def test_free_seats_and_another_status_exclude_each_other(games: dict[str, str], ada: Caller):
    assert listed(ada, free_seats="true", status="playing") == []
    assert names(games, listed(ada, free_seats="true", status="open")) == {"people", "all", "strategy", "invited"}


def test_the_list_can_be_narrowed_by_side(games: dict[str, str], ada: Caller):
    assert names(games, listed(ada, player="me", side="B")) == {"all", "bot account", "solo"}
    assert names(games, listed(ada, player="me", side="A")) == {*games} - {"all", "bot account", "solo"}


def test_the_list_can_be_narrowed_by_programs_that_play(games: dict[str, str], ada: Caller):
    played_by_programs = {"strategy", "bot account", "resigned"}
    assert names(games, listed(ada, player="me", bots="true")) == played_by_programs
    assert names(games, listed(ada, player="me", bots="false")) == {*games} - played_by_programs


def test_all_filters_combine(games: dict[str, str], ada: Caller):
    query = {"player": "me", "free_seats": "true", "bots": "false", "side": "A", "mode": "standard", "limit": 1}
    assert names(games, listed(ada, **query)) == {"people", "invited"}
    assert names(games, listed(ada, **query | {"side": "B"})) == {"all"}
    assert names(games, listed(ada, player="me", status="playing", bots="true", side="B")) == {"bot account"}


def test_a_page_looks_at_a_bounded_number_of_games(games: dict[str, str], ada: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lobby, "MAX_SCANNED_GAMES", 2)
    first = ada.get("/v1/games?player=me&side=B&bots=true&limit=100")
    assert first.json == []  # the two newest games have no bot on side B
    assert "bots=true" in first.headers["Link"]
    assert names(games, listed(ada, player="me", side="B", bots="true", limit=100)) == {"bot account"}
