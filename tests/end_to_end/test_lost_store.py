"""`wonderful up` with an embedded server whose files were lost refuses to start until an operator accepts the store."""

import shutil
from pathlib import Path

import httpx

from tests.end_to_end.running import up
from tests.ports import free_port
from tests.service.commands.command_line import wonderful


def test_a_lost_store_is_refused_until_it_is_accepted(tmp_path: Path):
    data = tmp_path / "data"
    assert wonderful("accept-store", PORT=str(free_port()), DATA_DIR=str(data)).returncode == 0
    shutil.rmtree(data / "appendonlydir")

    refused = wonderful("up", PORT=str(free_port()), DATA_DIR=str(data))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "the store has lost its data, or is another one" in refused.stderr
    assert "wonderful accept-store" in refused.stderr

    accepted = wonderful("accept-store", PORT=str(free_port()), DATA_DIR=str(data))
    assert accepted.returncode == 0
    epoch = (data / "epoch").read_text().strip()
    assert f"is accepted as it is, under the epoch {epoch}." in accepted.stdout
    with up(tmp_path) as running:
        assert httpx.get(f"{running.url}/readyz", timeout=60).status_code == 200
    assert (data / "epoch").read_text().strip() == epoch
