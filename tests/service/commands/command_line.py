"""The command `wonderful` in a process of its own."""

import atexit
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Thread
from typing import Any

from werkzeug.serving import make_server

from tests.end_to_end.running import PATIENCE_SECONDS
from tests.isolation import environment
from tests.prepared_commands import PreparedCommands
from tests.service.client import Service


def wonderful(
    *arguments: str, folder: Path | None = None, input: str | None = None, **environ: str
) -> "subprocess.CompletedProcess[str]":
    """Run the command with these settings alone, in a folder or in an empty one."""
    settings = environment(**environ)
    with TemporaryDirectory() as empty, TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
        given.write((input or "").encode())
        given.seek(0)
        streams = [given.fileno(), out.fileno(), errors.fileno()]
        status = _prepared().run(arguments, settings, folder or Path(empty), streams, PATIENCE_SECONDS)
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read().decode(), errors.read().decode())


@cache
def _prepared() -> PreparedCommands:
    """The commands of this process of the tests."""
    commands = PreparedCommands(environment())
    atexit.register(commands.end)
    return commands


def assert_refused(ended: "subprocess.CompletedProcess[str]", *words: str) -> None:
    """Check that the command ended with status 2 and one line with these words."""
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("wonderful: ")
    assert ended.stderr.count("\n") == 1, ended.stderr
    for word in words:
        assert word in ended.stderr


def settings_of(service: Service) -> dict[str, str]:
    settings = service.parts.settings
    own = {"REDIS_URL": settings.redis_url or "", "KEY_PREFIX": settings.key_prefix, "ALLOW_VOLATILE": "1"}
    return own | {"ARCHIVE_URL": settings.archive_url}


@contextmanager
def listening(app: Any) -> Iterator[str]:
    """The URL of an application (WSGI) that answers over HTTP, in a thread of this process."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
