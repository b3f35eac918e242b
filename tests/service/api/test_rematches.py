"""Rematches: the same players once more, offered by one and accepted by the others."""

import pytest

from service.accounts.players import Suspension
from service.accounts.suspension import suspend, unsuspend
from service.games.rematches import find_rematch
from tests.service.client import Caller, Service, assert_problem, id_of


def play_again(caller: Caller, game: str, key: str | None = None):
    return caller.post(f"{game}/rematch", headers={} if key is None else {"Idempotency-Key": key})


def aborted(service: Service, *callers: Caller, **options) -> str:
    """A game of these players that is over at once."""
    game = service.open_game(callers[0], seats=len(callers) + len(options.get("bots", ())), **options)
    code = callers[0].get(game).json.get("code")
    for caller in callers[1:]:
        assert caller.post(f"{game}/seats", {"code": code}).status_code == 201
    assert callers[0].post(f"{game}/start").status_code == 200
    assert callers[0].post(f"{game}/abort").status_code == 200
    return game


@pytest.fixture
def people(service: Service) -> list[Caller]:
    return [service.new_player(name) for name in ("Ada", "Ben", "Cem")]


def test_one_offers_a_rematch_and_it_starts_when_the_last_one_accepts(service: Service, people: list[Caller]):
    ada, ben, cem = people
    game = aborted(service, *people, name="Friday")
    offered = play_again(ben, game)
    again = offered.headers["Location"]
    view = offered.json
    assert (offered.status_code, view["status"], view["name"], view["seat"]) == (201, "open", "Friday", 2)
    assert (view["rematch_of"], view["invited"], view["host"]) == (id_of(game), [cem.id, ada.id], 2)
    assert [seat["reserved"] for seat in view["seats"]] == [cem.id, ada.id, None]
    assert play_again(ada, game).json["seat"] == 1
    view = play_again(cem, game).json
    assert (view["status"], view["seat"], view["id"]) == ("playing", 0, id_of(again))
    assert service.parts.redis.get(service.parts.keys.seed(id_of(again))) is None


def test_a_finished_game_and_its_rematch_lead_to_each_other(service: Service, finished):
    game, (ada, ben) = finished
    assert_problem(ada.get(f"{game}/rematch"), 404, "no_rematch")
    play_again(ada, game)
    again = ben.get(f"{game}/rematch").json
    assert (again["rematch_of"], again["status"]) == (id_of(game), "open")
    assert find_rematch(service.parts, id_of(game)) == again["id"]
    assert ada.get(f"/v1/games/{again['id']}").json["rematch_of"] == id_of(game)


def test_against_bots_alone_a_rematch_starts_at_once(service: Service, ada: Caller):
    game = aborted(service, ada, bots=["greedy", "random"])
    view = play_again(ada, game).json
    assert (view["status"], view["seat"], [seat["bot"] for seat in view["seats"]]) == (
        "playing",
        1,
        ["random", None, "greedy"],
    )


def test_a_game_of_bots_is_played_again_by_its_opener(service: Service, ada: Caller):
    game = service.open_game(ada, bots=["random", "random"])
    ada.post(f"{game}/start")
    service.run_jobs(game)
    assert_problem(play_again(service.new_player("Eve"), game), 403, "not_seated")
    view = play_again(ada, game).json
    assert view["status"] == "playing"
    again = play_again(ada, game)
    assert (again.status_code, again.json["id"]) == (201, view["id"])


def test_the_seat_of_a_player_is_kept_for_them(service: Service, people: list[Caller]):
    ada, ben, _ = people
    again = play_again(ada, aborted(service, *people)).headers["Location"]
    eve = service.new_player("Eve")
    assert_problem(eve.post(f"{again}/seats"), 409, "no_free_seat")
    service.project(again)
    assert id_of(again) not in [listed["id"] for listed in eve.get("/v1/games?free_seats=true").json]
    assert id_of(again) in [listed["id"] for listed in ben.get("/v1/games?free_seats=true").json]
    assert ben.post(f"{again}/seats").json["seat"] == 2, "joining is accepting"


def test_who_declines_frees_the_seat(service: Service, people: list[Caller]):
    ada, ben, cem = people
    game = aborted(service, *people)
    again = play_again(ada, game).headers["Location"]
    assert ben.ask("DELETE", f"{again}/invitations/me").status_code == 204
    play_again(cem, game)
    eve = service.new_player("Eve")
    assert eve.post(f"{again}/seats").json["status"] == "open"
    assert eve.ask("PUT", f"{again}/seats/me/ready", json={"ready": True}).json["status"] == "playing"


def test_no_seat_is_kept_for_a_former_player(service: Service, people: list[Caller]):
    ada, ben, cem = people
    game = aborted(service, *people)
    assert ben.ask("DELETE", "/v1/players/me").status_code == 204
    offered = play_again(ada, game)
    again, view = offered.headers["Location"], offered.json
    assert view["invited"] == [cem.id]
    assert sorted(seat["reserved"] or "" for seat in view["seats"]) == ["", "", cem.id]
    assert service.new_player("Eve").post(f"{again}/seats").status_code == 201
    assert play_again(cem, game).status_code == 201


def test_no_seat_is_kept_for_a_suspended_account(service: Service, people: list[Caller]):
    game = aborted(service, *people)
    suspend(service.parts.accounts, people[1].id, Suspension("conduct"))
    again = play_again(people[0], game).json
    assert (again["seats"][2]["reserved"], again["invited"]) == (None, [people[2].id])
    unsuspend(service.parts.accounts, people[1].id)
    assert people[1].post(f"/v1/games/{again['id']}/seats").status_code == 201  # it is a free seat as any other


def test_the_rematch_of_a_private_game_is_private(service: Service, people: list[Caller]):
    ada, ben, cem = people
    game, eve = aborted(service, *people, visibility="private"), service.new_player("Eve")
    view = play_again(ada, game).json
    again = f"/v1/games/{view['id']}"
    assert (view["visibility"], "code" in view) == ("private", True)
    assert_problem(eve.get(again), 404, "no_such_game")
    assert ben.get(again).status_code == 200
    ben.ask("DELETE", f"{again}/invitations/me")
    assert_problem(play_again(ben, game), 404, "no_rematch")
    assert_problem(ben.get(f"{game}/rematch"), 404, "no_rematch")
    assert eve.post(f"{again}/seats", {"code": view["code"]}).json["seat"] == 2
    assert play_again(cem, game).json["seat"] == 0


def test_who_resigned_plays_again_too(service: Service, people: list[Caller]):
    ada, ben, _ = people
    game = service.seat_and_start(*people)
    ben.ask("DELETE", f"{game}/seats/me")
    ada.post(f"{game}/abort")
    assert play_again(ben, game).json["seat"] == 2


def test_a_request_for_a_rematch_can_be_repeated(service: Service, people: list[Caller]):
    ada, ben, cem = people
    game = aborted(service, *people)
    first = [play_again(caller, game, "again").json["id"] for caller in (ada, ben)]
    version = service.version(f"/v1/games/{first[0]}")
    for caller in (ada, ben):
        repeated = play_again(caller, game, "again")
        assert (repeated.json["id"], repeated.headers["Idempotent-Replayed"]) == (first[0], "true")
        assert play_again(caller, game, "other key").json["id"] == first[0]
    assert service.version(f"/v1/games/{first[0]}") == version
    assert play_again(cem, game).json["status"] == "playing"
    assert play_again(ada, game).json["status"] == "playing", "it leads to the rematch that is under way"


def test_a_rematch_that_everybody_left_makes_room_for_another(service: Service, people: list[Caller]):
    ada, ben, _ = people
    game = aborted(service, *people)
    first = play_again(ada, game).headers["Location"]
    ada.ask("DELETE", f"{first}/seats/me")
    second = play_again(ben, game)
    assert (second.status_code, second.headers["Location"] != first) == (201, True)
    assert ada.get(f"{game}/rematch").json["id"] == second.json["id"]


def test_the_request_for_a_rematch_that_everybody_left_offers_no_other_one_when_it_is_repeated(
    service: Service, people: list[Caller]
):
    ada, ben, _ = people
    game = aborted(service, ada, ben)
    first = play_again(ada, game, "lost").json
    assert ada.ask("DELETE", f"/v1/games/{first['id']}/seats/me").status_code == 204
    repeated = play_again(ada, game, "lost")
    assert (repeated.json["id"], repeated.json["version"]) == (first["id"], first["version"])
    assert repeated.headers["Idempotent-Replayed"] == "true"
    assert play_again(ada, game, "anew").json["id"] != first["id"]


def test_a_game_under_way_a_game_that_never_began_and_a_game_of_others_have_no_rematch(
    service: Service, people: list[Caller]
):
    ada, ben, cem = people
    game = service.seat_and_start(ada, ben)
    assert_problem(play_again(ada, game), 409, "not_over")
    assert_problem(play_again(cem, game), 403, "not_seated")
    never = service.open_game(ada)
    ada.ask("DELETE", f"{never}/seats/me")
    assert_problem(play_again(ada, never), 403, "not_seated")
    assert_problem(ada.get(f"{game}/rematch"), 404, "no_rematch")


def test_an_imported_game_has_no_rematch(service: Service, people: list[Caller]):
    ada, ben, _ = people
    game = aborted(service, ada, ben)
    service.parts.lobby.mark_imported(id_of(game))
    assert_problem(play_again(ada, game), 409, "imported")


@pytest.mark.slow
def test_a_rematch_has_a_deal_of_its_own_also_after_a_fork(service: Service, finished):
    origin, (ada, _) = finished
    fork = f"/v1/games/{ada.post(f'{origin}/forks', {'version': 60, 'bots': ['greedy']}).json['id']}"
    service.run_jobs(fork)
    service.play(fork, [ada])
    view = play_again(ada, fork).json
    assert (view["status"], view["round"], view["origin"], view["assisted"]) == ("playing", 1, None, False)
    assert view["commitment"] != ada.get(fork).json["commitment"]
