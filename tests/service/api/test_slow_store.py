"""A store whose answers all come, but late: a request waits for all of them together no longer than for one."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from service.backend import open_backend
from service.settings import Settings
from tests.end_to_end.running import await_true
from tests.service.client import Caller, Service, assert_problem
from tests.store.wire import Wire, wired

STORE_SECONDS = 1.0
DELAY_SECONDS = 0.6  # one answer comes in time; of any request here, the second is too late
KEY = {"Idempotency-Key": "open-a-game-once"}


@pytest.fixture
def slow(settings: Settings) -> Iterator[tuple[Wire, Service]]:
    """A service on a wire to its store. Nobody watches the store, so nothing refuses a request before it is asked."""
    assert settings.redis_url
    if not settings.redis_url.startswith("unix://"):
        pytest.skip("the wire leads to unix sockets")
    with wired(settings.redis_url) as wire:
        parts = open_backend(replace(settings, redis_url=wire.url, store_seconds=STORE_SECONDS))
        yield wire, Service(parts)
        parts.close()


@pytest.fixture
def ada(slow: tuple[Wire, Service]) -> Caller:
    return slow[1].new_player()


@pytest.mark.slow
def test_many_slow_answers_in_one_request_end_it(slow: tuple[Wire, Service], ada: Caller):
    wire, _ = slow
    wire.delay = DELAY_SECONDS
    wire.sent.clear()
    assert_problem(ada.post("/v1/games", {"seats": 2}), 503, "store_unavailable")
    of_the_request = [each for each in wire.sent if b"CLIENT" not in each and b"SUBSCRIBE" not in each]
    assert len(of_the_request) <= 4, "after the limit, no command is sent"


@pytest.mark.slow
def test_what_was_cut_off_can_be_repeated_and_happens_once(slow: tuple[Wire, Service], ada: Caller):
    wire, service = slow
    wire.delay = DELAY_SECONDS
    assert_problem(ada.post("/v1/games", {"seats": 2}, KEY), 503, "store_unavailable")
    wire.delay = 0.0
    await_true(lambda: ada.post("/v1/games", {"seats": 2}, KEY).status_code == 201)
    games = [ada.post("/v1/games", {"seats": 2}, KEY) for _ in range(2)]
    assert games[0].json["id"] == games[1].json["id"]
    assert service.version(games[0].headers["Location"]) > 0
