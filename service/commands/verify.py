"""`wonderful verify`: verify exported logs in parallel, without a server."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click

from events import Entry
from events.export import UnknownSchema, decoded, parse
from projections.audit import UnknownRuleset, Verdict, verify, verify_origin
from service.commands.log_files import UnreadableFile, read_lines
from service.commands.progress import progress_bar

OK, WRONG, NOT_VERIFIED = 0, 1, 2
"""Exit statuses."""


class Checked(NamedTuple):
    """A file with its verdict, or with the reason why there is none. `lines`: kept if the file cannot be read again."""

    file: Path
    verdict: Verdict | None
    reason: str = ""
    lines: tuple[bytes, ...] | None = None


def verify_files(files: Sequence[Path], jobs: int | None = None) -> int:
    """Verify and print a line for each file. Returns the exit status: OK, WRONG or NOT_VERIFIED, the worst of all."""
    checked = [*_check_all(files, jobs or os.cpu_count() or 1)]
    origins = {each.verdict.game: each for each in checked if each.verdict and each.verdict.ok}
    status = OK
    for each in checked:
        line, own_status = _result(each, origins)
        click.echo(f"{each.file}: {line}", err=own_status == NOT_VERIFIED)
        status = max(status, own_status)
    return status


def _check_all(files: Sequence[Path], jobs: int) -> Iterator[Checked]:
    """The results in the order of the files. A single file, or a pipe among them, is checked in this process alone."""
    if min(jobs, len(files)) < 2 or not all(map(Path.is_file, files)):
        yield from map(_check, files)
        return
    jobs, context = min(jobs, len(files)), get_context("forkserver")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool, progress_bar("Verifying") as bar:
        task = bar.add_task("logs", total=len(files))
        for each in pool.map(_check, files, chunksize=max(1, min(16, len(files) // (jobs * 4)))):
            bar.advance(task)
            yield each


def _check(file: Path) -> Checked:
    try:
        lines = None if file.is_file() else tuple(read_lines(file))
        return Checked(file, verify(lines or read_lines(file)), lines=lines)
    except (UnreadableFile, UnknownSchema, UnknownRuleset) as error:
        return Checked(file, None, str(error))


def _result(checked: Checked, origins: dict[str, Checked]) -> tuple[str, int]:
    """The line that is printed for a file, and its exit status."""
    verdict = checked.verdict
    if verdict is None:
        return checked.reason, NOT_VERIFIED
    if verdict.fault:
        return str(verdict.fault), WRONG
    if verdict.origin is None:
        return f"ok {verdict.head}{' (assisted)' if verdict.assisted else ''}", OK
    origin = f"{verdict.origin['game']} version {verdict.origin['version']}"
    if verdict.origin["game"] not in origins:
        return f"ok {verdict.head} (fork of {origin}, which is not here to compare)", OK
    fault = verify_origin(_entries(checked), _entries(origins[verdict.origin["game"]]))
    return (str(fault), WRONG) if fault else (f"ok {verdict.head} (fork of {origin}, which agrees)", OK)


def _entries(checked: Checked) -> list[Entry]:
    return parse(decoded(checked.lines or read_lines(checked.file)))[1]
