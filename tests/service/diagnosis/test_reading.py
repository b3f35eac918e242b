"""What `wonderful doctor` finds on a real server, and what it says of one that it cannot read."""

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from rq import SimpleWorker

from projections.effects import Effect, Effects
from projections.feed import Feed
from service.backend import Backend, check_store, open_backend
from service.commands.doctor import diagnose
from service.diagnosis.checks import CHECKS
from service.diagnosis.findings import Finding, Status, examine
from service.diagnosis.reading import read_facts
from service.jobs.queues import Queues
from service.jobs.worker_names import worker_name
from service.run.embedded_redis import Server, ensure_server, stop_server
from service.settings import Settings, read_settings
from store.server import connect_blocking
from tests.ports import free_port
from tests.projections.table import open_game, start
from tests.service.commands.command_line import listening, wonderful

OLD_MS = 1000
CHANGED = ("maxmemory-policy", "maxmemory", "appendonly", "appendfsync")
"""Settings of the server that tests change."""


@pytest.fixture
def parts(own_server: Server) -> Iterator[Backend]:
    """A store that a service has begun, and in which nothing is wrong but that nobody works."""
    made = open_backend(read_settings({"REDIS_URL": own_server.url, "KEY_PREFIX": "w:", "PORT": str(free_port())}))
    before = {name: made.redis.config_get(name)[name] for name in CHANGED}
    check_store(made)
    made.redis.config_set("appendfsync", "everysec")
    made.answering.beat()
    yield made
    for name, value in before.items():
        made.redis.config_set(name, value)
    made.redis.flushall()
    made.close()


def findings(settings: Settings) -> dict[str, Finding]:
    return {finding.check.id: finding for finding in examine(CHECKS, read_facts(settings))}


def said(parts: Backend, id: str, **changes: Any) -> str:
    """What a check says of the store, with other settings."""
    environ = {name.upper(): value for name, value in changes.items()}
    own = {"REDIS_URL": parts.settings.redis_url or "", "KEY_PREFIX": "w:", "PORT": str(parts.settings.port)}
    finding = findings(read_settings(own | environ))[id]
    assert finding.status != Status.UNKNOWN, finding
    return " ".join(problem.what for problem in finding.problems)


def test_the_settings_of_the_server_are_read(parts: Backend):
    assert said(parts, "D06") == "" == said(parts, "D08")
    parts.redis.config_set("maxmemory-policy", "allkeys-lru")
    assert "may evict keys" in said(parts, "D06")
    parts.redis.config_set("maxmemory", int(parts.redis.info("memory")["used_memory"] * 1.1))
    assert "of its maxmemory" in said(parts, "D08")
    parts.redis.config_set("appendonly", "no")
    assert "no append-only file" in said(parts, "D06")


def test_the_identity_of_the_store_is_read(parts: Backend):
    assert said(parts, "D11", store_epoch=parts.watch.epoch) == ""
    assert "STORE_EPOCH is 77" in said(parts, "D11", store_epoch="77")
    assert said(parts, "D12") == ""
    parts.redis.xadd(parts.keys.feed(3), {"game": "k3jx"}, id="5-0")
    parts.redis.set(parts.keys.missed, "5-0 4")
    assert said(parts, "D12") == "", "the missed pointer has come back"
    parts.redis.set(parts.keys.missed, "7-0 4")
    assert "the pointer 7-0" in said(parts, "D12")
    parts.redis.delete(parts.keys.epoch)
    assert "no epoch" in said(parts, "D11")


def test_the_partitions_are_read(parts: Backend):
    assert said(parts, "D13", partitions="64") == ""
    assert "PARTITIONS is 3, and the store has 64" in said(parts, "D13", partitions="3")
    parts.redis.set(parts.keys.partitions, 0)
    parts.redis.set(parts.keys.repartition, json.dumps({"to": 32}))
    assert "cut short" in said(parts, "D13")
    parts.redis.flushall()
    assert "the store is new" in said(parts, "D13")
    assert parts.redis.dbsize() == 0


def test_operators_are_looked_up(parts: Backend):
    parts.redis.hset(parts.accounts.layout.player("ada"), mapping={"name": "Ada", "kind": "human"})
    assert (
        said(parts, "D04", operators="ada,ben")
        == "OPERATORS names ben, which is no account of this store, or a deleted one"
    )


def test_the_projector_and_its_lag_are_read(parts: Backend):
    assert "no projector has read the log yet" in said(parts, "D14")
    with closing(connect_blocking(parts.settings.redis_url or "")) as blocking:
        feed = Feed(parts.redis, blocking, parts.keys, "one")
        feed.wait(1)
        assert said(parts, "D14") == "" == said(parts, "D15")
        parts.redis.xadd(parts.keys.feed(3), {"game": "k3jx", "version": 1}, id="5-0")
        parts.redis.xadd(parts.keys.feed(4), {"game": "k4jx", "version": 1}, id="6-0")
        assert "2 pointers in 2 partitions not projected yet" in said(parts, "D15")
        found = feed.wait(1)
        assert "2 pointers in 2 partitions not projected yet" in said(parts, "D15"), "taken, and not done"
        feed.acknowledge(pointer for pointers in found.values() for pointer in pointers)
        assert said(parts, "D15") == ""


def test_a_game_whose_bot_nobody_plays_is_stuck_until_a_job_has_it(parts: Backend):
    open_game(parts.log, "k3jx", bots=["greedy"])
    start(parts.log, "k3jx")
    loaded = parts.games.load("k3jx")
    effect = Effect("bots", "k3jx", loaded.version)
    parts.snapshots.save("k3jx", loaded._replace(touched_ms=OLD_MS), Effects(effect))
    assert "no job does it, the longest for" in said(parts, "D16")
    queues = Queues(parts.settings)
    queues.lanes["quick"].enqueue_call("time.time", job_id=f"bots-ada-k3jx-v{loaded.version}-r1")
    assert said(parts, "D16") == ""
    queues.redis.close()


def test_a_game_that_is_marked_as_damaged_is_named(parts: Backend):
    assert said(parts, "D17") == ""
    parts.redis.set(parts.keys.damage("k3jx"), 9)
    assert "k3jx (entry 9)" in said(parts, "D17")


def test_a_clock_that_ran_out_is_overdue_once_the_service_has_answered(parts: Backend):
    partition = parts.keys.partition("k3jx")
    parts.redis.hset(parts.keys.timed(partition), "k3jx", f"clock-k3jx-v5@{OLD_MS}")
    parts.redis.zadd(parts.keys.timers(partition), {"k3jx": OLD_MS})
    assert "in 1 game a clock or a deadline has run out" in said(parts, "D18")
    parts.redis.set(parts.keys.lobby("beat"), OLD_MS)
    assert said(parts, "D18") == ""
    assert "has answered for" in said(parts, "D23")


def test_lanes_are_read_with_their_workers_and_failed_jobs(parts: Backend):
    queues = Queues(parts.settings)
    lane, name = queues.lanes["quick"], worker_name()
    assert "in the lane quick (moves of quick bots at tables of people, clocks, scores): no job waits now" in said(
        parts, "D19"
    )
    worker = SimpleWorker([lane], name=name, connection=queues.redis)
    worker.register_birth()
    assert "lane quick" in said(parts, "D19"), "it has no heartbeat"
    queues.beat(name)
    assert "lane quick" not in said(parts, "D19")
    job = lane.enqueue_call("time.time", job_id="bots-ada-k3jx-v5-r1")
    queues.redis.hset(job.key, "enqueued_at", "2026-01-01T00:00:00.000000Z")
    assert "the oldest of 1 job in the lane quick waits" in said(parts, "D20")
    now = time.time()
    queues.redis.zadd(f"rq:failed:{lane.name}", {"bots-ada-old-v5-r1": now - 9, "bots-ada-new-v5-r1": now + 99})
    assert said(parts, "D21").endswith("in the last ten minutes: bots-ada-new-v5-r1")
    queues.redis.close()


def answer(line: str, **body: Any) -> Any:
    def app(environ: Any, start_response: Any) -> list[bytes]:
        start_response(line, [("Content-Type", "application/json")])
        return [json.dumps(body).encode()]

    return app


def test_the_web_service_of_this_host_is_asked(parts: Backend):
    assert "no web service answers" in said(parts, "D24")
    for app, words in (
        (answer("200 OK", status="ready", store="ready", jobs="ready"), ""),
        (answer("200 OK", status="ready", store="ready", jobs="gone", detail="the job store: gone"), "with a fault"),
        (answer("503 NO", detail="no store listens at its address"), "answers 503: no store listens"),
    ):
        with listening(app) as url:
            told = said(parts, "D24", port=url.rpartition(":")[2])
        assert words in told if words else told == ""


def test_a_store_that_is_down_leaves_the_other_checks(capsys: pytest.CaptureFixture[str]):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"redis://ada:hush-4711@127.0.0.1:{closed.getsockname()[1]}"
        assert diagnose(read_settings({"REDIS_URL": url, "HOST": "0.0.0.0", "PORT": "1"}), False, True) == 3
    out = capsys.readouterr().out
    assert "could not tell: no store listens at its address." in out
    assert "! D01 way in: HOST=0.0.0.0" in out
    assert "hush" not in out


def test_a_store_that_hangs_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.diagnosis.opening.ANSWER_SECONDS", 0.2)
    server = ensure_server(tmp_path)
    os.kill(server.pid, signal.SIGSTOP)
    try:
        found = findings(read_settings({"REDIS_URL": server.url, "PORT": "1", "STORE_SECONDS": "0.2"}))
    finally:
        os.kill(server.pid, signal.SIGCONT)
        stop_server(server)
    unknown = {finding.why for finding in found.values() if finding.status == Status.UNKNOWN}
    assert unknown == {"the store does not answer in time"}
    assert found["D24"].status == Status.BROKEN


def files(folder: Path) -> dict[str, tuple[int, int]]:
    found = [folder, *folder.rglob("*")]
    return {str(file): (file.lstat().st_size, file.lstat().st_mtime_ns) for file in found}


def test_a_folder_whose_server_does_not_run_is_looked_at_and_nothing_is_started(tmp_path: Path):
    data = tmp_path / "data"
    server = ensure_server(data)
    running = wonderful("doctor", "--json", DATA_DIR=str(data), PORT="1")
    stop_server(server)
    assert {each["id"]: each["status"] for each in json.loads(running.stdout)["checks"]}["D27"] == "sound"
    before = files(data)
    ended = wonderful("doctor", DATA_DIR=str(data), PORT="1")
    assert files(data) == before
    assert ended.returncode == 3
    assert f"x D27 embedded server: no server has the data folder {data}." in ended.stdout
    (data / "lock").write_text("what is this")
    assert "is not what the service writes" in wonderful("inspect", "k3jx", DATA_DIR=str(data)).stderr
    (data / "lock").unlink()
    data.chmod(0o755)
    before = files(data)
    ended = wonderful("doctor", DATA_DIR=str(data), PORT="1")
    assert files(data) == before
    assert f"      → chmod 700 {data}" in ended.stdout


def test_without_a_folder_none_is_made(tmp_path: Path):
    found = findings(read_settings({"DATA_DIR": str(tmp_path / "none"), "PORT": "1"}))
    assert "there is no data folder" in found["D26"].problems[0].what
    assert found["D27"].status == Status.SKIPPED
    assert [*tmp_path.iterdir()] == []


def test_the_json_form_names_every_check(parts: Backend, capsys: pytest.CaptureFixture[str]):
    status = diagnose(parts.settings, True, False)
    report = json.loads(capsys.readouterr().out)
    assert {*report} == {"status", "exit_status", "checks"}
    assert (report["status"], report["exit_status"], status) == ("broken", 2, 2)
    assert [each["id"] for each in report["checks"]] == [check.id for check in CHECKS]
    for each in report["checks"]:
        assert {*each} == {"id", "title", "status", "follows", "problems", "why", "sampled"}
        for problem in each["problems"]:
            assert {*problem} == {"status", "what", "mend"}
