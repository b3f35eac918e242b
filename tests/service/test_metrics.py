"""What processes count: in slots that no two living processes share, and that keep what the dead have counted."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from service.metrics import FOLDER_VARIABLE, forget_the_dead
from tests.isolation import environment

COUNTING = """
import sys
from service import metrics
for method, status in (("GET", 200), ("GET", 200), ("BREW", 405)):
    metrics.request_seconds[method, "/v1/games/<id>" if status == 200 else "", status].observe(0.03)
metrics.problems.labels("method_not_allowed").inc()
metrics.open_streams.inc()
print("counted", flush=True)
sys.stdin.read()
"""


def counting(folder: Path) -> "subprocess.Popen[bytes]":
    """A process that has counted three requests, a problem and an open stream, and lives until it is ended."""
    made = subprocess.Popen(
        [sys.executable, "-c", COUNTING],
        env=environment(**{FOLDER_VARIABLE: str(folder)}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert made.stdout
    assert made.stdout.readline() == b"counted\n"
    return made


def value(folder: Path, name: str, **labels: str) -> float | None:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(folder))
    return registry.get_sample_value(name, labels)


@pytest.mark.slow
def test_a_killed_process_leaves_what_it_counted_and_its_slot_to_the_next_one(tmp_path: Path):
    folder = tmp_path / "metrics"  # the first process makes it
    first, second = counting(folder), counting(folder)
    assert {file.name for file in folder.glob("counter_*")} == {"counter_1.db", "counter_2.db"}
    assert value(folder, "wonderful_http_open_streams") == 2
    first.send_signal(signal.SIGKILL)
    first.communicate()
    forget_the_dead(folder)
    assert value(folder, "wonderful_http_open_streams") == 1, "its streams have ended with it"
    third = counting(folder)
    assert {file.name for file in folder.glob("counter_*")} == {"counter_1.db", "counter_2.db"}
    assert value(folder, "wonderful_http_open_streams") == 2
    assert value(folder, "wonderful_http_problems_total", code="method_not_allowed") == 3
    known = {"method": "GET", "route": "/v1/games/<id>", "status": "200"}
    assert value(folder, "wonderful_http_request_duration_seconds_count", **known) == 6
    assert value(folder, "wonderful_http_request_duration_seconds_bucket", le="0.025", **known) == 0
    assert value(folder, "wonderful_http_request_duration_seconds_bucket", le="0.05", **known) == 6
    unknown = {"method": "other", "route": "none", "status": "405"}
    assert value(folder, "wonderful_http_request_duration_seconds_count", **unknown) == 3
    for process in (second, third):
        process.communicate()


def test_a_forked_process_counts_in_a_slot_of_its_own(tmp_path: Path):
    code = """
import os
from service.metrics import open_streams, problems
problems.labels("not_found").inc()
open_streams.inc()
if child := os.fork():
    os.waitpid(child, 0)
problems.labels("not_found").inc()
"""
    variables = environment(**{FOLDER_VARIABLE: str(tmp_path)})
    subprocess.run([sys.executable, "-c", code], env=variables, check=True)
    assert {file.name for file in tmp_path.glob("counter_*")} == {"counter_1.db", "counter_2.db"}
    assert value(tmp_path, "wonderful_http_problems_total", code="not_found") == 3
    assert value(tmp_path, "wonderful_http_open_streams") == 1


def test_without_a_folder_a_process_counts_for_itself():
    assert FOLDER_VARIABLE not in os.environ
    code = "from service.metrics import problems; problems.labels('x').inc(); print(problems.labels('x')._value.get())"
    ended = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert ended.stdout == "1.0\n"
