"""Games in which bots have all the seats: the opener starts the game and watches."""

import pytest

from game.scenarios import SCENARIOS
from tests.service.client import Service, assert_problem


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2, "bots": ["random", "random"]},
        {"seats": 1, "bots": ["greedy"]},
        {"seats": 1, "bots": ["greedy"], "side": "A"},
        *[{"seats": 1, "bots": ["random"], "scenario": scenario} for scenario in SCENARIOS],
    ],
    ids=str,
)
def test_the_opener_starts_and_watches(service: Service, options: dict):
    ada = service.new_player("Ada")
    game = service.open_game(ada, **options)
    opened = ada.get(game).json
    assert opened["seat"] is None
    assert [seat["bot"] for seat in opened["seats"]] == options["bots"]
    assert ada.post(f"{game}/start", {"client_seed": "mine"}).status_code == 200
    assert ada.get(game).json["hand"] == []
    service.run_jobs(game)
    assert ada.get(game).json["status"] == "finished"
    started = next(event for event in ada.get(f"{game}/events").json if event["name"] == "game_started")
    assert started["data"]["client_seeds"][0] == "mine"
    assert "Ada" in ada.get(f"{game}/events?lang=en&limit=1").json[0]["text"]


def test_only_the_opener_starts_a_game_of_bots_and_nobody_acts(service: Service):
    ada, eve = service.new_player("Ada"), service.new_player("Eve")
    game = service.open_game(ada, seats=1, bots=["greedy"])
    assert_problem(eve.post(f"{game}/start"), 403, "not_seated")
    assert_problem(eve.post(f"{game}/seats"), 409, "no_free_seat")
    assert ada.post(f"{game}/start").status_code == 200
    assert_problem(ada.post(f"{game}/intentions", {"type": "ready"}), 403, "not_seated")
    assert_problem(ada.post(f"{game}/start"), 409, "not_open")


def test_an_opener_with_a_seat_that_leaves_cannot_start_the_game(service: Service):
    ada = service.new_player("Ada")
    game = service.open_game(ada, seats=2, bots=["greedy"])
    assert ada.ask("DELETE", f"{game}/seats/me").status_code == 204
    assert_problem(ada.post(f"{game}/start"), 403, "not_seated")
