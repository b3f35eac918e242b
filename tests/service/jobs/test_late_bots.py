"""Late bot accounts: the fallback strategy plays the rest of the phase for them."""

import time

import pytest

import game as rules
from projections.audit import verify
from projections.effects import Effect, due_effect
from service.jobs.bot_turns import play_bots
from service.jobs.late_bots import play_late_bots
from service.jobs.scores import score_game
from tests.service.client import Caller, Service, id_of

FAR_FUTURE_SECONDS = 10.0**10
"""A time, since 1970, at which every bot account is late."""


@pytest.fixture
def game(service: Service, ada: Caller) -> str:
    """A game that waits only for a bot account, which has one second for each intention."""
    game, marvin = service.open_game(ada, bot_seconds=1), service.new_bot()
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    return game


def test_the_effect_is_due_when_the_time_of_the_bot_account_is_over(service: Service, game: str):
    loaded = service.parts.games.load(id_of(game))
    effect = due_effect(id_of(game), loaded.state, loaded.moved_ms)
    assert effect == Effect("late", id_of(game), loaded.state.since, loaded.moved_ms[1] + 1000)
    service.parts.snapshots.save(id_of(game), loaded, effect)
    assert effect in service.parts.snapshots.due_effects()


def test_the_fallback_plays_one_phase_for_a_late_bot_account(service: Service, game: str):
    before = service.version(game)
    play_late_bots(service.parts, id_of(game), lambda: 0.0)
    assert service.version(game) == before, "not yet"
    play_late_bots(service.parts, id_of(game), lambda: FAR_FUTURE_SECONDS)
    first = service.parts.log.read(id_of(game), before)[0]
    assert (first.seat, first.actor, first.name) == (1, "bot:greedy", "card_drafted")
    assert rules.waiting_on(service.parts.games.load(id_of(game)).state) == (0, 1)


def test_a_whole_game_of_a_late_bot_account_verifies(service: Service, ada: Caller, game: str):
    id = id_of(game)
    while service.parts.games.load(id).state.phase != "finished":
        if legal := ada.get(f"{game}/legal").json:
            ada.post(f"{game}/intentions", next((body for body in legal if body["type"] == "ready"), legal[0]))
        play_late_bots(service.parts, id, lambda: FAR_FUTURE_SECONDS)
    score_game(service.parts, id)
    assert verify(ada.get(f"{game}/log").data.splitlines(keepends=True)).fault is None


def test_events_of_other_seats_give_a_silent_bot_account_no_more_time(service: Service, ada: Caller, game: str):
    before = service.parts.games.load(id_of(game))
    time.sleep(0.005)
    ada.post(f"{game}/intentions", {"type": "auto_ready", "on": True})
    after = service.parts.games.load(id_of(game))
    assert after.touched_ms > before.touched_ms
    assert after.moved_ms[1] == before.moved_ms[1] < after.moved_ms[0]
    play_late_bots(service.parts, id_of(game), lambda: before.moved_ms[1] / 1000 + 1.001)
    assert service.parts.games.load(id_of(game)).state.seats[1].drafted


def test_a_bot_account_with_time_left_is_not_played_for(service: Service, game: str):
    before, moved_ms = service.version(game), service.parts.games.load(id_of(game)).moved_ms[1]
    play_bots(service.parts, id_of(game))
    play_late_bots(service.parts, id_of(game), lambda: moved_ms / 1000 + 0.999)
    assert service.version(game) == before


def test_nobody_is_late_in_an_open_game(service: Service, ada: Caller):
    game = service.open_game(ada)
    play_late_bots(service.parts, id_of(game), lambda: FAR_FUTURE_SECONDS)
    assert service.version(game) == 2
