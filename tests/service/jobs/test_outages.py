"""Outages: the time in which the service does not answer is given back, once, before anybody is late."""

from random import Random
from typing import Any

import pytest

from game.clocks import next_deadline_ms
from projections.audit import verify
from projections.effects import due_effects
from projections.games import with_entries, without_events
from service.games.table import describe_clocks
from service.jobs.bot_turns import play_bots
from service.jobs.expiries import abandon_game, expire_seats
from service.jobs.scores import score_game
from tests.service.client import Service, id_of, pick_intention
from tests.service.timed import Timed

CLOCK = {"kind": "per_phase", "seconds": 60}
BANK = {"kind": "bank", "seconds": 60}


@pytest.fixture
def timed(service: Service) -> Timed:
    return Timed(service)


def names(timed: Timed, game: str) -> list[str]:
    """The names of the events of time, in the order of the log."""
    entries = timed.service.parts.log.read(id_of(game))
    return [entry.name for entry in entries if entry.name.startswith(("time_", "seat_taken_over", "game_abandoned"))]


def lefts(timed: Timed, game: str) -> list[float]:
    """What the clocks show, in seconds."""
    described = describe_clocks(timed.service.parts.games.load(id_of(game)))
    assert described
    return [clock["left"] for clock in described]


def verified(timed: Timed, game: str) -> None:
    """The game as every process folds it is what its log says."""
    entries = timed.service.parts.log.read(id_of(game))
    assert timed.service.parts.games.load(id_of(game)) == with_entries(without_events(id_of(game)), entries)


@pytest.mark.parametrize("clock", [CLOCK, BANK], ids=["per phase", "bank"])
def test_nobodys_time_is_up_after_an_outage_longer_than_the_clock(timed: Timed, clock: dict[str, Any]):
    game, _ = timed.service.start_game(2, clock=clock)
    timed.seconds += 10
    timed.outage(3600)
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"]
    timed.seconds += 49.999
    timed.beat()
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"], "50 seconds were left"
    timed.seconds += 0.001
    timed.beat()
    timed.expire(game)
    assert names(timed, game)[1:3] == ["time_expired"] * 2
    verified(timed, game)


def test_a_player_who_moves_before_the_job_comes_loses_nothing(timed: Timed):
    game, (ada, ben) = timed.service.start_game(2, clock=BANK)
    timed.seconds += 10
    timed.outage(45)
    timed.seconds += 2
    ada.move(game)
    assert lefts(timed, game) == [3.0, 60.0]
    ben.move(game)
    ben.move(game)
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"]
    assert lefts(timed, game) == [48.0, 48.0]
    verified(timed, game)


def test_while_the_service_does_not_answer_nobodys_time_is_up(timed: Timed):
    game, _ = timed.service.start_game(2, clock=CLOCK)
    timed.beat()
    timed.seconds += 3600
    timed.expire(game)
    assert names(timed, game) == []
    deadline_ms = next_deadline_ms(timed.service.parts.games.load(id_of(game)).clocks)
    assert deadline_ms is not None
    timed.answers = timed.answers._replace(beat_ms=deadline_ms - 1)
    timed.expire(game)
    assert names(timed, game) == []
    timed.answers = timed.answers._replace(beat_ms=deadline_ms)
    timed.expire(game)
    assert names(timed, game)[:1] == ["time_expired"]


def test_each_outage_is_given_back_once_however_often_the_job_runs(timed: Timed):
    game, _ = timed.service.start_game(2, clock=CLOCK)
    for _ in range(2):
        timed.seconds += 5
        timed.outage(100)
    timed.seconds += 1
    for _ in range(3):
        timed.expire(game)
    assert names(timed, game) == ["time_given_back"] * 2
    assert due_effects(id_of(game), timed.service.parts.games.load(id_of(game)), timed.answers.outages).timed
    timed.outage(30)
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"] * 3
    assert timed.service.parts.games.load(id_of(game)).clocks.settled_ms == timed.answers.outages[-1].to_ms


def test_two_processes_with_old_states_give_an_outage_back_once(timed: Timed, service: Service):
    game, (ada, _) = timed.service.start_game(2, clock=BANK)
    other = timed.process(service)
    other.parts.games.load(id_of(game))
    timed.seconds += 10
    timed.outage(100)
    ada.move(game)
    version = timed.service.version(game)
    for process in (timed.service, other, other):
        expire_seats(process.parts, id_of(game), lambda: timed.seconds)
    assert names(timed, game) == ["time_given_back"]
    assert timed.service.version(game) == version + 1
    assert other.parts.games.load(id_of(game)) == timed.service.parts.games.load(id_of(game))
    verified(timed, game)


def test_a_process_that_has_not_seen_the_event_expires_nobody(timed: Timed, service: Service):
    """It knows the outage, but the clocks that it keeps are those before."""
    game, _ = timed.service.start_game(2, clock=CLOCK)
    other = timed.process(service)
    other.parts.games.load(id_of(game))
    timed.outage(100)
    timed.expire(game)
    expire_seats(other.parts, id_of(game), lambda: timed.seconds)
    assert names(timed, game) == ["time_given_back"]


def test_an_outage_that_this_process_cannot_date_yet_waits_and_so_does_the_expiry(timed: Timed):
    """Its clock lags by a millisecond: an event that ends after its own time would be a fault of the log."""
    game, _ = timed.service.start_game(2, clock=CLOCK)
    timed.outage(100)
    timed.seconds -= 0.001
    timed.expire(game)
    assert names(timed, game) == []
    timed.seconds += 0.001
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"]


def test_a_game_without_a_clock_and_one_that_began_later_get_no_event(timed: Timed):
    untimed, _ = timed.service.start_game(2)
    timed.outage(100)
    later, _ = timed.service.start_game(2, clock=CLOCK)
    for game in (untimed, later):
        timed.expire(game)
        assert names(timed, game) == []


def test_a_bot_account_without_a_clock_of_the_game_has_its_time_back(timed: Timed):
    ada, marvin = timed.service.new_player("Ada"), timed.service.new_bot()
    game = timed.service.open_game(ada, bot_seconds=30)
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    timed.outage(100)
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"]


def test_a_rewind_makes_no_time_lost_again(timed: Timed):
    game, (ada, ben) = timed.service.start_game(2, clock=BANK)
    version = timed.service.version(game)
    timed.seconds += 10
    timed.outage(100)
    timed.expire(game)
    ada.move(game)
    ben.move(game)
    assert lefts(timed, game) == [50.0, 50.0]
    assert ada.post(f"{game}/rewinds", {"version": version}).status_code == 201
    assert ben.post(f"{game}/rewinds/1/accept").status_code in (200, 201)
    assert lefts(timed, game) == [50.0, 50.0]
    timed.expire(game)
    assert names(timed, game) == ["time_given_back"]
    verified(timed, game)


def test_an_open_game_does_not_expire_while_nobody_can_join(timed: Timed):
    ada = timed.service.new_player("Ada")
    game = timed.service.open_game(ada, open_seconds=60)
    timed.seconds += 10
    timed.outage(100)
    for seconds, expected in ((0, []), (49.9, []), (0.1, ["game_abandoned"])):
        timed.seconds += seconds
        timed.beat()
        abandon_game(timed.service.parts, id_of(game), lambda: timed.seconds)
        assert names(timed, game) == expected


def test_no_game_ends_by_itself_while_the_service_does_not_answer(timed: Timed):
    ada = timed.service.new_player("Ada")
    game = timed.service.open_game(ada, open_seconds=60)
    timed.beat()
    timed.seconds += 3600
    abandon_game(timed.service.parts, id_of(game), lambda: timed.seconds)
    assert names(timed, game) == []


def test_an_idle_game_waits_for_the_time_in_which_nobody_could_move(timed: Timed):
    game, _ = timed.service.start_game(2, idle_seconds=60)
    timed.seconds += 10
    timed.outage(3600)
    for seconds, expected in ((49.9, []), (0.1, ["game_abandoned"])):
        timed.seconds += seconds
        timed.beat()
        abandon_game(timed.service.parts, id_of(game), lambda: timed.seconds)
        assert names(timed, game) == expected


@pytest.mark.parametrize("clock", [CLOCK, {"kind": "bank", "seconds": 90, "increment": 4}], ids=["per phase", "bank"])
@pytest.mark.slow
def test_a_whole_game_with_outages_verifies(timed: Timed, clock: dict[str, Any]):
    process, rng = timed.service, Random(5)
    game, callers = process.start_game(2, ["random"], clock={**clock, "misses": 100})
    id = id_of(game)
    while process.parts.games.load(id).state.phase != "finished":
        timed.seconds += rng.random() * 8
        if rng.random() < 0.05:
            timed.outage(3 + rng.random() * 200)
        if rng.random() < 0.5:
            timed.beat()
            timed.expire(game)
        play_bots(process.parts, id)
        caller = rng.choice(callers)
        if legal := caller.get(f"{game}/legal").json:
            caller.post(f"{game}/intentions", pick_intention(legal, rng))
    score_game(process.parts, id)
    assert {"time_expired", "time_given_back"} <= {*names(timed, game)}
    verified(timed, game)
    assert verify(callers[0].get(f"{game}/log").data.splitlines(keepends=True)).fault is None
