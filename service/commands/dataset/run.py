"""The run of the command: read what the dataset does not hold yet, and add it."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from time import monotonic

import click
from rich.progress import Progress

from service.commands.batch import Engine, catch_stop_signals, open_engine, results, some_at_a_time
from service.commands.batch.where import REMOTE_GAMES
from service.commands.dataset.buffers import Buffers
from service.commands.dataset.folder import Folder, open_folder
from service.commands.dataset.reading import NOT_READ, WRONG, Failed, Read, read_all
from service.commands.dataset.sources import (
    Skipped,
    Source,
    Unreadable,
    list_files,
    list_games,
    logs_of,
    size_of,
    stored_games,
)
from service.commands.progress import progress_bar
from service.commands.store import open_store
from service.settings import Settings, StartError

READ_AT_ONCE = 8
"""Games that a worker process reads before it returns them."""
FEW_GAMES = 56
"""The most games that are read in this process: others take two seconds to start."""
Sources = Iterator[Source | Skipped | Unreadable]


@dataclass
class Counts:
    """The results of the games so far. `status`: the exit status."""

    known: int = 0
    unfinished: int = 0
    failed: int = 0
    status: int = 0


def write_dataset(
    settings: Settings, path: Path, paths: Sequence[Path], jobs: int | None, on: str | None = None
) -> int:
    """Add the finished games of the files and folders in `paths`, or of the store if there are none.

    `on`, `jobs`: see `open_engine`. Prints a line for each game that is left out because it
    is broken, and a last line. Returns the exit status: 1 if a log is wrong, 2 if one could not be read. Raises
    StartError. Call this from the main thread: only there do signals arrive.
    """
    began, counts = monotonic(), Counts()
    with (
        open_engine(on, jobs) if on is not None else nullcontext() as remote,  # first: it may be refused
        progress_bar("Writing") as bar,
        _sources(settings, path, paths, bar) as sources_for,  # before a folder is begun, in which nothing would be
        open_folder(path) as folder,
    ):
        buffers = Buffers(folder.add)
        missing = _missing(sources_for(folder), folder, counts, bar)
        try:
            with closing(_read_on_engine(missing, folder.salt, jobs, remote)) as read:
                for each in read:
                    _take(each, folder, buffers, counts, bar)
        except KeyboardInterrupt:
            raise StartError(f"stopped; run the same command again to add the other games to {path}") from None
        finally:
            buffers.flush()
    click.echo(_summary(path, buffers, counts, monotonic() - began))
    return counts.status


@contextmanager
def _sources(
    settings: Settings, path: Path, paths: Sequence[Path], bar: Progress
) -> Iterator[Callable[[Folder], Sources]]:
    """All games of the files, or of the store, for the folder at `path`; the bar advances as they are read.

    Raises StartError.
    """
    if paths:
        files = list_files(paths, path)
        yield lambda folder: chain.from_iterable(map(logs_of, bar.track(files, description="files")))
        return
    with open_store(settings, reads=True) as backend:
        games = list_games(backend)
        task = bar.add_task("games", total=len(games))
        yield lambda folder: stored_games(backend, games, folder.holds, lambda: bar.advance(task))


def _missing(sources: Sources, folder: Folder, counts: Counts, bar: Progress) -> Iterator[Source]:
    """The games that the dataset does not hold; the others are counted."""
    for source in sources:
        match source:
            case Skipped(known, unfinished):
                counts.known += known
                counts.unfinished += unfinished
            case Unreadable(name, reason):
                _fail(Failed(name, reason, NOT_READ), counts, bar)
            case Source(_, game, head) if folder.holds(game, head):
                counts.known += 1
            case Source():
                yield source


def _read_on_engine(
    missing: Iterator[Source], salt: bytes, jobs: int | None, remote: Engine | None
) -> Generator[Read | Failed, None, None]:
    """The result of each game, in their order, so that the same games give the same files.

    Raises StartError, KeyboardInterrupt.
    """
    first = [*islice(missing, FEW_GAMES)]
    little = jobs == 1 or len(first) < FEW_GAMES
    with (
        catch_stop_signals() as stop_requested,
        nullcontext(remote) if remote else open_engine(None, jobs, little) as engine,
    ):
        most = REMOTE_GAMES if engine.remote else READ_AT_ONCE
        tasks = some_at_a_time(chain(first, missing), most, size_of)
        read = partial(read_all, salt=salt)
        yield from chain.from_iterable(results(read, tasks, engine, stop_requested, size=size_of, in_order=True))


def _take(read: Read | Failed, folder: Folder, buffers: Buffers, counts: Counts, bar: Progress) -> None:
    """Keep a game to be written, unless it is there by now, or another game has its id."""
    if isinstance(read, Failed):
        _fail(read, counts, bar)
    elif folder.holds(read.game, read.head):
        counts.known += 1
    elif read.game in folder.known:
        _fail(Failed(read.source, f"the dataset has another game {read.game}", WRONG), counts, bar)
    else:
        folder.known[read.game] = bytes.fromhex(read.head)
        buffers.put(read)


def _fail(failed: Failed, counts: Counts, bar: Progress) -> None:
    counts.failed += 1
    counts.status = max(counts.status, failed.status)
    bar.console.print(f"{failed.source}: {failed.reason}", markup=False, highlight=False, soft_wrap=True)


def _summary(path: Path, buffers: Buffers, counts: Counts, seconds: float) -> str:
    written = f"Wrote {_count(buffers.games)} to {path}"
    if buffers.games:
        rate, each = buffers.games / max(seconds, 0.001), buffers.bytes / buffers.games
        written += f", {rate:.0f} games/s, {each:,.0f} bytes a game"
    others = [f"{counts.known} were there"] if counts.known else []
    others += [f"{counts.unfinished} are not finished"] if counts.unfinished else []
    others += [f"{counts.failed} could not be read"] if counts.failed else []
    return f"{written}; {', '.join(others)}." if others else f"{written}."


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
