"""Keeps tests away from what is the user's: settings, `.env`, `var/`, the home folder.

`isolate` takes them out of the environment of the test run, which all its processes inherit. `environment` gives a
process of the service its settings. An audit hook refuses processes that would look at the user's things.
"""

import atexit
import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from service.environment import Variables
from service.run.up import ROOT

SERVERS = {"REDIS_URL", "RQ_REDIS_URL"}
"""The settings that may be set for a test run: the store that its tests use."""
SETTINGS = {name.upper() for name in Variables().fields} - SERVERS | {"WONDERFUL_TOKEN", "WONDERFUL_URL"}
PLACES = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""Variables that name a folder of the user: without them, programs use one in HOME."""
PROGRAMS = ("service.commands.cli", "gunicorn")
"""Words of the commands that read settings, and whose default folder is `var/` where they start."""
WONDERFUL = (sys.executable, "-m", "service.commands.cli")
"""The command `wonderful`."""
GUNICORN = (sys.executable, "-m", "gunicorn", "--config", str(ROOT / "service" / "run" / "gunicorn.py"))
"""The web server of the Procfile, without the application."""


def isolate() -> None:
    """Take the user's settings and home folder out of this process's environment, and refuse processes with them."""
    for name in SETTINGS.union(PLACES):
        os.environ.pop(name, None)
    os.environ["ENV_FILE"] = os.devnull
    if "PYTEST_XDIST_WORKER" not in os.environ:  # a worker has the environment of the process that started it
        os.environ["HOME"] = home = tempfile.mkdtemp(prefix="wonderful-home-")
        atexit.register(_remove, home, os.getpid())
        # httpx reads all authorities of a machine for each client: 20 ms of CPU. Only pip needs one.
        if authorities := os.environ.pop("SSL_CERT_FILE", ""):
            os.environ.setdefault("PIP_CERT", authorities)
        os.environ["SSL_CERT_DIR"] = home
    sys.addaudithook(_check_process)


def environment(**settings: str) -> dict[str, str]:
    """The environment of a process of the service: these settings, and otherwise the defaults."""
    inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS | SERVERS}
    return {**inherited, "PYTHONPATH": str(ROOT), "ENV_FILE": os.devnull, **settings}


def _check_process(event: str, arguments: tuple[Any, ...]) -> None:
    """Audit hook: raises RuntimeError for a process that would read or write what is the user's."""
    if event != "subprocess.Popen":
        return
    _, command, folder, environ = arguments
    if environ is not None and {os.fsdecode(key) for key in environ}.isdisjoint({"HOME"}):
        raise RuntimeError(f"{command} would find the user's home folder: give it tests.isolation.environment()")
    if Path(os.fsdecode(folder or ".")).resolve() != ROOT:
        return
    words = " ".join(map(os.fsdecode, [command] if isinstance(command, str | bytes | Path) else command))
    if any(program in words for program in PROGRAMS) and "DATA_DIR" not in (environ or {}):
        raise RuntimeError(f"{command} would use var/ of this clone: start it in a folder of the test")


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not in a child of the process
        shutil.rmtree(folder, ignore_errors=True)


class Untouched:
    """What is the user's, as it was when this was made."""

    def __init__(self, root: Path, home: Path) -> None:
        self._root, self._home = root, home
        self._files, self._names = dict(self._own_files()), set(self._home_names())

    def changes(self) -> list[str]:
        """Paths that were changed, added or removed since, and new names in the home folder.

        Nothing of `var/` while a server runs there: somebody plays.
        """
        found = {path for path, _ in {*self._files.items()} ^ {*self._own_files()}}
        if _is_in_use(self._root / "var"):
            found = {path for path in found if path == self._root / ".env"}
        return sorted(map(str, found | (set(self._home_names()) - self._names)))

    def _own_files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        for path in (self._root / ".env", self._root / "var", *(self._root / "var").rglob("*")):
            with suppress(OSError):
                status = path.lstat()
                yield path, (status.st_size, status.st_mtime_ns)

    def _home_names(self) -> Iterator[Path]:
        """Only names: in a home folder, files change while tests run."""
        for place in (".", ".cache", ".config", ".local", ".local/share"):
            with suppress(OSError):
                yield from (self._home / place).iterdir()


def _is_in_use(data: Path) -> bool:
    """Whether an embedded server has this folder."""
    with suppress(FileNotFoundError), (data / "lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
