"""`wonderful backup verify`: load a backup into a scratch server, and check all of it."""

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir

from redis.exceptions import RedisError
from rich.filesize import decimal

from service.backup.faults import Unsuitable
from service.backup.files import utc
from service.backup.folder import list_pairs
from service.backup.pairs import DamagedPair, OtherForm, check_marks
from service.backup.restore import Cut, choose_all
from service.backup.status import read_saved, write_verified
from service.commands.backup import backup_place, check_program, opened_backup
from service.commands.restore import lay_out_all, parse_at, scratch_server
from service.commands.scratch import scratch_folder
from service.commands.verify_store import STOPPED, check_on_engine, patient, show
from service.diagnosis.opening import Opened, open_to_read, why_unread
from service.diagnosis.stored import read_layout
from service.diagnosis.whole_store.accounts import Fault
from service.diagnosis.whole_store.check import Report
from service.diagnosis.whole_store.logs import CheckedLog, not_continued
from service.run.embedded_redis import Server
from service.settings import Settings, StartError
from store.cluster.nodes import NotACluster
from store.identity import read_epoch

SPARE_BYTES = 256_000_000
"""What must be left of the disk and of the memory: the service needs both."""
MEMORY_PER_BYTE = 5
"""What a server needs for each byte of the files that it loads, at most: their base is compressed."""


def verify_backup(settings: Settings, where: str | None, at: str | None, as_json: bool, jobs: int | None) -> int:
    """Check the newest second that is saved, or the one of `at`, and print the report. Returns the exit status.

    `where`: the folder or the bucket of the backup; None: the folder of the settings. The outcome for the newest second
    is noted in the folder. All else in it, and the running service, stay as they are. Raises StartError. Call this from
    the main thread.
    """
    at_ms, place = parse_at(at), backup_place(settings, where)
    report, running, what = Report(), RunningService(), f"The backup in {place}"
    checked_ms = None
    try:
        check_program()
        with opened_backup(place, at_ms) as folder:
            cuts = choose_all(folder, at_ms)
            checked_ms = min(cut.ms for cut in cuts)
            what = f"The backup in {place} as of {utc(checked_ms)}"
            for part in {cut.pair.folder.parent for cut in cuts}:
                _add_damages(report, part)
            with scratch_folder() as scratch, _server(cuts, scratch) as server:
                own = replace(patient(settings), redis_url=server.url, rq_redis_url=None, partitions=None)
                own = replace(own, replicas_ack=False)  # the scratch server is no cluster
                with open_to_read(own) as opened, running.opened(settings, cuts[0].pair.epoch):
                    check_on_engine(opened, report, jobs, compare=running.faults)
    except OtherForm as error:
        report.could_not_tell(str(error))
    except DamagedPair as error:
        report.add([Fault("files", str(error))])
    except (Unsuitable, StartError) as error:
        report.could_not_tell(str(error))
    except OSError as error:
        report.could_not_tell(f"{error.filename or gettempdir()}: {error.strerror}")
    if isinstance(place, Path) and at is None:
        _keep(place, report, checked_ms)
    note = f"It was not compared with the running service: {running.why}." if running.why else ""
    return show(report, what, as_json, note, not_compared=running.why or None)


def _keep(folder: Path, report: Report, checked_ms: int | None) -> None:
    """Keep what a report says in the folder of the backup, if this user can write there.

    `checked_ms`: the second that was checked; None: none could be chosen, so it is the newest one.
    """
    saved = read_saved(folder)
    if saved and STOPPED not in report.whys:
        with suppress(OSError):
            write_verified(folder, checked_ms or saved.saved_ms, report.outcome, report.first, report.games)


class RunningService:
    """The store of the service, as far as it can be asked whether it goes on from a backup. `why`: why it cannot."""

    def __init__(self) -> None:
        self.why = ""
        self._opened: Opened | None = None

    @contextmanager
    def opened(self, settings: Settings, epoch: str) -> Iterator[None]:
        """Open it for the block, if it is the store with this epoch."""
        with ExitStack() as ending:
            try:
                opened = ending.enter_context(open_to_read(patient(settings)))
                read_layout(opened)
                found = read_epoch(opened.redis, opened.keys)
                if epoch in found.ids:
                    self._opened = opened
                else:
                    self.why = f"that has another store, of the epoch {found.own}"
            except StartError as error:
                self.why = str(error)
            except (RedisError, NotACluster) as error:
                self.why = why_unread(error)
            yield

    def faults(self, logs: Sequence[CheckedLog]) -> list[Fault]:
        """What of sound logs of the backup the running service has not."""
        if self._opened is None:
            return []
        try:
            games = not_continued(self._opened, logs)
        except (RedisError, NotACluster) as error:
            self.why, self._opened = why_unread(error), None
            return []
        return [Fault(f"game {game}", "the running service has another history of it") for game in games]


def _add_damages(report: Report, folder: Path) -> None:
    """Add what is wrong with all pairs of a backup, as far as one sees without their contents. Raises OSError."""
    damages, again = _damages(folder), {*map(str, _damages(folder))}  # the second without what was just being removed
    for damage in damages:
        if str(damage) not in again:
            continue
        if isinstance(damage, OtherForm):
            report.could_not_tell(str(damage))
        else:
            report.add([Fault("files", str(damage))])


def _damages(folder: Path) -> list[DamagedPair]:
    pairs, damages = list_pairs(folder)
    for pair in pairs:
        try:
            check_marks(pair)
        except DamagedPair as error:
            damages.append(error)
    return damages


@contextmanager
def _server(cuts: Sequence[Cut], folder: Path) -> Iterator[Server]:
    """A server on a copy of the files of a backup. Raises DamagedPair, OSError; StartError if it cannot load them."""
    check_room(folder, sum(cut.bytes for cut in cuts))
    lay_out_all(cuts, folder, "Copying")
    with scratch_server(folder) as server:
        yield server


def check_room(folder: Path, size: int) -> None:
    """Raises StartError if a server on so many bytes of files would take the service's disk or memory."""
    free, needed = shutil.disk_usage(folder).free, size + SPARE_BYTES
    if free < needed:
        raise StartError(
            f"it needs {decimal(needed)} on the disk of {folder.parent}, which has {decimal(free)} left: set TMPDIR to "
            "a folder on another disk"
        )
    available, needed = _available_memory(), MEMORY_PER_BYTE * size + SPARE_BYTES
    if available is not None and available < needed:
        raise StartError(
            f"it needs up to {decimal(needed)} of memory, and {decimal(available)} are available: run it on another "
            "machine that sees the folder"
        )


def _available_memory() -> int | None:
    """Bytes that processes can have without swapping; None if the system does not say."""
    with suppress(OSError):
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
        return int(found[1]) * 1024 if found else None
    return None
