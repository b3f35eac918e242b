"""GET /metrics: what the store knows, who may read it, and that its names are those of the field."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.test import Client

from projections.projector import Projector
from service.backend import Backend
from service.backup.status import Saved, write_saved
from service.commands.metrics import application, guarded, metrics_server, run_metrics
from service.jobs.queues import Queues
from service.settings import Settings, StartError, bind_address
from tests.ports import free_port
from tests.projections.asking import ask_for_news
from tests.projections.table import open_game

PROMTOOL = shutil.which("promtool")


def ask(settings: Settings, folder: Path | None = None) -> str:
    answer = Client(application(settings, folder)).get("/metrics")
    assert answer.status_code == 200
    return answer.text


def values(text: str) -> dict[tuple[str, ...], float]:
    """Name and values of the labels → value."""
    families = text_string_to_metric_families(text)
    return {(each.name, *each.labels.values()): each.value for family in families for each in family.samples}


def project(parts: Backend, queues: Queues, game: str) -> None:
    projector = Projector(parts.games, parts.snapshots, parts.lobby, queues.enqueue, now=parts.clock)
    projector.project(game)


def test_the_store_tells_of_games_jobs_and_what_waits(parts: Backend, settings: Settings):
    queues = Queues(settings, parts.games.load)
    ask_for_news(parts, settings)
    open_game(parts.log, "waiting")
    before = values(ask(settings))
    assert before["wonderful_store_up",] == 1
    assert before["wonderful_unread_parts",] == 0
    assert before["wonderful_games", "open"] == 0
    assert before["wonderful_projector_waiting_appends",] > 0
    assert before["wonderful_projector_lag_seconds",] >= 0
    project(parts, queues, "waiting")
    queues.enqueue_webhooks()
    queues.beat("worker")
    after = values(ask(settings))
    assert after["wonderful_games", "open"] == 1
    assert after["rq_jobs", f"{settings.key_prefix}webhooks", "queued"] == 1
    assert after["wonderful_oldest_job_seconds", f"{settings.key_prefix}webhooks"] >= 0
    queues.lanes["webhooks"].delete(delete_jobs=True)


def test_a_store_that_does_not_answer_is_told_as_that(settings: Settings):
    gone = replace(settings, redis_url=f"redis://127.0.0.1:{free_port()}", rq_redis_url=None)
    found = values(ask(gone))
    assert found["wonderful_store_up",] == 0
    assert found["wonderful_unread_parts",] > 0
    assert not any(name.startswith("wonderful_games") for name, *_ in found)


def test_the_own_server_of_the_queues_can_be_gone_alone(parts: Backend, settings: Settings):
    found = values(ask(replace(settings, rq_redis_url=f"redis://127.0.0.1:{free_port()}")))
    assert found["wonderful_store_up",] == 1
    assert found["wonderful_unread_parts",] == 2
    assert not any(name.startswith("rq_") for name, *_ in found)


def test_a_feed_that_cannot_be_read_is_counted_and_all_else_is_told(parts: Backend, settings: Settings):
    parts.redis.set(parts.keys.feed(0), "no stream")
    found = values(ask(settings))
    assert (found["wonderful_store_up",], found["wonderful_unread_parts",]) == (1, 1)
    assert not any(name.startswith("wonderful_projector") for name, *_ in found)
    assert found["wonderful_games", "open"] == 0


def test_a_folder_that_holds_no_backup_is_told_as_that(settings: Settings, tmp_path: Path):
    found = values(ask(replace(settings, backup_dir=tmp_path / "nothing there")))
    assert found["wonderful_backup_saved_timestamp_seconds",] == 0, "so the alert fires, also if the disk is gone"
    assert ("wonderful_backup_free_bytes",) not in found


@pytest.mark.parametrize("copied_ms", [None, 0, 4000])
def test_a_backup_tells_of_its_bucket_if_it_has_one(settings: Settings, tmp_path: Path, copied_ms: int | None):
    write_saved(tmp_path, Saved(5000, 1, 9, copied_ms=copied_ms))
    found = values(ask(replace(settings, backup_dir=tmp_path)))
    assert found["wonderful_backup_saved_timestamp_seconds",] == 5
    copied = found.get(("wonderful_backup_copied_timestamp_seconds",))
    assert copied == (None if copied_ms is None else copied_ms / 1000)


@pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool on the PATH")
def test_names_and_types_are_those_that_prometheus_asks_for(parts: Backend, settings: Settings, tmp_path: Path):
    text = ask(settings, tmp_path)
    ended = subprocess.run([str(PROMTOOL), "check", "metrics"], input=text, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def plain(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [b"metrics"]


def test_only_who_has_the_token_reads_them():
    client = Client(guarded(plain, "hush"))
    refused = client.get("/metrics")
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "hush" not in refused.text
    for wrong in ("Bearer hus", "Bearer hush2", "Basic hush", "hush", "Bearer \xff"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer hush"}).text == "metrics"


def test_without_a_token_everybody_who_reaches_the_address_reads_them():
    client = Client(guarded(plain, ""))
    assert client.get("/metrics").text == "metrics"
    assert client.get("/").status_code == client.get("/metrics/x").status_code == 404
    refused = client.post("/metrics")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")


def test_who_asks_for_the_headers_alone_gets_those_of_the_metrics(settings: Settings):
    answer = Client(guarded(application(settings, None), "")).head("/metrics")
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_they_are_shown_at_addresses_of_both_kinds(host: str, settings: Settings):
    port = free_port()
    with metrics_server(replace(settings, metrics_host=host, metrics_port=port)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        answer = httpx.get(f"http://{bind_address(host, port)}/metrics", timeout=60)
        server.shutdown()
        thread.join()
    assert "wonderful_store_up 1.0" in answer.text


def test_without_a_port_there_is_nothing_to_start(settings: Settings):
    with pytest.raises(StartError, match="METRICS_PORT is not set"):
        run_metrics(settings)


def test_a_taken_port_is_told_in_one_line(settings: Settings):
    with pytest.raises(StartError, match=r"cannot listen on 192\.0\.2\.1:9464: .+"):
        run_metrics(replace(settings, metrics_host="192.0.2.1", metrics_port=9464))
