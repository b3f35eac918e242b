"""`wonderful restore`: bring a saved store back, into the folder of an embedded server."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click
from redis import Redis
from redis.exceptions import RedisError
from rich.progress import BarColumn, DownloadColumn, SpinnerColumn, TextColumn, TimeRemainingColumn

from projections.public_list.store import PublicList
from projections.rebuild import every_game
from service.backup.faults import Unsuitable
from service.backup.files import FOLDER_MODE, utc
from service.backup.folder import saw_epoch
from service.backup.pairs import DamagedPair
from service.backup.restore import MAX_STEP_MS, PARTS, Cut, check_files, choose_all, copy_keys, lay_out, parse_time
from service.commands.backup import backup_place, check_program, opened_backup
from service.commands.progress import transient_bar
from service.commands.scratch import scratch_folder
from service.diagnosis.texts import duration
from service.run.embedded_redis import Server, ensure_server, has_data, running_server, stop_server
from service.run.known_epoch import known_epoch, remember_epoch
from service.settings import Settings, StartError
from store.identity import Epoch, read_epoch
from store.keys import Keys
from store.whole_files import sync_folder

ONLY_INTO_A_FOLDER = (
    "REDIS_URL is set, and a backup is restored into the folder of a server: unset it, set DATA_DIR to an empty "
    "folder, and start your server there once the command has ended"
)

UNFINISHED = "unfinished"
"""In the data folder: a store that is not restored yet. A service that starts there does not see it."""


def restore(settings: Settings, where: str | None, at: str | None) -> None:
    """Restore the newest second that is saved, or the one of `at`, into DATA_DIR. Raises StartError.

    `where`: the folder or the bucket of the backup; None: the folder of the settings.
    """
    if settings.redis_url:
        raise StartError(ONLY_INTO_A_FOLDER)
    data, at_ms = settings.data_dir.resolve(), parse_at(at)
    if has_data(data) or running_server(data):
        raise StartError(
            f"there is a store in {data}: stop the service and move that folder away, or set another DATA_DIR"
        )
    check_program()
    try:
        with opened_backup(backup_place(settings, where), at_ms) as folder:
            cuts = choose_all(folder, at_ms)
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _taken_into_use(data) as made:
                lay_out_all(cuts, made, "Restoring")
                games = _started_once(settings, made, data, cuts)
    except (Unsuitable, DamagedPair) as error:
        raise StartError(str(error)) from None
    except OSError as error:
        raise StartError(f"{data} cannot be written: {error.strerror}") from None
    except RedisError as error:
        raise StartError(f"the restored store cannot be read: {error}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; nothing was restored into {data}") from None
    first_ms = min(cut.ms for cut in cuts)
    click.echo(f"The store as of {utc(first_ms)} is restored into {data}: {games} {'game' if games == 1 else 'games'}.")
    if at_ms is not None and at_ms - first_ms > MAX_STEP_MS:
        click.echo(f"Of the {duration((at_ms - first_ms) / 1000)} between that and --at, no second is saved.")
    click.echo("What the service answered after that is lost. Start it again: wonderful up")


@contextmanager
def _taken_into_use(data: Path) -> Iterator[Path]:
    """A folder for the files of a store. They go into the data folder when the block ends in order, and only then.

    Raises OSError.
    """
    made = data / UNFINISHED
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(FOLDER_MODE)
    try:
        yield made
        (made / PARTS).rename(data / PARTS)
        sync_folder(data)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def lay_out_checked(cut: Cut, data: Path, label: str) -> None:
    """Check the files of a backup, and write those of a store, with a progress bar. Raises DamagedPair, OSError."""
    total = cut.pair.base.bytes + cut.mark.length + cut.bytes
    columns = (TextColumn(label), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with transient_bar(*columns) as bar:
        task = bar.add_task("files", total=total)
        check_files(cut.pair, lambda count: bar.advance(task, count))
        lay_out(cut, data, lambda count: bar.advance(task, count))


@contextmanager
def loading_bar() -> Iterator[Callable[[str], None]]:
    """A function to call with how far a server has loaded its data; a line on standard error shows it."""
    columns = (SpinnerColumn(), TextColumn("Loading {task.description}"))
    with transient_bar(*columns) as bar:
        task = bar.add_task("", total=None)
        yield lambda progress: bar.update(task, description=progress)


@contextmanager
def scratch_server(folder: Path) -> Iterator[Server]:
    """A server on the files of a scratch folder, for the block. Raises StartError if it cannot load them."""
    with loading_bar() as on_loading:
        server = ensure_server(folder, "no", on_loading=on_loading, is_scratch=True)
    try:
        yield server
    finally:
        stop_server(server)


def lay_out_all(cuts: Sequence[Cut], data: Path, label: str) -> None:
    """Write the files of one store into a folder; of a cluster, from all parts. A crash leaves no store there.

    Raises DamagedPair, OSError, StartError.
    """
    if len(cuts) == 1:
        lay_out_checked(cuts[0], data, label)
        return
    made = data / "merging"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(FOLDER_MODE)
    try:
        lay_out_checked(cuts[0], made, label)
        server = ensure_server(made, "no", is_scratch=True)
        try:
            with closing(Redis.from_url(server.url)) as redis:
                _add_others(cuts[1:], redis, label)
        finally:
            stop_server(server)
        (made / PARTS).rename(data / PARTS)
        sync_folder(data)
    except RedisError as error:
        raise StartError(f"the parts of the cluster cannot be put together: {error}") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _add_others(cuts: Sequence[Cut], redis: Redis, label: str) -> None:
    """Add the other parts of a cluster to a server that has the first one."""
    for cut in cuts:
        with scratch_folder() as folder:
            lay_out_checked(cut, folder, label)
            with scratch_server(folder) as server, closing(Redis.from_url(server.url)) as source:
                copy_keys(source, redis)


def _started_once(settings: Settings, made: Path, data: Path, cuts: Sequence[Cut]) -> int:
    """Start a server on the new files, note in the data folder which store it is, and stop it; the number of games.

    It ends with this process, too. Raises StartError if it does not take the files; RedisError, DamagedPair, OSError.
    """
    with loading_bar() as on_loading:
        server = ensure_server(made, settings.appendfsync, on_loading=on_loading, is_scratch=True)
    try:
        keys = Keys(settings.key_prefix)
        with closing(Redis.from_url(server.url)) as redis:
            if epoch := read_epoch(redis, keys):
                _check_epoch(data, epoch, {cut.pair.folder.parent for cut in cuts})
                remember_epoch(data, epoch.own)
            if PublicList(redis, keys).mark_restored():
                click.echo(
                    "The public list is signed again after `wonderful list resume`: others may know a longer one."
                )
            return len(every_game(redis, keys))
    finally:
        stop_server(server)


def _check_epoch(data: Path, epoch: Epoch, saved: Iterable[Path]) -> None:
    """Raises StartError if the folder belonged to another store than the one that comes back, with this epoch.

    It may come back as it was before it got the epoch that the folder knows. `saved`: the folders of its backup.
    Raises DamagedPair, OSError.
    """
    known = known_epoch(data)
    if known not in ("", *epoch.ids) and not any(saw_epoch(folder, known) for folder in saved):
        file = data / "epoch"
        message = f"{data} belonged to another store, of the epoch {known}: set another DATA_DIR, or remove {file}"
        raise StartError(message)


def parse_at(text: str | None) -> int | None:
    """The time that `--at` names, in ms since 1970; None without one. Raises StartError."""
    try:
        return None if text is None else parse_time(text)
    except (ValueError, OverflowError):
        raise StartError(f"--at {text!r} cannot be used: it takes a time such as 2026-11-28T01:46:34Z") from None
