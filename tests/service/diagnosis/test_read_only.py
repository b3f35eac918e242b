"""The commands that look run as a user who can write nothing, on a server and on a cluster, and change nothing."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from service.backend import Backend
from service.commands.doctor import diagnose
from service.commands.inspect import inspect_game
from service.commands.verify_store import verify_store
from service.settings import Settings, read_settings
from tests.restricted_server import PASSWORD, give_rights, restricted_server
from tests.running_cluster import RunningCluster
from tests.service.client import Service, id_of
from tests.service.diagnosis.conftest import backend_at, follow


@pytest.fixture
def administrator(tmp_path: Path) -> Iterator[Redis]:
    """A client of a server with that user, who may do everything."""
    with restricted_server(tmp_path, "watcher", "enable-debug-command local") as redis:
        yield redis


def digest(redis: Redis) -> Any:
    return redis.execute_command("DEBUG", "DIGEST")  # type: ignore[no-untyped-call]


def refused(redis: Redis) -> Any:
    return redis.acl_log()  # type: ignore[no-untyped-call]


def played(parts: Backend) -> list[str]:
    """Ids of a finished game, one in which bots are due, and an open one, all projected."""
    service = Service(parts)
    over, callers = service.start_game(2)
    service.play(over, callers)
    due = service.seat_and_start(callers[0], bots=["greedy"])
    opened = service.open_game(callers[0])
    follow(parts, service)
    parts.answering.beat()
    return [id_of(game) for game in (over, due, opened)]


def run_all(settings: Settings, games: list[str]) -> list[Any]:
    """Run doctor, inspect and verify --store in both forms; what they returned."""
    found = [diagnose(settings, form, True) for form in (True, False)]
    found += [inspect_game(settings, game, form) for game in games for form in (True, False)]
    return found + [verify_store(settings, form, 1, None) for form in (True, False)]


def test_a_user_who_only_reads_is_enough_and_nothing_changes(
    administrator: Redis, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    parts = backend_at(f"unix://{tmp_path / 'r.sock'}")
    games = played(parts)
    before = digest(administrator)
    url = f"unix://watcher:{PASSWORD}@{tmp_path / 'r.sock'}"
    reading = {"REDIS_URL": url, "KEY_PREFIX": "wonderful:", "PORT": "1", "OPERATORS": "ada"}
    assert run_all(read_settings(reading), games) == [2, 2] + [0] * 8  # no web service, and no workers
    out = capsys.readouterr().out
    assert digest(administrator) == before
    assert refused(administrator) == []
    assert "could not tell" not in out
    assert PASSWORD not in out
    with closing(Redis.from_url(url)) as watcher, pytest.raises(NoPermissionError):
        watcher.set("wonderful:none", 1)
    parts.close()


@pytest.fixture
def members(cluster: RunningCluster) -> Iterator[list[Redis]]:
    """A client of each node of a cluster with that user, who may do everything."""
    clients = [member.redis for member in cluster.members]
    for redis in clients:
        give_rights(redis, "watcher")
    yield clients
    for redis in clients:
        redis.execute_command("ACL", "DELUSER", "watcher")  # type: ignore[no-untyped-call]
        redis.close()


@pytest.fixture
def played_on_a_cluster(cluster: RunningCluster, server_url: str) -> Iterator[list[str]]:
    """Ids of a finished game and of an open one, both projected."""
    parts = backend_at(cluster.url, RQ_REDIS_URL=server_url)
    service = Service(parts)
    over, callers = service.start_game(2)
    service.play(over, callers)
    opened = service.open_game(callers[0])
    service.project(over, opened)
    yield [id_of(over), id_of(opened)]
    service.end()
    parts.redis.delete(*parts.redis.scan_iter(match="wonderful:*", count=1000))
    parts.close()


def test_on_a_cluster_too(
    cluster: RunningCluster,
    members: list[Redis],
    played_on_a_cluster: list[str],
    server_url: str,
    capsys: pytest.CaptureFixture[str],
):
    before = [digest(redis) for redis in members]
    url = cluster.url.replace("://", f"://watcher:{PASSWORD}@")
    reading = {"REDIS_URL": url, "RQ_REDIS_URL": server_url, "KEY_PREFIX": "wonderful:", "PORT": "1"}
    settings = read_settings(reading)
    diagnose(settings, True, True)
    report = json.loads(capsys.readouterr().out)
    assert [inspect_game(settings, game, False) for game in played_on_a_cluster] == [0, 0]
    assert verify_store(settings, False, 1, None) == 0
    assert "is sound. Checked: 2 games, " in capsys.readouterr().out
    assert [digest(redis) for redis in members] == before
    assert [refused(redis) for redis in members] == [[]] * len(members)
    statuses = {each["id"]: each["status"] for each in report["checks"]}
    assert "unknown" not in statuses.values(), report
    assert statuses["D10"] == statuses["D11"] == statuses["D13"] == statuses["D22"] == "sound", report
