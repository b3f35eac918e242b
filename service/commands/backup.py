"""`wonderful backup`: save the store into a folder, once or for as long as it runs."""

import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep

import click
from marshmallow import ValidationError
from rich.filesize import decimal
from rich.progress import DownloadColumn, SpinnerColumn, TextColumn, TransferSpeedColumn

from service.backend import check_urls
from service.backup.copying import fetch
from service.backup.faults import Held, Lost, NotCopied, Unsuitable
from service.backup.files import utc
from service.backup.folder import list_pairs, locked
from service.backup.follow import Backup, single
from service.backup.options import Options
from service.backup.pairs import DamagedPair
from service.backup.restore import holes
from service.backup.shard_list import SHARDS
from service.backup.shards import ClusterBackup
from service.backup.status import Outcome, Saved, Verified, read_saved
from service.commands.batch import catch_stop_signals
from service.commands.doctor import problem_lines
from service.commands.progress import transient_bar
from service.commands.scratch import scratch_folder
from service.diagnosis.checks import CHECKS
from service.diagnosis.checks.host import because
from service.diagnosis.findings import examine, exit_status
from service.diagnosis.reading import read_facts
from service.diagnosis.texts import count
from service.environment import BUCKET_FORMS, check_bucket
from service.redacting import redacted
from service.run.die_with_parent import dying_with_parent
from service.run.embedded_redis import running_server, server_program
from service.settings import Settings, StartError
from store.buckets import Bucket, is_bucket_url
from store.clock import store_clock
from store.cluster import Cluster
from store.keys import Keys
from store.server import connect

logger = logging.getLogger(__name__)
WAIT_SECONDS = 1.0
"""Before it is looked again whether another process has left the folder."""
MAX_HOLES = 5
"""So many are shown, the newest."""
CHECKS_OF_A_BACKUP = ("D29", "D31")
OLDEST_PROGRAM = 7
"""The first version of a server whose append-only file has several parts."""


def save(settings: Settings, folder: Path | None, follow: bool) -> None:
    """Save the store into a folder, or into that of BACKUP_DIR. `follow`: until the process is stopped.

    Raises StartError. Call this from the main thread: only there do signals arrive.
    """
    folder = backup_folder(settings, folder)
    url = server_url(settings)
    try:
        with catch_stop_signals() as stop, ExitStack() as ending:
            if not follow:
                ending.enter_context(locked(folder))
                _copy(_backup(settings, folder, url, ()), folder, stop)
            elif _enter_when_free(ending, folder, stop):
                _backup(settings, folder, url, _verify_command(folder)).follow(stop)
    except Lost as error:
        raise StartError(f"the store does not answer ({error})") from None
    except DamagedPair as error:
        raise StartError(f"{folder} is damaged: {error}; move it away, or name another folder") from None
    except (Unsuitable, NotCopied) as error:
        raise StartError(str(error)) from None
    except OSError as error:
        raise StartError(f"{folder} cannot be written: {error.strerror}") from None


def show_status(settings: Settings, folder: Path | None) -> int:
    """Print what a backup holds, and what its last verification found. Raises StartError.

    Returns the exit status that the checks of the doctor for it have, if the service can be asked for the time.
    """
    folder = backup_folder(settings, folder)
    saved = read_saved(folder)
    if saved is None:
        raise StartError(f"nothing is saved in {folder}")
    facts = read_facts(replace(settings, backup_dir=folder))
    findings = examine([check for check in CHECKS if check.id in CHECKS_OF_A_BACKUP], facts)
    wrong = [finding for finding in findings if finding.problems]
    try:
        lines = [*_lines_of_saved(folder, saved), *_lines_of_verified(saved.verified), *problem_lines(wrong)]
    except (DamagedPair, OSError):  # a base has just been removed
        raise StartError(f"{folder} has changed meanwhile: try again") from None
    for line in lines:
        click.echo(redacted(line))
    return exit_status(wrong)


def _lines_of_saved(folder: Path, saved: Saved) -> Iterator[str]:
    yield f"Saved: every second from {utc(saved.oldest_ms)} to {utc(saved.saved_ms)}."
    for place in (folder, *sorted(folder.glob("slots-*"))):
        for first_ms, last_ms in holes(list_pairs(place)[0])[-MAX_HOLES:]:
            yield f"But none between {utc(first_ms)} and {utc(last_ms)}."
    yield f"It takes {decimal(saved.bytes)} in {folder}, with {count(saved.pairs, 'base')}."
    if saved.problem:
        yield f"It waits: {saved.problem}."
    if saved.copied_ms is not None:
        copied = f"the store as of {utc(saved.copied_ms)}" if saved.copied_ms else "nothing yet"
        yield f"Copied into a bucket: {copied}{because(saved.copy_problem)}."


def _lines_of_verified(verified: Verified | None) -> Iterator[str]:
    if verified is None:
        yield "Not verified yet: wonderful backup verify"
        return
    yield f"Verified: the store as of {utc(verified.ms)}: {verified.finding}."
    if verified.outcome != Outcome.SOUND:
        yield f"Found sound last: {f'as of {utc(verified.sound_ms)}' if verified.sound_ms else 'never'}."


def backup_folder(settings: Settings, named: Path | None) -> Path:
    """The folder that a command names, or that of BACKUP_DIR. Raises StartError."""
    folder = named or settings.backup_dir
    if folder is None:
        raise StartError("name a folder for the backup, or set BACKUP_DIR")
    return folder.resolve()


def backup_place(settings: Settings, named: str | None) -> Path | Bucket:
    """The folder or the bucket that a command names, or the folder of BACKUP_DIR. Raises StartError."""
    if named and is_bucket_url(named):
        return Bucket(named)
    return backup_folder(settings, Path(named) if named else None)


@contextmanager
def opened_backup(place: Path | Bucket, at_ms: int | None) -> Iterator[Path]:
    """The folder of a backup; of one in a bucket, what a time needs of it, in a temporary folder.

    `at_ms`: since 1970; None: the newest second. Raises StartError, Unsuitable, DamagedPair, OSError.
    """
    if isinstance(place, Path):
        yield place
        return
    try:
        check_bucket(place.url)
    except ValidationError:
        raise StartError(f"{place} cannot be used: it takes {BUCKET_FORMS}") from None
    with scratch_folder() as folder:
        with _progress("Fetching") as on_progress:
            came = 0

            def advance(size: int) -> None:
                nonlocal came
                came += size
                on_progress(came)

            try:
                fetch(place, folder, at_ms, advance)
            except FileNotFoundError:
                raise StartError(f"{place} has changed meanwhile: try again") from None
            except OSError as error:
                raise StartError(f"{place} cannot be read: {error.strerror or error}") from None
        yield folder


def server_url(settings: Settings) -> str:
    """The URL of the server whose store is saved: REDIS_URL, or the embedded one, if it runs. Raises StartError."""
    check_urls(settings)
    if settings.redis_url:
        return settings.redis_url
    server = running_server(settings.data_dir)
    if server is None:
        where = settings.data_dir.resolve()
        raise StartError(f"no server runs in {where}: start the service, or set DATA_DIR or REDIS_URL")
    return server.url


def check_program() -> None:
    """Raises StartError if the server program of this machine cannot read append-only files of several parts."""
    program = server_program()
    words = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    if (found := re.search(r"v=([0-9]+)", words)) and int(found[1]) < OLDEST_PROGRAM:
        raise StartError(
            f"{program} is of version {found[1]} and cannot read a backup: install Redis 7 or newer, or Valkey"
        )


def _backup(settings: Settings, folder: Path, url: str, verify: Sequence[str]) -> Backup | ClusterBackup:
    """The backup of a server or a cluster. Raises Unsuitable."""
    redis, keys = connect(url), Keys(settings.key_prefix)
    bucket = Bucket(settings.backup_bucket) if settings.backup_bucket else None
    max_bytes = settings.backup_gb * 10**9
    options = Options(settings.backup_days, max_bytes, tell, warn, verify=verify, bucket=bucket)
    if isinstance(redis, Cluster):
        return ClusterBackup(folder, url, redis, keys, options)
    if (folder / SHARDS).exists():
        raise Unsuitable(f"{folder} holds the backup of a cluster: name another folder")
    return Backup(folder, single(url, keys, store_clock(redis)), options)


def _enter_when_free(ending: ExitStack, folder: Path, stop: Callable[[], bool]) -> bool:
    """Hold the folder as soon as no other backup does; False if stopped before. Raises Unsuitable, OSError."""
    is_told = False
    while not stop():
        try:
            ending.enter_context(locked(folder))
        except Held as error:
            if not is_told:
                warn(f"The backup waits: {error}.")
            is_told = True
            sleep(WAIT_SECONDS)
        else:
            return True
    return False


def _verify_command(folder: Path) -> list[str]:
    """One process: the service needs the others."""
    words = ["backup", "verify", "--json", "--jobs", "1", "--", str(folder)]
    return dying_with_parent([sys.executable, "-m", "service.commands.cli", *words])


def _copy(backup: Backup | ClusterBackup, folder: Path, stop: Callable[[], bool]) -> None:
    with _progress("Saving") as on_progress:
        is_complete = backup.copy(stop, on_progress)
    if not is_complete:
        raise StartError("stopped; no new copy was made")
    saved = read_saved(folder)
    assert saved is not None
    click.echo(f"The store as of {utc(saved.saved_ms)} is saved in {folder}.")


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int], None]]:
    """A line on standard error with the bytes that have come; hidden without a terminal."""
    columns = (SpinnerColumn(), TextColumn(label), DownloadColumn(), TransferSpeedColumn())
    with transient_bar(*columns) as bar:
        task = bar.add_task("base", total=None)
        yield lambda count: bar.update(task, completed=count)


def tell(line: str) -> None:
    """Print a line for the operator, without passwords."""
    click.echo(redacted(line))


def warn(line: str) -> None:
    """Log what is wrong, for the operator."""
    logger.warning("%s", redacted(line))
