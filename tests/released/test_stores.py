"""Stores that earlier releases wrote: a new process reads their logs, snapshots, lists, accounts and queues."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import SimpleWorker

from projections.rebuild import every_game, rebuild
from service import jobs
from service.backend import Backend, checked_backend
from service.commands.verify_store import verify_store
from service.jobs.queues import Queues
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import read_settings
from tests.high_limits import HIGH_LIMITS
from tests.released.stores import FOLDER, Stored, load, read
from tests.service.client import Caller, Service, ended_processes

pytestmark = pytest.mark.slow


@pytest.fixture(params=sorted(FOLDER.glob("*.json.gz")), ids=lambda path: path.name)
def stored(request: pytest.FixtureRequest) -> Stored:
    """A kept store."""
    return read(request.param)


@pytest.fixture
def opened(stored: Stored, tmp_path: Path) -> Iterator[Backend]:
    """A new process on a server that holds just the keys of the store."""
    server = ensure_server(tmp_path, "no")
    with Redis.from_url(server.url) as redis:
        load(redis, stored["keys"])
        redis.set("partitions", 8, nx=True)  # every release wrote it at its start; the recorder of 2026-11 did not
    parts = checked_backend(read_settings(HIGH_LIMITS | {"REDIS_URL": server.url, "ALLOW_VOLATILE": "1"}))
    with ended_processes():
        yield parts
    parts.close()
    stop_server(server)


def assert_holds(answer: Any, recorded: Any, path: str) -> None:
    """The answer has all that was recorded; objects may have more."""
    if isinstance(recorded, dict):
        assert recorded.keys() <= answer.keys(), path
        for name, value in recorded.items():
            assert_holds(answer[name], value, f"{path}.{name}")
    elif isinstance(recorded, list):
        assert len(answer) == len(recorded), path
        for at, value in enumerate(recorded):
            assert_holds(answer[at], value, f"{path}[{at}]")
    else:
        assert answer == recorded, path


def test_the_players_are_answered_as_before(opened: Backend, stored: Stored):
    ada = Caller(Service(opened).app, "", stored["token"])
    for path, recorded in stored["answers"].items():
        if path != "/v1/turns":
            assert_holds(ada.get(path).json, recorded, path)
    # An invitation waits as long as its game is open, but a turn without a clock for ever.
    turns, kept = (
        {item["game"] for item in items if item["type"] == "your_turn"}
        for items in (ada.get("/v1/turns").json, stored["answers"]["/v1/turns"])
    )
    assert turns == kept


def test_the_snapshots_say_what_the_logs_say_and_a_rebuild_changes_no_answer(opened: Backend, stored: Stored):
    games = every_game(opened.redis, opened.keys)
    assert len(games) == 4
    for game in games:
        if snapshot := opened.snapshots.load(game):
            assert snapshot.state == opened.games.state_at(game, snapshot.version)
    opened.lobby.clear()
    assert len([*rebuild(games, opened.log, opened.snapshots, opened.lobby, None, opened.milestones)]) == 4
    test_the_players_are_answered_as_before(opened, stored)


def test_a_queued_job_is_done(opened: Backend, stored: Stored, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jobs, "worker_backend", lambda: opened)
    before, queues = opened.games.load(stored["bots"]).version, Queues(opened.settings)
    quick = queues.lanes["quick"]
    assert quick.count == 1
    SimpleWorker([quick], connection=queues.redis).work(burst=True)
    assert opened.games.load(stored["bots"]).version > before
    queues.redis.close()


def test_the_whole_store_is_sound(opened: Backend):
    assert verify_store(opened.settings, False, 1, None) == 0
