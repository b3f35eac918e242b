"""A command whose settings lead to no store says so and makes none there; one that is killed leaves no server."""

import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError

from service.backend import Backend
from service.commands.store import open_store
from service.run.embedded_redis import running_server
from service.settings import Settings, StartError, read_settings
from store.server import connect
from tests.end_to_end.running import await_true
from tests.isolation import environment
from tests.running_cluster import RunningCluster
from tests.service.commands.command_line import assert_refused, wonderful

COMMANDS = [["export", "abcdefgh"], ["replay", "abcdefgh"], ["rebuild"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_folder_without_a_store_is_named_and_left_as_it_is(command: list[str], tmp_path: Path):
    (tmp_path / "var" / "tournament").mkdir(parents=True)
    assert_refused(wonderful(*command, folder=tmp_path), f"no store in {tmp_path / 'var'}", "DATA_DIR", "REDIS_URL")
    assert [*tmp_path.rglob("*")] == [tmp_path / "var", tmp_path / "var" / "tournament"]


def test_a_folder_that_does_not_exist_is_not_made(tmp_path: Path):
    missing = tmp_path / "nowhere"
    assert_refused(wonderful("export", "abcdefgh", DATA_DIR=str(missing)), f"no store in {missing}")
    assert not missing.exists()


def test_a_server_that_refuses_is_not_said_to_be_silent(parts: Backend, settings: Settings):
    with pytest.raises(StartError, match=r"^the store has no memory left .*\(no room\)$"), open_store(settings):
        raise OutOfMemoryError("no room")


READING = [*COMMANDS, ["queues"], ["busy"], ["keys"], ["acts"], ["list"]]


def assert_begins_no_store(redis: Redis, url: str, command: list[str], **environ: str) -> None:
    elsewhere = {"REDIS_URL": url, "KEY_PREFIX": "mistyped:", "ALLOW_VOLATILE": "1"} | environ
    assert_refused(
        wonderful(*command, **elsewhere), "no store in", "(KEY_PREFIX mistyped:)", "REDIS_URL and KEY_PREFIX"
    )
    assert [*redis.scan_iter("mistyped:*")] == []


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_a_prefix_under_which_no_service_has_begun_a_store_is_named_and_nothing_written(
    command: list[str], redis_url: str
):
    with connect(redis_url) as redis:
        assert_begins_no_store(redis, redis_url, command)


def test_a_prefix_without_a_store_is_named_on_a_cluster_too(cluster: RunningCluster, jobs_url: str):
    with connect(cluster.url) as redis:
        assert_begins_no_store(redis, cluster.url, ["queues"], RQ_REDIS_URL=jobs_url)


KILLED = """
from service.commands.store import open_store
from service.settings import read_settings
with open_store(read_settings({"DATA_DIR": "var"})):
    input(print("open", flush=True))
"""


def test_a_command_that_is_killed_leaves_no_server(tmp_path: Path):
    data = tmp_path / "var"
    with open_store(read_settings({"DATA_DIR": str(data)}), create=True):
        pass
    command, pipe = [sys.executable, "-c", KILLED], subprocess.PIPE
    with subprocess.Popen(command, env=environment(), cwd=tmp_path, stdin=pipe, stdout=pipe) as killed:
        assert killed.stdout
        assert killed.stdout.readline() == b"open\n"
        assert running_server(data)
        killed.kill()
    await_true(lambda: running_server(data) is None)
