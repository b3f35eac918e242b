"""Facts of this machine: the data folder, the web service here, and the clock beside that of the store."""

import json
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path

from service.diagnosis.facts import Clock, Folder, Web
from service.diagnosis.opening import Opened
from service.jobs.worker_names import is_running
from service.run.embedded_redis import Held, has_data, who_holds
from service.run.known_epoch import known_epoch
from service.run.web_address import connect_to_web, web_address
from service.settings import Settings
from store.clock import read_time

READYZ_SECONDS = 5.0
"""`/readyz` answers within two, whatever the store does."""
CLOCK_ANSWERS = 3
"""Of which the quickest shows best how far the clocks are apart."""


def read_web(settings: Settings) -> Web:
    """What the web service of this host answers."""
    url = web_address(settings)
    try:
        with closing(connect_to_web(url, READYZ_SECONDS)) as connection:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            body = answer.read(10_000)
    except (OSError, HTTPException) as error:
        return Web(url, 0, getattr(error, "strerror", None) or str(error) or type(error).__name__)
    try:
        told = json.loads(body)
        return Web(url, answer.status, told.get("detail") or "", told.get("store", "ready"), told.get("jobs", "ready"))
    except (ValueError, AttributeError):
        return Web(url, answer.status, "what answers there is another service")


def read_clock(opened: Opened) -> Clock:
    """The times of the store and of this host at one moment, by the quickest of some answers."""
    found = []
    for _ in range(CLOCK_ANSWERS):
        sent = time.monotonic()
        told = read_time(opened.redis)
        took = time.monotonic() - sent
        found.append(Clock(told, time.time() - took / 2, took))
    return min(found, key=lambda clock: clock.answer_seconds)


def read_folder(data_dir: Path) -> Folder:
    """The data folder of the embedded server, as far as this user may look."""
    folder = data_dir.resolve()
    try:
        own = folder.stat()
    except OSError:
        return Folder(str(folder), exists=False, has_data=False, is_locked=False)
    files = [file for file in _files(folder) if not file.name.endswith(".sock")]
    held, epoch, closed = Held(False, None), "", ""
    try:
        held, epoch = who_holds(folder), known_epoch(folder)
    except (OSError, ValueError) as error:
        closed = getattr(error, "strerror", None) or "they are not what the service writes"
    pid = held.lock.pid if held.lock else None
    return Folder(
        str(folder),
        has_data=has_data(folder),
        is_ours=own.st_uid == os.getuid(),
        owner=own.st_uid,
        mode=stat.S_IMODE(own.st_mode),
        strangers=tuple(str(file.relative_to(folder)) for file in files if _owner(file) not in (None, own.st_uid)),
        epoch=epoch,
        closed=closed,
        is_locked=held.is_locked,
        pid=pid,
        pid_lives=pid is not None and is_running(pid),
        log_bytes=sum(_size(file) for file in files if "appendonly" in str(file.relative_to(folder))),
        free_bytes=shutil.disk_usage(folder).free,
    )


def _files(folder: Path) -> Iterator[Path]:
    """The files in the folder and in those below it, as far as they can be read."""
    for place, _, names in os.walk(folder):
        for name in names:
            yield Path(place, name)


def _owner(file: Path) -> int | None:
    with suppress(OSError):
        return file.lstat().st_uid
    return None


def _size(file: Path) -> int:
    with suppress(OSError):
        return file.lstat().st_size
    return 0
