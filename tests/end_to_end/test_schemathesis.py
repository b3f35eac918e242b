"""schemathesis finds no fault in a running service: every check, every phase, and sequences along the links."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.end_to_end.running import PersistentPlayer, up

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
CONFIG = Path(__file__).with_name("schemathesis.toml")
HOOKS = "tests.end_to_end.schemathesis_hooks"


def test_nothing_that_can_be_sent_breaks_the_service_or_its_description(tmp_path: Path):
    with up(tmp_path, WEB_WORKERS="1") as running:
        ada, ben = PersistentPlayer(running.url, "Ada"), PersistentPlayer(running.url, "Ben")
        opened = ada.open("opened", seats=2)
        solo = ada.open("solo", seats=1)
        table = ada.open("table", seats=2)
        ben.ask("POST", f"{table}/seats")
        for game in (solo, table):
            assert ada.ask("POST", f"{game}/start").status_code == 200
        games = ",".join(game.rsplit("/", 1)[1] for game in (opened, solo, table))
        command = ["-m", "schemathesis.cli", "--config-file", str(CONFIG), "run", f"{running.url}/openapi.yaml"]
        found = subprocess.run(
            [sys.executable, *command, "-H", f"Authorization: {ada.headers['Authorization']}"],
            cwd=ROOT,
            env={**os.environ, "SCHEMATHESIS_HOOKS": HOOKS, "SCHEMATHESIS_GAMES": games},
            capture_output=True,
            text=True,
            check=False,
        )
        ada.close()
        ben.close()
    assert found.returncode == 0, found.stdout[-20_000:]
    assert "Stateful" in found.stdout
