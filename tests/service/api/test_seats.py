"""Seats: join, leave, resign, start; and the deal, which everybody can check."""

import pytest

from game.shuffle import commitment, shuffled
from tests.service.client import Caller, Service, assert_problem, id_of

EMPIRES = ["noram-states", "republic-of-europe", "federation-of-asia", "panafrican-union", "aztec-empire"]


@pytest.fixture
def game(service: Service, ada: Caller) -> str:
    """An open game of Ada's with three seats."""
    return service.open_game(ada, seats=3)


# Joining


def test_a_player_that_joins_takes_the_first_free_seat(service: Service, game: str):
    for seat in (1, 2):
        player = service.new_player(f"Player {seat}")
        answer = player.post(f"{game}/seats")
        assert answer.status_code == 201
        assert (answer.json["seat"], answer.json["version"]) == (seat, seat + 2)
        assert answer.headers["Location"] == game
        assert answer.json["seats"][seat]["player"]["name"] == f"Player {seat}"
    assert_problem(service.new_player().post(f"{game}/seats"), 409, "no_free_seat")


def test_nobody_takes_two_seats(service: Service, game: str, ada: Caller):
    before = service.version(game)
    assert_problem(ada.post(f"{game}/seats"), 409, "already_seated")
    assert service.version(game) == before


def test_a_player_that_joins_may_choose_a_free_empire(service: Service, game: str, ada: Caller):
    ben, eve = service.new_player("Ben"), service.new_player("Eve")
    assert ben.post(f"{game}/seats", {"empire": EMPIRES[4]}).json["seats"][1]["empire"] == EMPIRES[4]
    assert_problem(eve.post(f"{game}/seats", {"empire": EMPIRES[4]}), 409, "empire_taken")
    assert eve.post(f"{game}/seats", {"empire": None}).status_code == 201
    started = ada.post(f"{game}/start").json
    empires = [seat["empire"] for seat in started["seats"]]
    assert empires[1] == EMPIRES[4]
    assert len({*empires}) == 3


def test_empires_in_the_options_are_dealt_as_named(service: Service, ada: Caller):
    game = service.open_game(ada, seats=2, empires=[EMPIRES[0], EMPIRES[1]])
    ben = service.new_player("Ben")
    assert_problem(ben.post(f"{game}/seats", {"empire": EMPIRES[2]}), 409, "empire_taken")
    assert ben.post(f"{game}/seats").status_code == 201
    assert [seat["empire"] for seat in ada.post(f"{game}/start").json["seats"]] == EMPIRES[:2]


@pytest.mark.parametrize(
    "body",
    [
        {"empire": "atlantis"},
        {"empire": 1},
        {"client_seed": "x" * 129},
        {"client_seed": 5},
        {"code": ""},
        {"seat": 2},
        [],
        "please",
        7,
    ],
)
def test_an_invalid_request_for_a_seat_is_refused(body: object, service: Service, game: str):
    before = service.version(game)
    assert_problem(service.new_player().post(f"{game}/seats", body), 422, "invalid_body")
    assert service.version(game) == before


def test_a_public_game_needs_no_code(service: Service, game: str):
    for code in ("sesame", None):
        assert service.new_player().post(f"{game}/seats", {"code": code}).status_code == 201


def test_joining_again_with_the_same_key_gives_the_same_answer(service: Service, game: str, ada: Caller):
    ben, key = service.new_player("Ben"), {"Idempotency-Key": "in"}
    first = ben.post(f"{game}/seats", {"client_seed": "b"}, key)
    service.new_player("Eve").post(f"{game}/seats")
    again = ben.post(f"{game}/seats", {"client_seed": "b"}, key)
    assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])
    assert_problem(ben.post(f"{game}/seats", {"client_seed": "c"}, key), 422, "idempotency_key_reused")
    assert_problem(ben.post(f"{game}/start", {"client_seed": "b"}, key), 422, "idempotency_key_reused")


# Leaving


def test_a_player_that_leaves_an_open_game_frees_the_seat(service: Service, game: str):
    ben, eve = service.new_player("Ben"), service.new_player("Eve")
    ben.post(f"{game}/seats", {"empire": EMPIRES[3], "client_seed": "b"})
    answer = ben.ask("DELETE", f"{game}/seats/me")
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["ETag"] == f'"{service.version(game)}"'
    view = eve.post(f"{game}/seats", {"empire": EMPIRES[3]}).json
    assert (view["seat"], view["seats"][1]["empire"]) == (1, EMPIRES[3])
    assert_problem(ben.ask("DELETE", f"{game}/seats/me"), 403, "not_seated")
    assert ben.post(f"{game}/seats").json["seat"] == 2


def test_the_last_human_who_leaves_an_open_game_abandons_it(service: Service, game: str, ada: Caller):
    assert ada.ask("DELETE", f"{game}/seats/me").status_code == 204
    assert ada.get(game).json["status"] == "abandoned"
    assert_problem(service.new_player().post(f"{game}/seats"), 409, "not_open")
    assert_problem(ada.post(f"{game}/start"), 403, "not_seated")


def test_a_player_without_a_seat_cannot_leave(service: Service, game: str):
    assert_problem(service.new_player("Eve").ask("DELETE", f"{game}/seats/me"), 403, "not_seated")


def test_leaving_again_with_the_same_key_is_not_refused(service: Service, game: str):
    ben, key = service.new_player("Ben"), {"Idempotency-Key": "out"}
    ben.post(f"{game}/seats")
    first = ben.ask("DELETE", f"{game}/seats/me", key)
    again = ben.ask("DELETE", f"{game}/seats/me", key)
    assert (again.status_code, again.headers["ETag"]) == (204, first.headers["ETag"])


@pytest.mark.slow
def test_a_bot_plays_on_for_a_player_that_resigned(service: Service):
    game, [ada, ben] = service.start_game(2)
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    view = ada.get(game).json
    assert (view["status"], view["seats"][1]["bot"], view["seats"][1]["player"]["id"]) == ("playing", "greedy", ben.id)
    assert_problem(ben.post(f"{game}/intentions", {"type": "ready"}), 409, "resigned")
    assert_problem(ben.get(f"{game}/legal"), 409, "resigned")
    assert_problem(ben.ask("DELETE", f"{game}/seats/me"), 409, "resigned")
    assert ben.get(game).json["seat"] is None, "it looks on as a spectator: the hand is the bot's"
    service.run_jobs(game)
    service.play(game, [ada])
    assert ada.get(game).json["status"] == "finished"
    assert ada.get(game).json["seats"][1]["player"]["name"] == "Player 1"


def test_a_player_who_has_resigned_sees_earlier_versions_as_a_spectator_does(service: Service):
    game, [ada, ben] = service.start_game(2)
    key = {"Idempotency-Key": "again"}
    rival = service.new_player("Cyd")
    daily = f"/v1/games/{rival.post('/v1/daily/games', headers=key).json['id']}"
    before, first = service.version(game), ben.get(game)
    assert first.json["seat"] == 1
    assert first.json["hand"]
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    later = ben.get(f"{game}?at={before}", {"If-None-Match": first.headers["ETag"]})
    assert (later.json["seat"], later.json["hand"]) == (None, [])
    assert later.json == service.new_player("Eve").get(f"{game}?at={before}").json
    assert ada.get(f"{game}?at={before}").json["hand"]
    assert rival.ask("DELETE", f"{daily}/seats/me").status_code == 204
    repeated = rival.post("/v1/daily/games", headers=key)
    assert (repeated.status_code, repeated.json["seat"], repeated.json["hand"]) == (201, None, [])


@pytest.mark.slow
def test_when_the_last_human_resigns_bots_play_the_game_to_its_score(service: Service):
    game, [ada, ben] = service.start_game(2, ["random"])
    for caller in (ben, ada):
        assert caller.ask("DELETE", f"{game}/seats/me").status_code == 204
    service.run_jobs(game)
    view = ada.get(game).json
    assert (view["status"], view["seat"], [seat["bot"] for seat in view["seats"]]) == (
        "finished",
        None,
        ["greedy", "greedy", "random"],
    )
    assert view["result"]["ranking"]
    assert ada.get(f"{game}/log").status_code == 200


def test_nobody_resigns_from_a_finished_game(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    before = service.version(game)
    assert_problem(callers[0].ask("DELETE", f"{game}/seats/me"), 409, "not_playing")
    assert service.version(game) == before


# Starting


def test_the_host_starts_a_full_game(service: Service, game: str, ada: Caller):
    ben, eve = service.new_player("Ben"), service.new_player("Eve")
    for player in (ben, eve):
        assert_problem(ada.post(f"{game}/start"), 409, "seats_open")
        player.post(f"{game}/seats")
    assert_problem(service.new_player("Mallory").post(f"{game}/start"), 403, "not_seated")
    assert_problem(eve.post(f"{game}/start"), 403, "not_host")
    answer = ada.post(f"{game}/start")
    assert answer.status_code == 200
    view = answer.json
    assert (view["status"], view["round"], view["phase"], view["seat"]) == ("playing", 1, "draft", 0)
    assert len(view["hand"]) == 7
    assert answer.headers["ETag"] == f'"{service.version(game)}"'


def test_a_game_whose_seed_is_lost_does_not_start(service: Service, ada: Caller):
    game = service.open_game(ada, bots=["random"])
    version = service.version(game)
    service.parts.redis.delete(service.parts.keys.seed(id_of(game)))
    assert_problem(ada.post(f"{game}/start"), 503, "seed_unavailable")
    assert service.version(game) == version


def test_a_game_starts_once(service: Service):
    game, callers = service.start_game(2)
    before = service.version(game)
    assert_problem(callers[1].post(f"{game}/start"), 409, "not_open")
    assert_problem(service.new_player().post(f"{game}/seats"), 409, "not_open")
    assert service.version(game) == before


def test_starting_again_with_the_same_key_gives_the_same_answer(service: Service, ada: Caller):
    game, key = service.open_game(ada, bots=["random"]), {"Idempotency-Key": "go"}
    first = ada.post(f"{game}/start", {"client_seed": "a"}, key)
    service.run_jobs(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    again = ada.post(f"{game}/start", {"client_seed": "a"}, key)
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, first.headers["ETag"])


def test_a_start_may_have_no_body_or_an_empty_one(service: Service, ada: Caller):
    for raw in ("", "{}", "null"):
        game = service.open_game(ada, bots=["random"])
        assert ada.send(f"{game}/start", raw).status_code == 200


@pytest.mark.parametrize("body", [{"client_seed": "x" * 129}, {"client_seed": 1}, {"seed": "mine"}, [], 3])
def test_an_invalid_start_is_refused(body: object, service: Service, game: str, ada: Caller):
    before = service.version(game)
    assert_problem(ada.post(f"{game}/start", body), 422, "invalid_body")
    assert service.version(game) == before


# The deal


def test_the_server_seed_is_hidden_before_the_end(service: Service, ada: Caller):
    game = service.open_game(ada, bots=["random"])
    seed = service.parts.redis.get(service.parts.keys.seed(id_of(game))).decode()
    ada.post(f"{game}/start")
    assert service.parts.redis.get(service.parts.keys.seed(id_of(game))) is None
    for path in (game, f"{game}?at=2", f"{game}/events", f"{game}/legal"):
        assert seed not in ada.get(path).text


@pytest.mark.slow
def test_everybody_can_check_the_deal_when_the_game_is_over(service: Service, ada: Caller):
    game, ben = service.open_game(ada, seats=3, bots=["random"]), service.new_player("Ben")
    published = ada.get(game).json["commitment"]
    ben.post(f"{game}/seats", {"client_seed": "Ben's own ✓"})
    ada.post(f"{game}/start", {"client_seed": ""})
    service.run_jobs(game)
    service.play(game, [ada, ben])
    [started] = [event for event in ben.get(f"{game}/events").json if event["name"] == "game_started"]
    dealt = started["data"]
    assert dealt["client_seeds"] == ["", "Ben's own ✓", ""]
    assert commitment(dealt["server_seed"], id_of(game)) == published
    designs = service.app.test_client().get("/v1/catalogue").json["developments"]
    cards = [f"{design['id']}.{copy}" for design in designs for copy in range(1, design["copies"] + 1)]
    assert dealt["deck"] == list(shuffled(cards, "deck", dealt["server_seed"], dealt["client_seeds"]))
    assert dealt["empires"] == list(shuffled(EMPIRES, "empires", dealt["server_seed"], dealt["client_seeds"]))[:3]


def test_client_seeds_are_public_and_change_the_deal(service: Service, ada: Caller):
    game = service.open_game(ada, bots=["random"])
    ada.post(f"{game}/start", {"client_seed": "from Ada"})
    events = service.new_player("Eve").get(f"{game}/events").json
    [started] = [event for event in events if event["name"] == "game_started"]
    assert started["data"].keys() == {"empires", "client_seeds"}
    assert started["data"]["client_seeds"] == ["from Ada", ""]
