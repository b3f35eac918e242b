"""The service stops for longer than the clocks of a game: nobody's time is up, whatever was stopped, and how."""

import time
from pathlib import Path
from random import Random

import pytest

from events.entry import from_timestamp
from projections.audit import verify
from tests.end_to_end import chaos
from tests.end_to_end.running import Json, PersistentPlayer, await_true, up

CLOCK = {"kind": "per_phase", "seconds": 8, "misses": 100}


def events_of_time(host: PersistentPlayer, game: str) -> list[Json]:
    return [event for event in host.list_events(game) if event["name"] in ("time_expired", "time_given_back")]


def check_given_back(host: PersistentPlayer, game: str, begun: float, ended: float) -> None:
    """The newest outage lasted at least from the one time to the other, and nobody's time was up since it began."""
    event = events_of_time(host, game)[-1]
    given = [each for each in events_of_time(host, game) if each["name"] == "time_given_back"][-1]
    data = given["data"]
    assert data["from_ms"] <= begun * 1000
    assert data["to_ms"] >= ended * 1000
    late = [each for each in events_of_time(host, game) if each["name"] == "time_expired"]
    assert not [each for each in late if data["from_ms"] < from_timestamp(each["time"]) < data["to_ms"] + 1000], event


def deadline_of(host: PersistentPlayer, game: str) -> float:
    """When the time of the host is up, in seconds since 1970."""
    [clock] = host.get_table(game)["clocks"]
    return from_timestamp(clock["deadline"]) / 1000


def times_given_back(host: PersistentPlayer, game: str) -> int:
    return [event["name"] for event in events_of_time(host, game)].count("time_given_back")


def opened_game(host: PersistentPlayer) -> str:
    """A game on a clock that has begun."""
    game = host.open_game(seats=2, bots=["random"], clock=CLOCK)["id"]
    host.start_game(game)
    return game


@pytest.mark.verify
def test_nobodys_time_is_up_while_the_service_is_stopped(tmp_path: Path):
    with up(tmp_path, SWEEP_SECONDS="0.5") as running:
        host = PersistentPlayer(running.url, "Host")
        game = opened_game(host)
        deadline = deadline_of(host, game)
    begun = time.time()
    time.sleep(max(0.0, deadline - begun) + 1)
    ended = time.time()
    with up(tmp_path, SWEEP_SECONDS="0.5") as running:
        host.go_to(running.url)
        await_true(lambda: times_given_back(host, game) == 1, running.output)
        check_given_back(host, game, begun, ended)
        assert "the service did not answer for" in running.output.read_text()
        host.close()


@pytest.mark.verify
def test_nobodys_time_is_up_while_the_web_processes_are_killed(tmp_path: Path):
    with up(tmp_path, SWEEP_SECONDS="0.5") as running:
        host = PersistentPlayer(running.url, "Host")
        game = opened_game(host)
        begun = time.time() + 1
        chaos.kill(running, "web", Random(1), down_seconds=CLOCK["seconds"] + 3)
        ended = time.time()
        await_true(lambda: times_given_back(host, game) == 1, running.output)
        check_given_back(host, game, begun, begun + CLOCK["seconds"])
        assert ended - begun > CLOCK["seconds"]

        host.play_out(game, Random(1))
        assert verify(host.get_log(game).splitlines(keepends=True)).fault is None
        host.close()
