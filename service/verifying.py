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
from service.settings import StartError

MOST = 64 << 20
"""Bytes of a file; a log has some hundred thousand."""


class Checked(NamedTuple):
    """A file and its verdict, or why there is none."""

    file: Path
    verdict: Verdict | None
    trouble: str = ""


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
    """All files, in their order; in processes of their own where that pays."""
    jobs = min(jobs, len(files))
    if jobs < 2:
        yield from map(_check, files)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("forkserver")) as pool, progress("Verifying") as bar:
        task = bar.add_task("logs", total=len(files))
        for each in pool.map(_check, files, chunksize=max(1, min(16, len(files) // (jobs * 4)))):
            bar.advance(task)
            yield each


def _check(file: Path) -> Checked:
    try:
        return Checked(file, verify(lines_of(file)))
    except (StartError, UnknownSchema, UnknownRuleset) as error:
        return Checked(file, None, str(error).removeprefix(f"{file}: "))


def _told(checked: Checked, origins: dict[str, Checked]) -> tuple[str, int]:
    """What is said of a file, and the exit status it makes."""
    verdict = checked.verdict
    if verdict is None:
        return checked.trouble, 2
    if verdict.fault:
        return str(verdict.fault), 1
    marks = " (assisted)" if verdict.assisted else ""
    if verdict.origin:
        named = f"{verdict.origin['game']} version {verdict.origin['version']}"
        if verdict.origin["game"] not in origins:
            return f"ok {verdict.head} (fork of {named}, which is not here to compare)", 0
        fault = verify_origin(_entries(checked.file), _entries(origins[verdict.origin["game"]].file))
        return (str(fault), 1) if fault else (f"ok {verdict.head} (fork of {named}, which agrees)", 0)
    return f"ok {verdict.head}{marks}", 0


def _entries(file: Path) -> list[Entry]:
    return parse(decoded(lines_of(file)))[1]


def lines_of(file: Path) -> Iterator[bytes]:
    """The lines of a file, or of standard input for `-`; none is longer than a log's can be. Raises StartError."""
    read = 0
    try:
        with open(sys.stdin.fileno() if str(file) == "-" else file, "rb", closefd=str(file) != "-") as lines:
            while line := lines.readline(4 * LONGEST + 2):
                read += len(line)
                if read > MOST:
                    raise StartError(f"{file}: larger than {MOST >> 20} MiB, which no log is")
                yield line
    except OSError as error:
        raise StartError(f"{file}: cannot be read: {error.strerror}") from None
