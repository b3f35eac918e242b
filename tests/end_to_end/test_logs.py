"""A game is played by a service that logs objects, everything that there is, and sends its traces.

Whatever process works for a request names it; and neither logs nor traces show a secret.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span as Kinds
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from tests.end_to_end.collector import Collector, collecting
from tests.end_to_end.running import METRICS_TOKEN, Json, PersistentPlayer, Running, await_true, up
from tests.log_secrets import assert_no_secret, secrets_in, stored_secrets
from tests.restricted_server import PASSWORD, restricted_server
from tests.service.webhooks.receivers import receiving

TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACED = {"X-Request-Id": "the-start", "traceparent": f"00-{TRACE}-{CALLER}-01"}
STREAM = {"Accept": "text/event-stream"}
KEYS = {"time", "level", "logger", "process", "message", "request", "trace", "game", "job", "account", "error"}


class Run(NamedTuple):
    """What a run of the service has left. `secrets`: all that it made, and those of its settings."""

    log: Path
    lines: list[Json]
    collector: Collector
    secrets: set[str]
    game: str


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    folder = tmp_path_factory.mktemp("logs")
    with restricted_server(folder, "wonderful") as store, receiving() as receiver, collecting() as collector:
        settings = {
            "REDIS_URL": f"unix://wonderful:{PASSWORD}@{folder / 'r.sock'}",
            "KEY_PREFIX": "wonderful:",
            "LOG_FORMAT": "json",
            "LOG_LEVEL": "debug",
            "GUNICORN_CMD_ARGS": "--access-logfile -",
            "METRICS_TOKEN": METRICS_TOKEN,
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "OTEL_BSP_SCHEDULE_DELAY": "200",
            "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8",
        }
        (folder / "up").mkdir()
        with up(folder / "up", **settings) as service, closing(PersistentPlayer(service.url, "Ada")) as ada:
            game, known = play(ada, receiver.url, service)
            known |= stored_secrets(store)
            await_true(lambda: collector.named("job score") and receiver.received)
        known |= {
            value for each in receiver.received for name, value in each.headers.items() if name == "webhook-signature"
        }
        yield Run(service.output, read(service.output), collector, known | {PASSWORD, METRICS_TOKEN}, game)


def play(ada: PersistentPlayer, hook: str, service: Running) -> tuple[str, set[str]]:
    """Play a private game to its end, and do all that makes a secret. The game, and the secrets."""
    webhook = ada.create_webhook(kind="standard", url=f"{hook}-hush", items=["finished"])
    opened = ada.open_game(seats=2, bots=["greedy"], visibility="private")
    game, code, ticket = opened["id"], opened["code"], ada.create_ticket()["ticket"]
    ada.fetch(f"/join/{code}")
    ada.find_game_by_code(code)
    with httpx.stream("GET", f"{service.url}/v1/turns?ticket={ticket}", headers=STREAM, timeout=60) as stream:
        next(stream.iter_raw())
    httpx.get(service.metrics_url, headers={"Authorization": f"Bearer {METRICS_TOKEN}"}, timeout=60)
    httpx.post(f"{service.url}/v1/games/{game}/start", headers=ada.connection.headers | TRACED, timeout=60)
    ada.play_out(game, Random(1))
    recovery = ada.account["recovery_code"]
    again = ada.recover_player(player=ada.id, code=recovery)
    token, renewed = again["token"], again["recovery_code"]
    return game, {ada.token, recovery, webhook["secret"], "-hush", code, ticket, token, renewed}


def read(log: Path) -> list[Json]:
    """The lines of a log in JSON. Raises ValueError for a line that is none."""
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_every_line_of_every_process_is_an_object_with_the_documented_keys(run: Run):
    assert {line["process"] for line in run.lines} >= {"system", "web.1", "projector.1", "worker.1", "webhooks.1"}
    assert {"stdout", "gunicorn.error", "gunicorn.access", "rq.worker"} <= {line["logger"] for line in run.lines}
    for line in run.lines:
        assert {"time", "level", "logger", "process", "message"} <= line.keys() <= KEYS, line
    assert any(line["message"].startswith("Ready: ") for line in run.lines if line["process"] == "system")
    others = [line for line in run.lines if line["process"] != "system"]
    assert not [line for line in others if line["logger"] in ("output", "stdout", "stderr")], (
        "each is logged as it should"
    )


def test_the_lines_of_a_job_name_the_request_that_caused_it(run: Run):
    caused = [line for line in run.lines if line["process"] == "worker.1" and line.get("request") == "the-start"]
    assert caused
    for line in caused:
        assert line["job"].startswith("bots-")
        assert (line["game"], line["trace"]) == (run.game, TRACE)


def test_the_lines_of_a_request_name_game_trace_and_account(run: Run):
    [line] = [line for line in run.lines if line["logger"] == "gunicorn.access" and line.get("request") == "the-start"]
    assert (line["game"], line["trace"], line["process"]) == (run.game, TRACE, "web.1")
    assert line["account"]


def test_neither_the_log_nor_the_traces_of_a_whole_game_show_a_secret(run: Run):
    assert len(run.secrets) > 50, "salts and seeds are among them"
    assert_no_secret(run.log, run.secrets)
    assert not secrets_in(run.collector.raw.decode(errors="replace"), run.secrets)


def test_a_trace_leads_from_the_request_to_the_projection_and_to_the_job(run: Run):
    [start] = run.collector.named("POST /v1/games/<id>/start")
    assert (start.trace, start.parent, start.kind) == (TRACE, CALLER, Kinds.SPAN_KIND_SERVER)
    described = start.attributes.items()
    assert (
        described
        >= {
            "http.request.method": "POST",
            "http.route": "/v1/games/<id>/start",
            "http.response.status_code": 200,
            "url.scheme": "http",
            "wonderful.request": "the-start",
        }.items()
    )
    [project] = [span for span in run.collector.named("project") if span.parent == start.id]
    [job] = [span for span in run.collector.named("job bots") if span.parent == project.id]
    assert (start.process, project.process, job.process) == ("web.1", "projector.1", "worker.1")
    assert job.attributes["wonderful.request"] == project.attributes["wonderful.request"] == "the-start"
    assert job.attributes["wonderful.game"] == project.attributes["wonderful.game"] == run.game
    assert {span.status for span in run.collector.spans} == {Status.STATUS_CODE_UNSET}


def test_a_span_is_named_by_its_route_and_a_stream_has_none(run: Run):
    names = {span.name for span in run.collector.spans}
    assert {"GET /v1/games/<id>/legal", "GET /join/<code>", "GET /readyz", "job score"} <= names
    assert "GET /v1/turns" not in names
    assert run.game not in "".join(names)
