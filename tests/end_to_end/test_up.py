"""One command starts everything but a lost store, a first game is played, and one signal ends all processes."""

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import certifi
import httpx
import pytest

from service.run.up import ROOT
from tests.end_to_end.running import (
    ALL_LANES,
    PATIENCE_SECONDS,
    PersistentPlayer,
    Running,
    await_true,
    children,
    runs,
    up,
)
from tests.ports import free_port
from tests.service.commands.command_line import wonderful


@pytest.fixture
def ada(running: Running) -> Iterator[PersistentPlayer]:
    with closing(PersistentPlayer(running.url, "Ada")) as made:
        yield made


def test_the_address_is_printed_once_the_service_answers(running: Running):
    await_true(lambda: f"Ready: {running.url}" in running.output.read_text())


@pytest.mark.verify
def test_a_first_game_is_played_to_its_end_and_kept(ada: PersistentPlayer):
    game = ada.open_game(seats=2, bots=["greedy"])["id"]
    assert len(ada.start_game(game)["hand"]) == 10
    ada.play_out(game, Random(1))
    view = ada.get_game(game)
    assert len(view["result"]["scores"]) == 2
    assert ada.get_log(game).count(b"\n") == view["version"] + 2
    assert [summary["id"] for summary in ada.list_games(player=ada.id, status="finished")] == [game]
    assert ada.get_me()["statistics"]["finished"] == 1


def test_a_bot_moves_soon_after_the_start(ada: PersistentPlayer):
    game = ada.open_game(seats=2, bots=["random"])["id"]
    [event] = ada.list_events(game, after=ada.start_game(game)["version"], wait=20)
    assert (event["name"], event["seat"], event["actor"], event["data"]) == ("card_drafted", 1, "bot:random", {})


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_readmes_first_game_works_as_printed(running: Running, tmp_path: Path):
    [lines] = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    script = lines.replace("http://127.0.0.1:8000", running.url)
    assert script != lines
    ended = subprocess.run(
        ["sh", "-e"], input=script, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=200
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert '"type": "draft"' in ended.stdout
    assert '"name": "picks_revealed"' in ended.stdout
    assert "problem" not in ended.stdout


@pytest.mark.parametrize(
    ("path", "status"),
    [("/v1/nothing", 404), ("/v1/games/unknown0", 401), ("/v1/players", 405), ("//v1//bots", 404)],
)
def test_errors_are_problems_through_the_web_server_too(path: str, status: int, running: Running):
    answer = httpx.get(f"{running.url}{path}", timeout=60)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "Location" not in answer.headers


def test_a_chunked_body_is_read_and_an_endless_one_refused(running: Running):
    pieces = httpx.post(
        f"{running.url}/v1/players",
        content=iter([b'{"name"', b': "Ada"}']),
        headers={"Content-Type": "application/json"},
        timeout=60,
    )
    assert pieces.status_code == 201
    endless = httpx.post(
        f"{running.url}/v1/players",
        content=(b" " * 65536 for _ in range(160)),
        headers={"Content-Type": "application/json"},
        timeout=60,
    )
    assert endless.status_code == 413


def test_a_second_service_on_the_port_is_refused_and_the_first_goes_on(running: Running, tmp_path: Path):
    port = running.url.rsplit(":", 1)[1]
    ended = wonderful("up", folder=tmp_path, PORT=port)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "already in use" in ended.stderr
    assert httpx.get(f"{running.url}/healthz", timeout=60).status_code == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.verify)])
def test_one_signal_ends_every_process(number: signal.Signals, tmp_path: Path):
    with up(tmp_path, **ALL_LANES) as service:
        kinds = ("server", "web", "projector", "worker", "web workers")
        await_true(lambda: sum(len(service.processes(kind)) for kind in kinds) == 11, service.output)  # one a lane
        pids = [pid for kind in kinds for pid in service.processes(kind)]
        assert {pid for pid, _ in children(service.supervisor.pid)} < {*pids}
        service.supervisor.send_signal(number)
        assert service.supervisor.wait(PATIENCE_SECONDS) == 0
        assert not [pid for pid in pids if runs(pid)]
    assert not (tmp_path / "data" / "server.sock").exists()


def test_paths_lead_from_the_folder_in_which_it_was_started_for_all_its_processes(tmp_path: Path):
    """They run in the folder of the program. The worker writes what it publishes, as the policy lets it."""
    (tmp_path / "policy").write_text("quorum none\n", encoding="ascii")
    with up(tmp_path, DATA_DIR="own data", WITNESS_POLICY="policy", SLOW_WORKERS="1") as service:
        await_true(lambda: [*(tmp_path / "own data").glob("checkpoint-*")], service.output)


def test_the_files_that_a_url_names_are_looked_for_there_by_all_its_processes(tmp_path: Path):
    """Nothing listens there, and all but jobs works without it."""
    shutil.copy(certifi.where(), tmp_path / "ca.pem")
    with up(tmp_path, RQ_REDIS_URL="rediss://127.0.0.1:1/0?ssl_ca_certs=ca.pem") as service:
        assert "cannot be used" not in service.output.read_text()


def test_the_demo_plays_and_proves_a_game(tmp_path: Path):
    ended = wonderful("demo", folder=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Final score" in ended.stdout
    assert ended.stdout.count("as the server says") == 2
    assert "NOT" not in ended.stdout
    assert not (tmp_path / "var").exists(), "it leaves nothing behind"


def test_the_demo_uses_a_service_that_runs_or_says_that_there_is_none(tmp_path: Path):
    ended = wonderful("demo", "--url", "http://127.0.0.1:1", folder=tmp_path)
    assert ended.returncode == 2
    assert re.fullmatch(r"wonderful: http://127\.0\.0\.1:1 does not answer: .*\n", ended.stderr)


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
