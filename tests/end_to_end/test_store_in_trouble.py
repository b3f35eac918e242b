"""Whatever happens to the store: requests are told at once, `/readyz` says what is wrong, and the service recovers."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from events.faults import FAULTS as SENTENCES
from tests.end_to_end import store_faults
from tests.end_to_end.running import Running, await_true, is_ready, open_client, up
from tests.end_to_end.store_faults import FAULTS, Store, running_store

pytestmark = pytest.mark.slow
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


def start_game(http: httpx.Client) -> str:
    """A new game against a bot, of a new player whose token the client then has."""
    http.headers.pop("Authorization", None)
    account = http.post("/v1/players", json={"name": "Ada"})
    assert account.status_code == 201, account.text
    http.headers["Authorization"] = f"Bearer {account.json()['token']}"
    game = http.post("/v1/games", json={"seats": 2, "bots": ["greedy"]}).headers["Location"]
    assert http.post(f"{game}/start").status_code == 200
    return game


def bots_move(http: httpx.Client, game: str) -> bool:
    """Whether the bot of a new game has drafted its first card: projector and worker work."""
    return bool([event for event in http.get(f"{game}/events").json() if event["name"] == "card_drafted"])


def all_say(http: httpx.Client, sentence: str) -> bool:
    """Whether all web processes say so: two of them answer in an order that nobody knows."""
    answers = [httpx.get(f"{http.base_url}/readyz", timeout=60) for _ in range(8)]
    return {(each.status_code, each.json().get("detail")) for each in answers} == {(503, sentence)}


@pytest.mark.parametrize("name", FAULTS)
def test_every_request_is_told_and_the_service_recovers(name: str, troubled: tuple[Running, Store]):
    (running, store), (happens, fault) = troubled, FAULTS[name]
    with open_client(running.url, seconds=60) as http:
        if name == "older":
            store_faults.back_up(store)
        game = start_game(http)
        with happens(store):
            await_true(lambda: all_say(http, SENTENCES[fault]), running.output)
            asked = [("GET", game), ("POST", "/v1/players"), ("GET", "/v1/players/me"), ("GET", f"{game}/events")]
            with ThreadPoolExecutor(ALL_AT_ONCE) as threads:
                answers = [
                    threads.submit(http.request, method, path, json={"name": "Ben"} if method == "POST" else None)
                    for method, path in asked * (ALL_AT_ONCE // len(asked))
                ]
            for answer in [each.result() for each in answers]:
                assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
                assert answer.json()["detail"].startswith(SENTENCES[fault])
                assert int(answer.headers["Retry-After"]) > 0
        await_true(lambda: is_ready(running.url), running.output)
        await_true(lambda: http.post("/v1/players", json={"name": "Eve"}).status_code == 201, running.output)
        if name in ("emptied", "flushed"):
            known = {http.get("/v1/players/me").status_code for _ in range(ALL_AT_ONCE)}
            assert known == {401}, "no process remembers a lost account"
        after = start_game(http)
        await_true(lambda: bots_move(http, after), running.output)


def poll(http: httpx.Client, after: str) -> dict:
    """The first event, as a client gets it that asks again when it is told to."""
    while (answer := http.get(f"{after}&wait=30")).status_code == 503:
        assert answer.headers["Retry-After"]
    return answer.json()[0]


def test_streams_and_polls_that_wait_go_on_when_the_store_does(troubled: tuple[Running, Store]):
    running, store = troubled
    with open_client(running.url, seconds=60) as http, ThreadPoolExecutor(2) as threads:
        game = start_game(http)
        await_true(lambda: bots_move(http, game), running.output)
        version = http.get(game).json()["version"]
        after = f"{running.url}{game}/events?after={version}"
        accept = {**http.headers, "Accept": "application/x-ndjson"}
        with httpx.stream("GET", after, headers=accept, timeout=60) as stream:
            items = (json.loads(line) for line in stream.iter_lines() if line)
            streamed = threads.submit(lambda: next(item for item in items if item["type"] == "event"))
            polled = threads.submit(poll, http, after)
            with store_faults.stopped(store):
                await_true(lambda: not is_ready(running.url), running.output)
            await_true(lambda: is_ready(running.url), running.output)
            pick = next(each for each in http.get(f"{game}/legal").json() if each["type"] == "draft")
            assert http.post(f"{game}/intentions", json=pick).status_code == 201
            assert polled.result()["version"] == version + 1
            assert streamed.result()["version"] == version + 1
