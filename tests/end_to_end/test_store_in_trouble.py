"""Whatever happens to the store: requests are told at once, `/readyz` says what is wrong, and the service recovers."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx
import pytest

from store.faults import FAULTS as SENTENCES
from tests.end_to_end import store_faults
from tests.end_to_end.running import PersistentPlayer, Running, await_true, is_ready, open_client, up
from tests.end_to_end.store_faults import FAULTS, Store, running_store

ALL_AT_ONCE = 20


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Store]]:
    """A service on a store of its own, to which everything may happen."""
    folder = tmp_path_factory.mktemp("troubled")
    with (
        running_store(folder / "store") as store,
        up(folder, REDIS_URL=store.url, STORE_SECONDS="1", SWEEP_SECONDS="0.5") as running,
    ):
        steady = running.processes("projector") + running.processes("web workers")
        yield running, store
        assert steady == running.processes("projector") + running.processes("web workers"), "they survive all of it"


def start_game(player: PersistentPlayer) -> str:
    """A new game against a bot. On a busy machine, the store misses its second to answer without a fault."""
    game: str = player.open_game(seats=2, bots=["greedy"])["id"]
    player.start_game(game)
    return game


def bots_move(player: PersistentPlayer, game: str) -> bool:
    """Whether the bot of a new game has drafted its first card: projector and worker work."""
    return bool([event for event in player.list_events(game) if event["name"] == "card_drafted"])


def all_say(http: httpx.Client, sentence: str) -> bool:
    """Whether `/readyz` says so, eight times: two processes answer in an order that nobody knows."""
    answers = (httpx.get(f"{http.base_url}/readyz", timeout=60) for _ in range(8))
    return all((each.status_code, each.json().get("detail")) == (503, sentence) for each in answers)


def all_are_told(http: httpx.Client, game: str, sentence: str) -> bool:
    """Whether requests of all kinds are refused for this reason: soon, as each process has to find it out.

    On a busy machine a process may find another one for a moment: that the store does not answer.
    """
    path = f"/v1/games/{game}"
    asked = [("GET", path), ("POST", "/v1/players"), ("GET", "/v1/players/me"), ("GET", f"{path}/events")]
    with ThreadPoolExecutor(ALL_AT_ONCE) as threads:
        sent = [
            threads.submit(http.request, method, path, json={"name": "Ben"} if method == "POST" else None)
            for method, path in asked * (ALL_AT_ONCE // len(asked))
        ]
    answers = [each.result() for each in sent]
    refusals = [answer for answer in answers if answer.status_code == 503]
    assert {answer.json()["code"] for answer in refusals} <= {"store_unavailable"}
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in refusals)
    return len(refusals) == len(answers) and all(each.json()["detail"].startswith(sentence) for each in refusals)


def all_ready(url: str) -> bool:
    """Whether all web processes are: a request finds the one that is."""
    return all(httpx.get(f"{url}/readyz", timeout=60).status_code == 200 for _ in range(8))


@pytest.mark.usual("stopped", "read only", "emptied")
@pytest.mark.parametrize("name", FAULTS)
def test_every_request_is_told_and_the_service_recovers(name: str, troubled: tuple[Running, Store]):
    (running, store), (happens, fault) = troubled, FAULTS[name]
    with closing(PersistentPlayer(running.url, "Ada")) as ada, open_client(running.url) as http:
        http.headers.update(ada.connection.headers)
        if name == "older":
            store_faults.back_up(store)
        game = start_game(ada)
        with happens(store):
            await_true(lambda: all_say(http, SENTENCES[fault]), running.output)
            await_true(lambda: all_are_told(http, game, SENTENCES[fault]), running.output)
        await_true(lambda: all_ready(running.url), running.output)
        await_true(lambda: http.post("/v1/players", json={"name": "Eve"}).status_code == 201, running.output)
        if name in ("emptied", "flushed"):
            known = {http.get("/v1/players/me").status_code for _ in range(ALL_AT_ONCE)}
            assert known == {401}, "no process remembers a lost account"
    with closing(PersistentPlayer(running.url, "Ben")) as ben:
        after = start_game(ben)
        await_true(lambda: bots_move(ben, after), running.output)


def test_streams_and_polls_that_wait_go_on_when_the_store_does(troubled: tuple[Running, Store]):
    running, store = troubled
    with closing(PersistentPlayer(running.url, "Ada")) as ada, ThreadPoolExecutor(2) as threads:
        game = start_game(ada)
        await_true(lambda: bots_move(ada, game), running.output)
        version = ada.get_game(game)["version"]
        after = f"{running.url}/v1/games/{game}/events?after={version}"
        accept = {**ada.connection.headers, "Accept": "application/x-ndjson"}
        with httpx.stream("GET", after, headers=accept, timeout=60) as stream:
            items = (json.loads(line) for line in stream.iter_lines() if line)
            streamed = threads.submit(lambda: next(item for item in items if item["type"] == "event"))
            polled = threads.submit(ada.list_events, game, after=version, wait=30)
            with store_faults.stopped(store):
                await_true(lambda: not is_ready(running.url), running.output)
            await_true(lambda: is_ready(running.url), running.output)
            ada.act(game, next(each for each in ada.list_legal(game) if each["type"] == "draft"))
            assert polled.result()[0]["version"] == version + 1
            assert streamed.result()["version"] == version + 1
