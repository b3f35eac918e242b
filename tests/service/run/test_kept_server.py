"""The embedded server under `wonderful up`: it is started again, not too often, and what prevents that is named."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.run.embedded_redis import EmbeddedServerError, ensure_server, is_running, stop_server
from service.run.supervisor import STABLE_AFTER_SECONDS, restart_delay
from service.run.up import KeptServer
from service.settings import read_settings
from tests.end_to_end.running import await_true


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(tmp_path: Path, clock: Clock) -> Iterator[KeptServer]:
    """A server that runs on an empty folder."""
    settings = read_settings({"DATA_DIR": str(tmp_path / "data")})
    made = KeptServer(settings, ensure_server(settings.data_dir), clock)
    yield made
    stop_server(made.server)


def kill(kept: KeptServer) -> None:
    os.kill(kept.server.pid, signal.SIGKILL)
    await_true(lambda: not is_running(kept.server))


def test_a_server_that_was_stable_is_started_again_at_once(
    kept: KeptServer, clock: Clock, capsys: pytest.CaptureFixture[str]
):
    kept.restart_if_dead(print)
    assert capsys.readouterr().out == ""
    clock.seconds = STABLE_AFTER_SECONDS
    kill(kept)
    kept.restart_if_dead(print)
    assert is_running(kept.server)
    assert capsys.readouterr().out == "The embedded server had died; it is running again.\n"


def test_a_server_that_dies_again_and_again_is_started_later_each_time(kept: KeptServer, clock: Clock):
    for deaths in (1, 2, 3):
        kill(kept)
        kept.restart_if_dead(print)
        clock.seconds += restart_delay(deaths) * 0.9
        kept.restart_if_dead(print)
        assert not is_running(kept.server)
        clock.seconds += restart_delay(deaths) * 0.2
        kept.restart_if_dead(print)
        assert is_running(kept.server)


def test_what_prevents_a_start_is_printed_once(
    kept: KeptServer, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(*args: object, **options: object) -> None:
        tries.append(clock.seconds)
        raise EmbeddedServerError("the disk is full")

    tries: list[float] = []
    kill(kept)
    with monkeypatch.context() as patch:
        patch.setattr("service.run.up.ensure_server", fail)
        for _ in range(1200):
            kept.restart_if_dead(print)
            clock.seconds += 0.05
    assert len(tries) < 20, "in a minute"
    assert capsys.readouterr().out == "The embedded server has died, and cannot be started: the disk is full\n"
    clock.seconds += 5
    kept.restart_if_dead(print)
    assert is_running(kept.server)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte."""
    (tmp_path / "disk").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path / "disk")]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount")
    if done.returncode:
        pytest.skip(f"this machine lets us mount no disk: {done.stderr.strip()}")
    yield tmp_path / "disk"
    subprocess.run(["umount", str(tmp_path / "disk")], check=True)


def test_a_full_disk_is_named(small_disk: Path):
    data = small_disk / "data"
    stop_server(ensure_server(data))
    with pytest.raises(OSError, match="No space left"):
        (small_disk / "fill").write_bytes(bytes(2**20))
    with pytest.raises(EmbeddedServerError, match=rf"^nothing can be written to {data}: No space left on device$"):
        ensure_server(data)
    (small_disk / "fill").unlink()
    stop_server(ensure_server(data))
