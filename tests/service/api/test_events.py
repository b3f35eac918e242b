"""Following a game: pages of events, waiting for the next one, and the log of the finished game."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

import game as rules
from events import Entry, Log
from events.chain import head
from events.export import parse
from tests.isolation import environment
from tests.projections.reads import refuse_reads
from tests.service.client import Caller, Json, Service, assert_problem, id_of

JOIN = """
import os, sys
from service.app import create_app
from service.backend import open_backend
from service.settings import read_settings
app = create_app(open_backend(read_settings(os.environ))).test_client()
print("ready", flush=True)
sys.stdin.readline()
answer = app.post(sys.argv[1] + "/seats", headers={"Authorization": "Bearer " + sys.argv[2]})
print(answer.status_code)
"""


BEFORE_THE_END_SECONDS = 15
"""An answer that comes within this time did not come because the wait of 20 seconds was over."""

# Pages


def read_pages(caller: Caller, path: str) -> list[list[Json]]:
    """All pages from an address on, following their links."""
    found = []
    while path:
        answer = caller.get(path)
        assert answer.status_code == 200
        found.append(answer.json)
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


def test_events_come_in_order_without_gaps(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    events = callers[0].get(f"{game}/events?limit=1000").json
    assert [event["version"] for event in events] == list(range(1, service.version(game) + 1))
    assert events[0]["name"] == "game_opened"
    assert events[-1]["name"] == "game_scored"
    assert all(event.keys() == {"version", "name", "seat", "group", "actor", "time", "data"} for event in events)
    assert all(event["time"].endswith("Z") for event in events)


def test_pages_link_to_the_next_and_make_up_the_whole(finished: tuple[str, list[Caller]]):
    game, callers = finished
    all_events = callers[0].get(f"{game}/events?limit=1000").json
    found = read_pages(callers[0], f"{game}/events?limit=100")
    assert [event for page in found for event in page] == all_events
    assert {len(page) for page in found[:-1]} == {100}
    assert len(found[-1]) < 100


def test_a_page_begins_after_a_version(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    last = service.version(game)
    assert [event["version"] for event in callers[0].get(f"{game}/events?after={last - 2}").json] == [last - 1, last]
    assert callers[0].get(f"{game}/events?after={last}").json == []
    assert callers[0].get(f"{game}/events?after={last + 1000}&wait=30").json == [], "no waiting for a finished game"
    assert [event["version"] for event in callers[0].get(f"{game}/events?after=0&limit=1").json] == [1]


def test_each_seat_sees_only_its_own_secrets_in_events(service: Service):
    game, callers = service.start_game(2)
    legal = callers[0].get(f"{game}/legal").json
    callers[0].post(f"{game}/intentions", legal[0])
    answers = [caller.get(f"{game}/events") for caller in (*callers, service.new_player("Eve"))]
    assert [events.json[-1]["data"] for events in answers] == [{"card": legal[0]["card"]}, {}, {}]
    for events, caller in zip(answers, callers, strict=False):
        other = next(player for player in callers if player is not caller)
        assert not any(card in events.text for card in other.get(game).json["hand"])
    starts = [event["data"].keys() for event in answers[0].json if event["name"] == "game_started"]
    assert starts == [{"empires", "client_seeds"}]


def test_events_of_a_finished_game_hide_nothing(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    events = service.new_player("Eve").get(f"{game}/events?limit=1000").json
    assert events == callers[0].get(f"{game}/events?limit=1000").json
    assert len(next(event for event in events if event["name"] == "game_started")["data"]["deck"]) == 150
    assert all("card" in event["data"] for event in events if event["name"] == "card_drafted")


# Waiting


def measure(action: Callable[[], Any]) -> tuple[Any, float]:
    """The result of an action, and the seconds it took."""
    began = time.monotonic()
    return action(), time.monotonic() - began


@pytest.mark.slow
def test_waiting_ends_with_an_empty_list_when_nothing_happens(service: Service, ada: Caller):
    game = service.open_game(ada)
    for _ in range(2):  # the first request that waits starts the listener
        answer, seconds = measure(lambda: ada.get(f"{game}/events?after={service.version(game)}&wait=0.4"))
        assert (answer.status_code, answer.json) == (200, [])
        assert seconds >= 0.4


def test_events_that_exist_are_answered_without_waiting(service: Service, ada: Caller):
    game = service.open_game(ada)
    answer, seconds = measure(lambda: ada.get(f"{game}/events?after=1&wait=20"))
    assert [event["version"] for event in answer.json] == [2]
    assert seconds < 20, "sooner than a wait ends"


def start_waiting(caller: Caller, path: str) -> tuple[threading.Thread, list[Any]]:
    """A request under way, and where its answer will be."""
    found: list[Any] = []

    def ask() -> None:
        answer = caller.get(path)
        found.append(answer.json)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.15)
    assert not found
    return thread, found


def test_an_append_of_another_thread_ends_a_wait_at_once(service: Service, ada: Caller):
    game, ben = service.open_game(ada), service.new_player("Ben")
    thread, found = start_waiting(ada, f"{game}/events?after={service.version(game)}&wait=20")
    ben.post(f"{game}/seats")
    thread.join(BEFORE_THE_END_SECONDS)
    assert [event["name"] for event in found[0]] == ["seat_taken"]


@pytest.mark.slow
def test_an_append_of_another_process_ends_a_wait_at_once(service: Service, ada: Caller, tmp_path: Path):
    game, ben = service.open_game(ada), service.new_player("Ben")
    settings = service.parts.settings
    environ = environment(REDIS_URL=settings.redis_url or "", KEY_PREFIX=settings.key_prefix)
    command = [sys.executable, "-c", JOIN, game, ben.token]
    with subprocess.Popen(
        command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as other:
        assert other.stdout.readline() == "ready\n"
        thread, found = start_waiting(ada, f"{game}/events?after={service.version(game)}&wait=20")
        output, _ = other.communicate("\n")
    thread.join(BEFORE_THE_END_SECONDS)
    assert [event["data"]["player"] for event in found[0]] == [ben.id]
    assert output == "201\n"


@pytest.mark.slow
def test_an_earlier_version_does_not_end_a_wait(service: Service, ada: Caller):
    game = service.open_game(ada, seats=3)
    thread, found = start_waiting(ada, f"{game}/events?after={service.version(game) + 1}&wait=20")
    service.new_player("Ben").post(f"{game}/seats")
    time.sleep(0.2)
    assert not found
    service.new_player("Cem").post(f"{game}/seats")
    thread.join(BEFORE_THE_END_SECONDS)
    assert [event["seat"] for event in found[0]] == [2]


@pytest.mark.slow
def test_a_request_that_waits_reads_the_log_only_for_versions_that_it_waits_for(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    process = service.another_process()
    game = service.open_game(ada, seats=3)
    thread, found = start_waiting(ada.through(process), f"{game}/events?after=1000&wait=20")
    time.sleep(0.2)
    refuse_reads(process.parts.log, monkeypatch)
    service.new_player("Ben").post(f"{game}/seats")
    time.sleep(0.2)
    monkeypatch.undo()
    process.app.wakeups.stop()
    thread.join(BEFORE_THE_END_SECONDS)
    assert found[0] == []


@pytest.mark.parametrize("path", ["/v1/games/{game}/events?after=9&wait=20", "/v1/turns?wait=20"])
def test_a_wait_ends_when_the_process_stops(path: str, service: Service, ada: Caller):
    process = service.another_process()
    caller = ada.through(process)
    thread, found = start_waiting(caller, path.format(game=id_of(service.open_game(ada))))
    process.app.wakeups.stop()
    thread.join(BEFORE_THE_END_SECONDS)
    assert found[0] == []


@pytest.mark.slow
def test_many_requests_can_wait_for_one_game(service: Service, ada: Caller):
    game = service.open_game(ada)
    under_way = [
        start_waiting(service.new_player(), f"{game}/events?after={service.version(game)}&wait=20") for _ in range(4)
    ]
    service.new_player("Ben").post(f"{game}/seats")
    for thread, found in under_way:
        thread.join(BEFORE_THE_END_SECONDS)
        assert len(found[0]) == 1
    assert not service.app.wakeups._waiters, "no request is left behind"


# The log


def test_the_log_of_a_finished_game_can_be_verified(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    answer = callers[0].get(f"{game}/log")
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson")
    assert answer.text.endswith("\n")
    header, entries, end = parse(answer.text.splitlines())
    assert header["game"] == id_of(game)
    assert [entry.version for entry in entries] == list(range(1, service.version(game) + 1))
    assert end["count"] == len(entries)
    assert end["head"] == head(id_of(game), entries).hex()
    state = rules.fold(entry.event for entry in entries)
    assert end["state_hash"] == rules.state_hash(state)
    view = callers[0].get(game).json
    assert (end["result"]["scores"], end["result"]["ranking"]) == (view["result"]["scores"], view["result"]["ranking"])
    assert list(rules.score(state)) == end["result"]["scores"]


@pytest.mark.slow
def test_the_heads_answered_during_the_game_are_in_the_log(service: Service):
    game, callers = service.start_game(2)
    answers = service.play_by_requests(game, callers)
    _, entries, _ = parse(callers[0].get(f"{game}/log").text.splitlines())
    hashes = {entry.version: entry.hash.hex() for entry in entries}
    heads = {answer["version"]: answer["head"] for answer in answers if "head" in answer}
    assert len(heads) > 40
    assert heads.items() <= hashes.items()


@pytest.mark.parametrize("count", [5, 30])
def test_a_log_that_the_store_does_not_give_whole_is_no_answer(
    service: Service, finished: tuple[str, list[Caller]], monkeypatch: pytest.MonkeyPatch, count: int
):
    game, callers = finished

    def fail_later(log: Log, id: str) -> Iterator[list[Entry]]:
        yield log.read(id)[:count]
        raise RedisConnectionError

    monkeypatch.setattr("service.api.resources.events.read_slowly", fail_later)
    monkeypatch.setattr("service.api.resources.events.PIECE_LINES", 10)
    assert_problem(callers[0].get(f"{game}/log"), 503, "store_unavailable")


def test_a_finished_games_log_is_open_to_everybody_with_a_token(service: Service, finished: tuple[str, list[Caller]]):
    game, callers = finished
    assert service.new_player("Eve").get(f"{game}/log").data == callers[0].get(f"{game}/log").data


def test_the_log_is_closed_until_the_game_is_scored(service: Service, ada: Caller):
    assert_problem(ada.get(f"{service.open_game(ada)}/log"), 409, "not_finished")
    game, callers = service.start_game(2)
    service.play(game, callers, until="finished")
    assert_problem(callers[0].get(f"{game}/log"), 409, "not_finished")


@pytest.mark.parametrize("path", ["events", "log", "legal"])
def test_an_unknown_games_events_are_not_found(path: str, ada: Caller):
    assert_problem(ada.get(f"/v1/games/unknown2/{path}"), 404, "no_such_game")
