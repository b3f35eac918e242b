"""Whatever happens to the store: requests are told at once, `/readyz` says what is wrong, and the service recovers."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any

import httpx
import pytest

from store.faults import FAULTS as SENTENCES
from tests.end_to_end import store_faults
from tests.end_to_end.running import PATIENCE_SECONDS, Running, await_true, is_ready, open_client, up
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


def ask(http: httpx.Client, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
    """The answer. As the service says: if the store does not answer in time, the same request is sent again.

    A busy machine lets the store miss its second to answer, with no fault.
    """
    key, deadline = {"Idempotency-Key": token_hex(16)}, time.monotonic() + PATIENCE_SECONDS
    while (answer := http.request(method, path, json=body, headers=key)).status_code == 503:
        assert time.monotonic() < deadline, answer.text
        time.sleep(int(answer.headers["Retry-After"]))
    return answer


def start_game(http: httpx.Client) -> str:
    """A new game against a bot, of a new player whose token the client then has."""
    http.headers.pop("Authorization", None)
    account = ask(http, "POST", "/v1/players", {"name": "Ada"})
    assert account.status_code == 201, account.text
    http.headers["Authorization"] = f"Bearer {account.json()['token']}"
    game = ask(http, "POST", "/v1/games", {"seats": 2, "bots": ["greedy"]}).headers["Location"]
    assert ask(http, "POST", f"{game}/start").status_code == 200
    return game


def bots_move(http: httpx.Client, game: str) -> bool:
    """Whether the bot of a new game has drafted its first card: projector and worker work."""
    return bool([event for event in ask(http, "GET", f"{game}/events").json() if event["name"] == "card_drafted"])


def all_say(http: httpx.Client, sentence: str) -> bool:
    """Whether `/readyz` says so, eight times: two processes answer in an order that nobody knows."""
    answers = (httpx.get(f"{http.base_url}/readyz", timeout=60) for _ in range(8))
    return all((each.status_code, each.json().get("detail")) == (503, sentence) for each in answers)


def all_are_told(http: httpx.Client, game: str, sentence: str) -> bool:
    """Whether requests of all kinds are refused for this reason: soon, as each process has to find it out.

    On a busy machine a process may find another one for a moment: that the store does not answer.
    """
    asked = [("GET", game), ("POST", "/v1/players"), ("GET", "/v1/players/me"), ("GET", f"{game}/events")]
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
    """Whether all web processes are: `ask` would find the one that is."""
    return all(httpx.get(f"{url}/readyz", timeout=60).status_code == 200 for _ in range(8))


@pytest.mark.parametrize("name", FAULTS)
def test_every_request_is_told_and_the_service_recovers(name: str, troubled: tuple[Running, Store]):
    (running, store), (happens, fault) = troubled, FAULTS[name]
    with open_client(running.url) as http:
        if name == "older":
            store_faults.back_up(store)
        game = start_game(http)
        with happens(store):
            await_true(lambda: all_say(http, SENTENCES[fault]), running.output)
            await_true(lambda: all_are_told(http, game, SENTENCES[fault]), running.output)
        await_true(lambda: all_ready(running.url), running.output)
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
    with open_client(running.url) as http, ThreadPoolExecutor(2) as threads:
        game = start_game(http)
        await_true(lambda: bots_move(http, game), running.output)
        version = ask(http, "GET", game).json()["version"]
        after = f"{running.url}{game}/events?after={version}"
        accept = {**http.headers, "Accept": "application/x-ndjson"}
        with httpx.stream("GET", after, headers=accept, timeout=60) as stream:
            items = (json.loads(line) for line in stream.iter_lines() if line)
            streamed = threads.submit(lambda: next(item for item in items if item["type"] == "event"))
            polled = threads.submit(poll, http, after)
            with store_faults.stopped(store):
                await_true(lambda: not is_ready(running.url), running.output)
            await_true(lambda: is_ready(running.url), running.output)
            pick = next(each for each in ask(http, "GET", f"{game}/legal").json() if each["type"] == "draft")
            assert ask(http, "POST", f"{game}/intentions", pick).status_code == 201
            assert polled.result()["version"] == version + 1
            assert streamed.result()["version"] == version + 1
