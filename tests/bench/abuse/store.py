"""A store in trouble: how soon requests are told, how long the slowest waits, and how soon the service is back."""

import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.bench.service import web
from tests.end_to_end import store_faults
from tests.end_to_end.running import await_true
from tests.end_to_end.store_faults import FAULTS, Store, running_store

CLIENTS = 50
BETWEEN_SECONDS = 1.0
"""Between two requests of a client."""
TROUBLE_SECONDS = 3.0
"""How long a fault lasts at least."""
POLL_SECONDS = 0.01


class Asked(NamedTuple):
    """A request: when it was sent and answered, in seconds of `time.monotonic()`, and its status."""

    sent: float
    answered: float
    status: int


def report() -> None:
    """Print a line for each fault."""
    with tempfile.TemporaryDirectory() as folder, running_store(Path(folder, "store")) as store, web(store.url) as port:
        url = f"http://127.0.0.1:{port}"
        for name, (happens, _) in FAULTS.items():
            if name == "older":
                store_faults.back_up(store)
            _report(name, happens, store, url)


def _report(name: str, happens: Callable[[Store], AbstractContextManager[None]], store: Store, url: str) -> None:
    token = httpx.post(f"{url}/v1/players", json={"name": "Ada"}).json()["token"]
    httpx.post(f"{url}/v1/games", json={"seats": 2}, headers={"Authorization": f"Bearer {token}"}).raise_for_status()
    asked: list[Asked] = []
    over = threading.Event()
    threads = [threading.Thread(target=_ask, args=(url, token, number, asked, over)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(1.5 * BETWEEN_SECONDS)
    heard: list[httpx.Response] = []
    began = time.monotonic()
    with happens(store):
        happened = time.monotonic()
        await_true(
            lambda: (said := httpx.get(f"{url}/readyz", timeout=30)).status_code == 503 and heard.append(said) is None
        )
        time.sleep(max(0.0, TROUBLE_SECONDS - (time.monotonic() - happened)) if name != "loading" else 0.0)
    mended = time.monotonic()
    await_true(lambda: httpx.get(f"{url}/readyz", timeout=30).status_code == 200, tick=POLL_SECONDS)
    back = time.monotonic() - mended
    over.set()
    for thread in threads:
        thread.join()
    after = [each for each in asked if each.answered > began]
    told = min((each.answered for each in after if each.status == 503), default=float("inf")) - began
    slowest = max(each.answered - each.sent for each in after)
    statuses = ", ".join(str(status) for status in sorted({each.status for each in after}))
    print(
        f"store {name}: first 503 after {told:.2f} s, slowest of {len(after)} requests {slowest:.2f} s, "
        f"back after {back:.2f} s, statuses {statuses}; /readyz: {heard[-1].json()['detail']}",
        flush=True,
    )


def _ask(url: str, token: str, number: int, asked: list[Asked], over: threading.Event) -> None:
    """Read and write in turns until it is over."""
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        over.wait(BETWEEN_SECONDS * number / CLIENTS)
        while not over.is_set():
            sent = time.monotonic()
            if number % 2:
                answer = http.get("/v1/turns")
            else:
                answer = http.post("/v1/games", json={"seats": 2})
            asked.append(Asked(sent, time.monotonic(), answer.status_code))
            over.wait(BETWEEN_SECONDS)
