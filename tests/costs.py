"""What the tests cost, by folder, by fixture and, for the dearest, by test.

`python -m tests.costs LOG` reads what `pytest -vv --durations=0` printed. `pytest -p tests.costs` measures CPU, too: of
the worker and of its processes that have ended. It prints how fast the machine is, as another one has other seconds.
"""

import re
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

LINE = re.compile(r"\s*(\d+\.\d+)s (call|setup|teardown)\s+(tests/\S+?)::")
DEAREST_TESTS = 60
"""By CPU, as the table of tests shows."""
Sums = defaultdict[str, list[float]]


def folder_of(path: str) -> str:
    """tests/service/api/test_a.py → tests/service/api; a file of tests/ is tests."""
    return "/".join(path.split("/")[:3][: path.count("/")])


def table(title: str, heads: Iterable[str], sums: Mapping[str, list[float]]) -> str:
    """Markdown: the dearest first, and a last row with the sums."""
    rows = sorted(sums.items(), key=lambda row: -row[1][1])
    rows.append(("all", [sum(column) for column in zip(*sums.values(), strict=True)]))
    lines = [f"| {' | '.join([title, *heads])} |", "|---|" + "--:|" * len(rows[0][1])]
    return "\n".join([*lines, *(f"| {name} | {' | '.join(f'{value:,.0f}' for value in row)} |" for name, row in rows)])


def read(log: str) -> str:
    """The table of a log: tests, seconds of all their phases, and those of setups."""
    sums: Sums = defaultdict(lambda: [0, 0, 0])
    for found in filter(None, map(LINE.match, log.splitlines())):
        seconds, phase, path = float(found[1]), found[2], found[3]
        row = sums[folder_of(path)]
        row[0] += phase == "call"
        row[1] += seconds
        row[2] += seconds if phase == "setup" else 0
    return table("folder", ["tests", "seconds", "in setups"], sums)


def cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def loop_seconds(turns: int = 2_000_000) -> float:
    """CPU seconds of a loop in plain Python, the least of five: how fast this machine is now."""

    def once() -> float:
        began, total = time.process_time(), 0
        for number in range(turns):
            total += number * number % 7
        return time.process_time() - began

    return min(once() for _ in range(5))


class Measured:
    """What this worker has used since its last report. A fixture's time has that of the fixtures it needs first."""

    cpu = cpu_seconds()
    fixtures: ClassVar[list[tuple[str, float]]] = []
    by_folder: ClassVar[Sums] = defaultdict(lambda: [0, 0, 0])
    by_fixture: ClassVar[Sums] = defaultdict(lambda: [0, 0])
    by_test: ClassVar[Sums] = defaultdict(lambda: [0, 0])


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, Any, Any]:
    began = time.monotonic()
    made = yield
    Measured.fixtures.append((f"{fixturedef.baseid}::{fixturedef.argname}", time.monotonic() - began))
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    report = yield
    before, Measured.cpu = Measured.cpu, cpu_seconds()
    report.costs = [Measured.cpu - before, Measured.fixtures]
    Measured.fixtures = []
    return report


def pytest_runtest_logreport(report: Any) -> None:
    cpu, fixtures = getattr(report, "costs", (0.0, []))  # a worker that crashed measured nothing
    row = Measured.by_folder[folder_of(report.nodeid.partition("::")[0])]
    for column, value in enumerate((report.when == "call", report.duration, cpu)):
        row[column] += value
    for column, value in enumerate((report.duration, cpu)):
        Measured.by_test[report.nodeid.replace("|", "/")][column] += value
    for name, seconds in fixtures:
        Measured.by_fixture[name][0] += 1
        Measured.by_fixture[name][1] += seconds


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.write_line(table("folder", ["tests", "seconds", "CPU"], Measured.by_folder))
    terminalreporter.write_line(f"\nA loop of two million turns took {loop_seconds():.2f} s of CPU here.\n")
    dear = {name: row for name, row in Measured.by_fixture.items() if row[1] >= 1}
    terminalreporter.write_line(table("fixture", ["times", "seconds"], dear) if dear else "")
    dearest = sorted(Measured.by_test.items(), key=lambda row: -row[1][1])[:DEAREST_TESTS]
    terminalreporter.write_line(table("test", ["seconds", "CPU"], dict(dearest)))


if __name__ == "__main__":
    print(read(Path(sys.argv[1]).read_text("utf-8", "replace")))
