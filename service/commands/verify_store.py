"""`wonderful verify --store`: check a whole store that is in use, and only read. Backups are checked by the same."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

import click
from redis.exceptions import RedisError

from service.backup.status import Outcome
from service.commands.batch import catch_stop_signals, open_engine, results, some_at_a_time
from service.commands.batch.where import REMOTE_GAMES, check_address
from service.commands.progress import progress_bar
from service.commands.store import PATIENCE_SECONDS, store_name
from service.diagnosis.opening import Opened, open_to_read, why_unread
from service.diagnosis.texts import count
from service.diagnosis.whole_store.check import Compare, Report, check_store
from service.diagnosis.whole_store.logs import CheckedLog, StoredLog, judge_logs
from service.redacting import redacted
from service.settings import Settings, StartError
from store.cluster.nodes import NotACluster

JUDGED_AT_ONCE = 16
"""Games of a task in a process of this machine."""
SIZE = attrgetter("size")
EXIT_STATUS = {Outcome.SOUND: 0, Outcome.BROKEN: 2, Outcome.INCONCLUSIVE: 3}
"""As that of `wonderful doctor`."""
STOPPED = "stopped"


def verify_store(settings: Settings, as_json: bool, jobs: int | None, on: str | None) -> int:
    """Check the store of the settings and print the report. Returns an EXIT_STATUS.

    `on`, `jobs`: see `open_engine`. Raises StartError. Call this from the main thread: only there do signals arrive.
    """
    check_address(on, jobs)
    report = Report()
    try:
        with open_to_read(patient(settings)) as opened:
            check_on_engine(opened, report, jobs, on)
    except StartError as error:
        report.could_not_tell(str(error))
    return show(report, f"The store {store_name(settings)}", as_json)


def patient(settings: Settings) -> Settings:
    """Settings with which nobody waits over HTTP."""
    return replace(settings, store_seconds=PATIENCE_SECONDS)


def check_on_engine(
    opened: Opened, report: Report, jobs: int | None, on: str | None = None, compare: Compare = lambda logs: ()
) -> None:
    """Check a whole store on an engine, with a progress bar, and add to a report. A stop is noted there, too.

    Raises StartError.
    """
    try:
        with (
            progress_bar("Verifying") as bar,
            catch_stop_signals() as stop_requested,
            open_engine(on, jobs, little=jobs == 1) as engine,
        ):
            task = bar.add_task("games and accounts", total=None)
            games = REMOTE_GAMES if engine.remote else JUDGED_AT_ONCE

            def judge(logs: Iterator[StoredLog]) -> Iterable[Sequence[CheckedLog]]:
                tasks = some_at_a_time(logs, games, SIZE)
                return results(judge_logs, tasks, engine, stop_requested, size=SIZE)

            def on_done(number: int) -> None:
                bar.advance(task, number)
                if stop_requested():
                    raise KeyboardInterrupt

            check_store(opened, report, judge, compare, lambda number: bar.update(task, total=number), on_done)
    except (RedisError, NotACluster) as error:
        report.could_not_tell(why_unread(error))
    except KeyboardInterrupt:
        report.could_not_tell(STOPPED)


def show(report: Report, what: str, as_json: bool, note: str = "", **more: Any) -> int:
    """Print what the check of `what` found, and return its EXIT_STATUS. `more`: fields of the JSON form."""
    status = EXIT_STATUS[report.outcome]
    if as_json:
        click.echo(redacted(json.dumps(_fields(report) | more, indent=2, ensure_ascii=False)))
        return status
    for line in filter(None, (*_lines(report, what), note)):
        click.echo(redacted(line))
    return status


def _fields(report: Report) -> dict[str, Any]:
    return {
        "status": report.outcome.value,
        "exit_status": EXIT_STATUS[report.outcome],
        "games": report.games,
        "events": report.events,
        "accounts": report.accounts,
        "tokens": report.tokens,
        "broken": report.broken,
        "faults": [fault._asdict() for fault in report.faults],
        "whys": report.whys,
    }


def _lines(report: Report, what: str) -> Iterator[str]:
    for fault in report.faults:
        yield f"x {fault.what}: {fault.fault}."
    if more := report.broken - len(report.faults):
        yield f"x … and {more:,} more."
    for why in report.whys:
        yield f"? {why}."
    outcome = {
        Outcome.SOUND: "is sound",
        Outcome.BROKEN: f"is broken: {count(report.broken, 'fault')}",
        Outcome.INCONCLUSIVE: "could not be verified",
    }[report.outcome]
    numbers = ((report.games, "game"), (report.events, "event"), (report.accounts, "account"), (report.tokens, "token"))
    checked = f" Checked: {', '.join(count(*number) for number in numbers)}." if report.games or report.accounts else ""
    yield f"{what} {outcome}.{checked}"
