"""Clients that public generators write from openapi.yaml play whole games; those in TypeScript compile strictly."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.end_to_end.running import PersistentPlayer
from tests.generated_clients.tools import (
    BIN,
    DRIVERS,
    PYTHON,
    check_types,
    compile_typescript,
    openapi_generator,
    run,
    write_client,
)

pytestmark = [pytest.mark.verify, pytest.mark.timeout(300)]


def check_outcome(service_url: str, printed: str) -> None:
    """Check the outcome that a driver prints as its last line: game, version, totals, last_frame, verified."""
    outcome = json.loads(printed.splitlines()[-1])
    with closing(PersistentPlayer(service_url, "Judge")) as judge:
        view = judge.get_game(outcome["game"])
        names = {event["name"] for event in judge.list_events(outcome["game"], limit=1000)}
    assert view["status"] == "finished"
    assert len(view["seats"]) == 2
    assert view["seats"][1]["player"]["id"] == "bot:greedy"
    assert outcome["totals"] == [score["total"] for score in view["result"]["scores"]]
    assert outcome["version"] == outcome["last_frame"] == view["version"]
    assert outcome["verified"] is True
    assert {"intention_undone", "game_scored"} <= names


def test_a_client_with_the_types_of_openapi_typescript_plays_a_whole_game(service_url: str, tmp_path: Path):
    write_client("openapi-typescript", tmp_path)
    script = compile_typescript(DRIVERS / "openapi_fetch.ts", tmp_path)
    check_outcome(service_url, run(BIN / "node", script, service_url))


def test_the_typescript_client_of_openapi_generator_plays_a_whole_game(service_url: str, tmp_path: Path):
    assert openapi_generator("typescript-fetch", tmp_path) == []
    script = compile_typescript(DRIVERS / "typescript_fetch.ts", tmp_path)
    check_outcome(service_url, run(BIN / "node", script, service_url))


def test_the_client_of_openapi_python_client_plays_a_whole_game(service_url: str, tmp_path: Path):
    driver = DRIVERS / "openapi_python_client.py"
    write_client("openapi-python-client", tmp_path, "--fail-on-warning")
    check_types(driver, tmp_path)
    check_outcome(service_url, run(PYTHON, driver, service_url, PYTHONPATH=str(tmp_path)))


def test_the_python_client_of_openapi_generator_plays_a_whole_game(service_url: str, tmp_path: Path):
    driver = DRIVERS / "openapi_generator.py"
    assert openapi_generator("python", tmp_path) == []
    check_types(driver, tmp_path / "client")
    check_outcome(service_url, run(PYTHON, driver, service_url, PYTHONPATH=str(tmp_path / "client")))
