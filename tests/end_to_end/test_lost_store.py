"""`wonderful up` with an embedded server whose files were lost refuses to start until an operator accepts the store."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from service.run.up import ROOT
from tests.end_to_end.running import free_port, up

pytestmark = pytest.mark.slow


def wonderful(data: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """A command with its settings in the environment, run to its end."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "RQ_REDIS_URL")}
    environ = {**inherited, "PORT": str(free_port()), "DATA_DIR": str(data)}
    full = [sys.executable, "-m", "service.commands.cli", *command]
    return subprocess.run(full, env=environ, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)


def test_a_lost_store_is_refused_until_it_is_accepted(tmp_path: Path):
    data = tmp_path / "data"
    assert wonderful(data, "accept-store").returncode == 0
    shutil.rmtree(data / "appendonlydir")

    refused = wonderful(data, "up")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "the store has lost its data, or is another one" in refused.stderr
    assert "wonderful accept-store" in refused.stderr

    accepted = wonderful(data, "accept-store")
    assert accepted.returncode == 0
    epoch = (data / "epoch").read_text().strip()
    assert f"is accepted as it is, under the epoch {epoch}." in accepted.stdout
    with up(tmp_path) as running:
        assert httpx.get(f"{running.url}/readyz").status_code == 200
    assert (data / "epoch").read_text().strip() == epoch
