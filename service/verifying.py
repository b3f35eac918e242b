"""The command `verify`: exported logs checked on all cores, without a server."""

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click

from events import Entry
from events.export import LONGEST, UnknownSchema, decoded, parse
from projections.verification import UnknownRuleset, Verdict, verify, verify_origin
from service.commands import progress

MOST = 64 << 20
"""Bytes of a file; a log has some hundred thousand."""


class Unreadable(Exception):
    """Why a file cannot be read."""


class Checked(NamedTuple):
    """A file and its verdict, or why there is none. `lines`: kept where the file cannot be read again."""

    file: Path
    verdict: Verdict | None
    trouble: str = ""
    lines: tuple[bytes, ...] | None = None


def verify_files(files: Sequence[Path], jobs: int | None = None) -> int:
    """Verify and print a line each. Returns the exit status: 0, 1 if one is wrong, 2 if one could not be verified."""
    checked = [*_checked(files, jobs or os.cpu_count() or 1)]
    origins = {c.verdict.game: c for c in checked if c.verdict and c.verdict.ok}
    status = 0
    for each in checked:
        line, worse = _told(each, origins)
        click.echo(f"{each.file}: {line}", err=worse == 2)
        status = max(status, worse)
    return status


def _checked(files: Sequence[Path], jobs: int) -> Iterator[Checked]:
    """All files, in their order; in processes of their own where that pays and they can be opened there."""
    if min(jobs, len(files)) < 2 or not all(map(Path.is_file, files)):
        yield from map(_check, files)
        return
    jobs, context = min(jobs, len(files)), get_context("forkserver")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool, progress("Verifying") as bar:
        task = bar.add_task("logs", total=len(files))
        for each in pool.map(_check, files, chunksize=max(1, min(16, len(files) // (jobs * 4)))):
            bar.advance(task)
            yield each


def _check(file: Path) -> Checked:
    try:
        lines = None if file.is_file() else tuple(lines_of(file))
        return Checked(file, verify(lines or lines_of(file)), lines=lines)
    except (Unreadable, UnknownSchema, UnknownRuleset) as error:
        return Checked(file, None, str(error))


def _told(checked: Checked, origins: dict[str, Checked]) -> tuple[str, int]:
    """What is said of a file, and the exit status it makes."""
    verdict = checked.verdict
    if verdict is None:
        return checked.trouble, 2
    if verdict.fault:
        return str(verdict.fault), 1
    if verdict.origin is None:
        return f"ok {verdict.head}{' (assisted)' if verdict.assisted else ''}", 0
    named = f"{verdict.origin['game']} version {verdict.origin['version']}"
    if verdict.origin["game"] not in origins:
        return f"ok {verdict.head} (fork of {named}, which is not here to compare)", 0
    fault = verify_origin(_entries(checked), _entries(origins[verdict.origin["game"]]))
    return (str(fault), 1) if fault else (f"ok {verdict.head} (fork of {named}, which agrees)", 0)


def _entries(checked: Checked) -> list[Entry]:
    return parse(decoded(checked.lines or lines_of(checked.file)))[1]


def lines_of(file: Path) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`; none is longer than a log's can be. Raises Unreadable."""
    read, standard = 0, str(file) == "-"
    try:
        with open(sys.stdin.fileno() if standard else file, "rb", closefd=not standard) as lines:
            while line := lines.readline(4 * LONGEST + 2):
                read += len(line)
                if read > MOST:
                    raise Unreadable(f"larger than {MOST >> 20} MiB, which no log is")
                yield line
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}") from None
