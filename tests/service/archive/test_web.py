"""A web process reads the archive beside its other requests."""

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from events.archive import ArchiveFault
from projections.archiving import Archiver
from service.app import in_threads
from tests.end_to_end.running import await_true
from tests.isolation import GUNICORN, environment
from tests.ports import free_port, listens
from tests.service.archive.conftest import file_of
from tests.service.client import Caller, Service, id_of
from tests.service.commands.command_line import settings_of


@contextmanager
def serving(settings: dict[str, str], folder: Path) -> Iterator[str]:
    """Run one web process; its address."""
    port = free_port()
    environ = environment(PORT=str(port), WEB_WORKERS="1", **settings)
    process = subprocess.Popen([*GUNICORN, "service.app:create_app()"], env=environ, cwd=folder)
    try:
        await_true(lambda: listens(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=60)


@pytest.fixture
def web(service: Service, tmp_path: Path) -> Iterator[str]:
    """The address of one web process."""
    with serving(settings_of(service), tmp_path) as url:
        yield url


def test_what_a_thread_raises_is_for_its_caller_alone(capfd: pytest.CaptureFixture[str]):
    def read() -> None:
        raise ArchiveFault("k3jx", "there is no file")

    run = in_threads(1)
    with pytest.raises(ArchiveFault, match="k3jx"):
        run(read)
    assert run(lambda: 7) == 7
    assert capfd.readouterr().err == ""


def test_requests_go_on_while_the_disk_of_the_archive_does_not_answer(
    service: Service, over: tuple[str, list[Caller]], archiver: Archiver, web: str
):
    game, [ada, _] = over
    other, callers = service.start_game(1, bots=["greedy"])
    service.play(other, callers)
    service.project(other)
    for each in (game, other):
        archiver.archive(id_of(each))
    file = file_of(service.parts, id_of(game))
    content = file.read_bytes()
    file.unlink()
    os.mkfifo(file)  # who reads it waits for a writer
    client = httpx.Client(base_url=web, headers={"Authorization": f"Bearer {ada.token}"}, timeout=60)
    with client, ThreadPoolExecutor() as pool:
        waiting = pool.submit(client.get, game)
        assert client.get("/healthz").status_code == 200
        assert client.get(other).json()["status"] == "finished"
        assert not waiting.done()
        with file.open("wb") as written:
            written.write(content)
        assert waiting.result().json()["status"] == "finished"
