"""An operator sees a running service: what its processes count is added up, and it is found sound."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.end_to_end.running import METRICS_TOKEN, PersistentPlayer, Running, await_true, open_client
from tests.service.commands.command_line import wonderful

PROMTOOL = shutil.which("promtool")
WITH_TOKEN = {"Authorization": f"Bearer {METRICS_TOKEN}"}
OTHERS_CHANGE = {"D15", "D20", "D21", "D28"}
"""Checks that depend on what other tests do to the shared service, or on the machine."""


@pytest.fixture
def http(running: Running) -> Iterator[httpx.Client]:
    with open_client(running.url) as client:
        client.headers["Authorization"] = f"Bearer {client.post('/v1/players', json={'name': 'Ada'}).json()['token']}"
        yield client


def scraped(running: Running) -> str:
    answer = httpx.get(running.metrics_url, headers=WITH_TOKEN, timeout=30)
    assert answer.status_code == 200, running.output.read_text(errors="replace")[-3000:]
    return answer.text


def value(running: Running, name: str, **labels: str) -> float:
    families = text_string_to_metric_families(scraped(running))
    return sum(
        each.value
        for family in families
        for each in family.samples
        if each.name == name and labels.items() <= each.labels.items()
    )


def test_what_all_processes_do_is_counted(running: Running, http: httpx.Client):
    route = {"method": "GET", "route": "/v1/games/<id>", "status": "404"}
    count, problem = "wonderful_http_request_duration_seconds_count", {"code": "no_such_game"}
    asked, told = value(running, count, **route), value(running, "wonderful_http_problems_total", **problem)
    jobs = value(running, "wonderful_jobs_done_total", queue="effects", outcome="done")
    for _ in range(20):
        assert http.get("/v1/games/nosuchgame").status_code == 404
    assert value(running, count, **route) >= asked + 20
    assert value(running, "wonderful_http_problems_total", **problem) >= told + 20
    game = http.post("/v1/games", json={"seats": 2, "bots": ["greedy"]}).headers["Location"]
    http.post(f"{game}/start")
    await_true(lambda: value(running, "wonderful_jobs_done_total", queue="effects", outcome="done") > jobs)
    assert value(running, "wonderful_job_cpu_seconds_total", queue="effects") > 0


def test_a_stream_is_counted_while_it_is_open_and_a_long_poll_is_no_slow_request(running: Running, http: httpx.Client):
    slow = {"route": "/v1/turns", "le": "0.5"}
    bucket, count = "wonderful_http_request_duration_seconds_bucket", "wonderful_http_request_duration_seconds_count"

    def slow_ones() -> float:
        return value(running, count, route="/v1/turns") - value(running, bucket, **slow)

    def a_long_poll_adds_none() -> bool:
        before = slow_ones()
        assert http.get("/v1/turns", params={"wait": 1}).status_code == 200
        return slow_ones() <= before

    await_true(a_long_poll_adds_none)  # other tests may ask something slow meanwhile, but not each time
    headers = {"Authorization": http.headers["Authorization"], "Accept": "text/event-stream"}
    with httpx.stream("GET", f"{running.url}/v1/turns", headers=headers, timeout=60) as stream:
        next(stream.iter_raw())
        assert value(running, "wonderful_http_open_streams") >= 1


def test_the_public_address_has_no_metrics_and_theirs_is_closed_to_strangers(running: Running, http: httpx.Client):
    assert http.get("/metrics").status_code == 404
    assert httpx.get(running.metrics_url).status_code == 401


@pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool on the PATH")
def test_prometheus_finds_no_fault_in_the_metrics(running: Running):
    command = [str(PROMTOOL), "check", "metrics"]
    ended = subprocess.run(command, input=scraped(running), capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_a_service_that_runs_is_sound_and_so_is_a_game_of_it(running: Running):
    settings = {"DATA_DIR": str(running.data), "PORT": running.url.rpartition(":")[2]}
    with closing(PersistentPlayer(running.url, "Ada")) as player:
        game = player.open_game(seats=2, bots=["greedy"])["id"]
        player.start_game(game)
    report = json.loads(wonderful("doctor", "--json", **settings).stdout)
    wrong = [each for each in report["checks"] if each["status"] not in ("sound", "skipped")]
    assert [each for each in wrong if each["id"] not in OTHERS_CHANGE] == []
    inspected = json.loads(wonderful("inspect", "--json", game, **settings).stdout)
    assert (inspected["agrees"], inspected["table"]["status"]) == (True, "playing"), inspected
