"""Expiries: the fallback plays the stage for seats whose time is up, and games that nobody plays are ended."""

from random import Random
from typing import Any

import pytest

import game as rules
from game.clocks import next_deadline_ms
from game.stages import stage_number
from projections.audit import verify
from projections.effects import Effect, due_effects
from projections.games import with_entries, without_events
from service.games.opening import stored_server_seed
from service.jobs.bot_turns import play_bots
from service.jobs.expiries import abandon_game, expire_seats
from service.jobs.scores import score_game
from tests.service.client import Caller, Service, id_of, pick_intention
from tests.service.timed import Timed

FAR_FUTURE_SECONDS = 10.0**10
"""A time, since 1970, at which every time is up."""
CLOCK = {"kind": "per_phase", "seconds": 60}


def expire(service: Service, game: str) -> None:
    """Expire all seats whose clocks run, as if their time was up by now: the log's times say it was not."""
    expire_seats(service.parts, id_of(game), lambda: FAR_FUTURE_SECONDS)


def written_after(service: Service, game: str, version: int) -> list[tuple[str, int | None, str]]:
    """Name, seat and actor of the entries after a version."""
    return [(entry.name, entry.seat, entry.actor) for entry in service.parts.log.read(id_of(game), version)]


@pytest.fixture
def game(service: Service, ada: Caller) -> str:
    """A game that waits only for a bot account, which has one second for each phase, step or hand."""
    game, marvin = service.open_game(ada, bot_seconds=1), service.new_bot()
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    return game


def test_the_effect_is_due_at_the_deadline(service: Service, game: str):
    loaded = service.parts.games.load(id_of(game))
    deadline_ms = next_deadline_ms(loaded.clocks)
    assert deadline_ms is not None
    assert due_effects(id_of(game), loaded).timed == Effect("clock", id_of(game), loaded.version, deadline_ms)


def test_the_fallback_plays_a_hand_for_a_bot_account_whose_time_is_up(service: Service, game: str):
    before = service.version(game)
    expire_seats(service.parts, id_of(game), lambda: 0.0)
    assert service.version(game) == before, "not yet"
    expire(service, game)
    assert written_after(service, game, before)[:3] == [
        ("time_expired", 1, "service"),
        ("card_drafted", 1, "bot:greedy"),
        ("picks_revealed", None, "bot:greedy"),
    ]
    assert rules.waiting_on(service.parts.games.load(id_of(game)).state) == (0, 1)


def test_a_seat_with_a_millisecond_left_is_not_played_for(service: Service, game: str):
    before, loaded = service.version(game), service.parts.games.load(id_of(game))
    deadline_ms = next_deadline_ms(loaded.clocks) or 0
    play_bots(service.parts, id_of(game))
    expire_seats(service.parts, id_of(game), lambda: (deadline_ms - 1) / 1000)
    assert service.version(game) == before
    expire_seats(service.parts, id_of(game), lambda: deadline_ms / 1000)
    assert service.version(game) > before


def test_all_seats_out_of_time_expire_in_one_append_before_the_fallback_plays(service: Service):
    game, _ = service.start_game(3, clock=CLOCK)
    before = service.version(game)
    expire(service, game)
    written = written_after(service, game, before)
    assert [name for name, _, _ in written[:3]] == ["time_expired"] * 3
    assert [(seat, actor) for name, seat, actor in written if name == "card_drafted"] == [
        (seat, "bot:greedy") for seat in range(3)
    ]
    assert sum(1 for entry in service.parts.log.read(id_of(game), before) if entry.hash) == 1


def test_the_fallback_plays_a_whole_phase_and_never_beyond(service: Service):
    game, callers = service.start_game(2, clock=CLOCK)
    service.play(game, callers, until="planning")
    callers[0].post(f"{game}/intentions", {"type": "recycle_all"})
    state = service.parts.games.load(id_of(game)).state
    expire(service, game)
    after = service.parts.games.load(id_of(game)).state
    assert stage_number(after) == stage_number(state) + 1
    assert [seat.expired for seat in after.seats] == [False, False]


def test_after_the_misses_the_fallback_takes_the_seat_and_plays_it_while_somebody_is_present(service: Service):
    game, (ada, ben) = service.start_game(2, clock={**CLOCK, "misses": 2})
    for _ in range(2):
        ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
        before = service.version(game)
        expire(service, game)
    names = [name for name, _, _ in written_after(service, game, before)]
    assert names[:3] == ["time_expired", "seat_taken_over", "card_drafted"]
    assert ben.get(f"{game}").json["seats"][1]["away"] is True
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    assert due_effects(id_of(game), service.parts.games.load(id_of(game))).at_once
    play_bots(service.parts, id_of(game))
    assert ada.get(game).json["waiting_on"] == [0], "the bot has drafted this hand, and the next one"


def test_when_nobody_is_present_the_game_waits_and_ends_as_idle(service: Service):
    game, (ada, _) = service.start_game(2, clock={**CLOCK, "misses": 1})
    expire(service, game)
    version = service.version(game)
    play_bots(service.parts, id_of(game))
    expire(service, game)
    assert service.version(game) == version
    effects = due_effects(id_of(game), service.parts.games.load(id_of(game)))
    assert (effects.at_once, effects.timed and effects.timed.name) == (None, "abandon")
    abandon_game(service.parts, id_of(game), lambda: FAR_FUTURE_SECONDS)
    view = ada.get(game).json
    assert (view["status"], view["end_reason"]) == ("abandoned", "idle")


@pytest.mark.slow
def test_when_nobody_has_time_left_the_bots_play_to_the_score(service: Service):
    timed = Timed(service)
    process = timed.service
    game, (ada,) = process.start_game(1, ["greedy"], clock={"kind": "bank", "seconds": 3, "misses": 1})
    timed.seconds += 3
    timed.expire(game)
    play_bots(process.parts, id_of(game))
    score_game(process.parts, id_of(game))
    assert ada.get(game).json["status"] == "finished"
    assert verify(ada.get(f"{game}/log").data.splitlines(keepends=True)).fault is None


def test_without_a_clock_a_bot_takes_over_from_the_player_for_whom_the_others_wait(service: Service):
    timed = Timed(service)
    process = timed.service
    game, (ada, ben) = process.start_game(2, idle_seconds=600)
    timed.seconds += 300
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    version = process.version(game)
    timed.seconds += 299.999
    timed.expire(game)
    assert process.version(game) == version
    timed.seconds += 0.001
    timed.expire(game)
    assert written_after(process, game, version) == [("seat_taken_over", 1, "service")]
    play_bots(process.parts, id_of(game))
    assert ada.get(game).json["waiting_on"] == [0]
    assert ben.get(f"{game}/table").json["can_return"] == [1]
    abandon_game(process.parts, id_of(game), lambda: timed.seconds + 600)
    assert (ada.get(game).json["status"], ada.get(game).json["end_reason"]) == ("abandoned", "idle")


def test_an_open_game_expires_once_and_not_before_its_time(service: Service, ada: Caller):
    game = service.open_game(ada, open_seconds=60)
    opened_ms = service.parts.games.load(id_of(game)).opened_ms
    abandon_game(service.parts, id_of(game), lambda: opened_ms / 1000 + 59.999)
    assert ada.get(game).json["status"] == "open"
    for _ in range(2):
        abandon_game(service.parts, id_of(game), lambda: opened_ms / 1000 + 60)
    assert written_after(service, game, 2) == [("game_abandoned", None, "service")]
    assert ada.get(game).json["end_reason"] == "expired"
    assert stored_server_seed(service.parts, id_of(game)) is None


def test_a_game_that_started_in_time_does_not_expire(service: Service):
    game, (ada, _) = service.start_game(2)
    opened_ms = service.parts.games.load(id_of(game)).opened_ms
    abandon_game(service.parts, id_of(game), lambda: opened_ms / 1000 + 86_400)
    assert ada.get(game).json["status"] == "playing"


def test_nobody_is_out_of_time_in_an_open_game(service: Service, ada: Caller):
    game = service.open_game(ada, clock=CLOCK)
    expire(service, game)
    assert service.version(game) == 2


def test_an_intention_that_arrives_before_the_expiry_is_written_counts(service: Service):
    game, (ada, _) = service.start_game(2, clock=CLOCK)
    deadline_ms = next_deadline_ms(service.parts.games.load(id_of(game)).clocks) or 0
    pick = ada.get(f"{game}/legal").json[0]
    assert ada.post(f"{game}/intentions", pick).status_code == 201
    before = service.version(game)
    expire_seats(service.parts, id_of(game), lambda: deadline_ms / 1000 + 1)
    assert [seat for name, seat, _ in written_after(service, game, before) if name == "time_expired"] == [1]
    assert pick["card"] in ada.get(game).json["seats"][0]["drafted"]


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "bank", "seconds": 100, "increment": 7, "misses": 2},
        pytest.param({"kind": "bank", "seconds": 90, "misses": 3}, marks=pytest.mark.slow),
        pytest.param({"kind": "per_phase", "seconds": 9, "misses": 1}, marks=pytest.mark.slow),
    ],
    ids=lambda clock: f"{clock['kind']} {clock['seconds']}",
)
@pytest.mark.slow
def test_a_whole_game_of_players_who_vanish_and_return_verifies(service: Service, clock: dict[str, Any]):
    timed = Timed(service)
    process, rng = timed.service, Random(3)
    game, callers = process.start_game(2, ["random"], clock=clock)
    id = id_of(game)
    while process.parts.games.load(id).state.phase != "finished":
        timed.seconds += rng.random() * 8
        for caller, seat in zip(callers, process.parts.games.load(id).state.seats, strict=False):
            if seat.away and rng.random() < 0.3:
                caller.post(f"{game}/seats/me/return")
        timed.expire(game)
        play_bots(process.parts, id)
        caller = rng.choice(callers)
        if legal := caller.get(f"{game}/legal").json:
            caller.post(f"{game}/intentions", pick_intention(legal, rng))
        if not rules.attended(process.parts.games.load(id).state):
            callers[0].post(f"{game}/seats/me/return")
    score_game(process.parts, id)
    entries = process.parts.log.read(id)
    names = {entry.name for entry in entries}
    assert {"time_expired", "seat_taken_over"} <= names
    assert ("seat_returned" in names) == (clock.get("increment") is not None or clock["kind"] == "per_phase")
    assert process.parts.games.load(id) == with_entries(without_events(id), entries)
    if entries[-1].name == "game_scored":
        assert verify(callers[0].get(f"{game}/log").data.splitlines(keepends=True)).fault is None
