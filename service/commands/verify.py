"""`wonderful verify`: verify exported logs in parallel, without a store."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from events import Entry
from events.export import UnknownSchema, decoded, parse
from projections.audit import UnknownRuleset, Verdict, verify, verify_origin
from service.commands.batch import catch_stop_signals, open_engine, results, some_at_a_time
from service.commands.batch.where import REMOTE_GAMES, check_address
from service.commands.log_files import PROOF_SUFFIX, UnreadableFile, read_lines
from service.commands.progress import progress_bar
from service.commands.verify_signed import check_signed, read_keys, read_policy
from service.settings import StartError

OK, WRONG, NOT_VERIFIED = 0, 1, 2
"""Exit statuses."""


class Checked(NamedTuple):
    """A file with its verdict, or with the reason why there is none. `lines`: kept if the file cannot be read again."""

    file: Path
    verdict: Verdict | None
    reason: str = ""
    lines: tuple[bytes, ...] | None = None


class Log(NamedTuple):
    """The lines of a file. `reason`: why the rest cannot be read."""

    file: Path
    lines: list[bytes]
    reason: str


def verify_files(
    files: Sequence[Path],
    jobs: int | None = None,
    on: str | None = None,
    receipts: Sequence[Path] = (),
    keys: Path | None = None,
    policy: Path | None = None,
) -> int:
    """Verify and print a line for each file. Returns the exit status: OK, WRONG or NOT_VERIFIED, the worst of all.

    `keys`: a file with those that are trusted; then receipts and proofs are checked, too. `policy`: see `read_policy`.
    `on`, `jobs`: see `open_engine`. Raises StartError. Call this from the main thread: only there do signals arrive.
    """
    check_address(on, jobs)
    logs = [file for file in files if file.suffix != PROOF_SUFFIX]  # `logs/*` names the proofs beside them, too
    if files and not logs:
        raise StartError(f"{files[0]} is a proof: name the log beside it")
    checked = _check_all(logs, jobs, on) if logs else []
    origins = {each.verdict.game: each for each in checked if each.verdict and each.verdict.ok}
    status = OK
    for each in checked:
        line, own_status = _result(each, origins)
        click.echo(f"{each.file}: {line}", err=own_status == NOT_VERIFIED)
        status = max(status, own_status)
    if keys:
        sound = [(each.file, _content(each)) for each in checked if each.verdict and each.verdict.ok]
        status = max(status, check_signed(sound, receipts, read_keys(keys), read_policy(policy)))
    return status


def _check_all(files: Sequence[Path], jobs: int | None, on: str | None) -> list[Checked]:
    """The results in the order of the files. Pipes, which are read only once, are checked in this process."""
    processes = min(jobs or os.cpu_count() or 1, len(files))
    own = [number for number, file in enumerate(files) if not file.is_file()]
    others = [number for number, file in enumerate(files) if file.is_file()]
    if on is None and min(processes, len(others)) < 2:
        own, others = [*range(len(files))], []
    checked = {number: _check(files[number]) for number in own}
    if others:
        checked |= dict(
            zip(others, _check_on_engine([files[number] for number in others], jobs, processes, on), strict=True)
        )
    return [checked[number] for number in range(len(files))]


def _check_on_engine(files: Sequence[Path], jobs: int | None, processes: int, on: str | None) -> Iterator[Checked]:
    """The results in the order of the files."""
    few = max(1, min(16, len(files) // (processes * 4)))
    try:
        with (
            progress_bar("Verifying") as bar,
            catch_stop_signals() as stop_requested,
            open_engine(on, jobs if on else processes) as engine,
        ):
            task = bar.add_task("logs", total=len(files))
            tasks = some_at_a_time(map(_read, files), REMOTE_GAMES if engine.remote else few, _size)
            for verdicts in results(_verify_some, tasks, engine, stop_requested, size=_size, in_order=True):
                for each in verdicts:
                    bar.advance(task)
                    yield each
    except KeyboardInterrupt:
        raise StartError("stopped") from None


def _read(file: Path) -> Log:
    """The content of a file, up to where it cannot be read on."""
    log = Log(file, [], "")
    try:
        log.lines.extend(read_lines(file))
    except UnreadableFile as error:
        return log._replace(reason=str(error))
    return log


def _size(log: Log) -> int:
    return sum(map(len, log.lines))


def _verify_some(logs: Sequence[Log]) -> list[Checked]:
    return [_checked(log.file, _lines_of(log)) for log in logs]


def _lines_of(log: Log) -> Iterator[bytes]:
    yield from log.lines
    if log.reason:
        raise UnreadableFile(log.reason)


def _check(file: Path) -> Checked:
    """Check a file in this process."""
    if file.is_file():
        return _checked(file, read_lines(file))
    log = _read(file)
    return _checked(file, _lines_of(log))._replace(lines=tuple(log.lines))


def _checked(file: Path, lines: Iterator[bytes]) -> Checked:
    try:
        return Checked(file, verify(lines))
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
    return parse(decoded(_content(checked)))[1]


def _content(checked: Checked) -> Iterable[bytes]:
    return checked.lines or read_lines(checked.file)
