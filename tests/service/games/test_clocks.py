"""Clocks as answers show them."""

from datetime import datetime

from service.games.table import describe_clocks, expires_at
from tests.service.client import Caller, Service, id_of

BANK = {"kind": "bank", "seconds": 600, "increment": 5}


def clocks_of(service: Service, game: str):
    return describe_clocks(service.parts.games.load(id_of(game)))


def seconds_after_the_start(service: Service, game: str, time: str) -> float:
    began_ms = service.parts.games.load(id_of(game)).touched_ms
    return datetime.fromisoformat(time).timestamp() - began_ms / 1000


def test_a_game_without_limits_shows_no_clocks(service: Service, ada: Caller):
    game, _ = service.start_game(2)
    assert clocks_of(service, game) is None
    assert clocks_of(service, service.open_game(ada, clock=BANK)) is None, "they start with the game"


def test_a_running_clock_shows_when_time_is_up_and_when_it_is_low(service: Service):
    game, _ = service.start_game(2, ["greedy"], clock=BANK)
    one, two = clocks_of(service, game) or []
    assert (one["seat"], one["left"], one["running"], one["misses"], one["expired"]) == (0, 600.0, True, 0, False)
    assert two["seat"] == 1
    left = datetime.fromisoformat(one["deadline"]) - datetime.fromisoformat(one["low_at"])
    assert left.total_seconds() == 120
    assert one["deadline"].endswith("Z")


def test_a_clock_that_stands_still_shows_what_is_left(service: Service):
    game, (ada, _) = service.start_game(2, clock=BANK)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    one, two = clocks_of(service, game) or []
    assert (one["running"], one["deadline"], one["low_at"]) == (False, None, None)
    assert 590 < one["left"] <= 600
    assert two["running"] is True


def test_a_bot_account_shows_its_limit_in_a_game_without_a_clock(service: Service, ada: Caller):
    game, marvin = service.open_game(ada, bot_seconds=7), service.new_bot()
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    [clock] = clocks_of(service, game) or []
    assert (clock["seat"], clock["left"], clock["running"]) == (1, 7.0, True)
    assert seconds_after_the_start(service, game, clock["deadline"]) == 7.0


def test_an_open_game_shows_when_it_expires_and_one_on_a_clock_does_not_expire(service: Service, ada: Caller):
    game = service.open_game(ada, open_seconds=90, clock=BANK)
    shown = expires_at(service.parts.games.load(id_of(game)))
    assert shown
    assert seconds_after_the_start(service, game, shown) == 90.0
    service.new_player("Ben").post(f"{game}/seats")
    ada.post(f"{game}/start")
    assert expires_at(service.parts.games.load(id_of(game))) is None
