"""`python -m tests.verify` (`make verify`): runs the tests that are marked `verify`, and keeps a stamp of a green run.

With `--due` it runs nothing: it says why they are due and ends with 0, or ends with 1 if they are not.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import randrange

import pytest

STAMP = Path(__file__).with_name("verified.json")
"""When the last green run ended, and at which commit it was."""
LASTS = timedelta(days=1)
SHOWN = 5
"""The last line names so many tests."""


class Outcome:
    """A plugin of pytest: the names of the tests that failed and that were skipped, and whether some were left out."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.skipped: list[str] = []
        self.is_part = False

    def pytest_configure(self, config: pytest.Config) -> None:
        """Words of PYTEST_ADDOPTS and of the command line count alike."""
        options = config.option
        names_tests = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
        self.is_part = bool(names_tests or options.keyword or options.deselect or options.ignore)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        if report.skipped:
            self.skipped.append(report.nodeid)

    def why_no_stamp(self) -> str | None:
        """Why a green run does not count, if it does not."""
        if self.is_part:
            return "no stamp of a part"
        return f"no stamp, as {named(self.skipped)} was skipped" if self.skipped else None


def named(tests: Sequence[str]) -> str:
    """The first of them by name, and how many more there are."""
    more = f" and {len(tests) - SHOWN} more" if len(tests) > SHOWN else ""
    return ", ".join(tests[:SHOWN]) + more


def git(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)


def why_due(stamp: Path, now: datetime) -> str | None:
    """Why the tests are due, if they are."""
    if not stamp.exists():
        return f"there is no {stamp.name}"
    last = json.loads(stamp.read_text("utf-8"))
    if now - datetime.fromisoformat(last["when"]) > LASTS:
        return f"the last green run was at {last['when']}"
    if git(stamp.parent, "merge-base", "--is-ancestor", last["commit"], "HEAD").returncode:
        return f"the last green run was at {last['commit']}, which is no ancestor of this commit"
    return None


def keep_stamp(stamp: Path, commit: str, now: datetime) -> str:
    """Write the stamp of a green run at a commit, and say so; not while files differ from it."""
    if (
        git(stamp.parent, "rev-parse", "HEAD").stdout.strip() != commit
        or git(
            stamp.parent, "status", "--porcelain", "--untracked-files=no", "--", ".", f":!{stamp.name}"
        ).stdout.strip()
    ):
        return "no stamp, as files are not committed"
    stamp.write_text(json.dumps({"when": now.isoformat(timespec="seconds"), "commit": commit}) + "\n", "utf-8")
    return f"commit tests/{stamp.name}"


def main(arguments: Sequence[str]) -> int:
    if arguments == ["--due"]:
        if reason := why_due(STAMP, datetime.now(UTC)):
            print(f"make verify is due: {reason}.")
        return 0 if reason else 1
    seed = os.environ.setdefault("SEED", str(randrange(1, 1_000_000)))
    print(f"SEED={seed}", flush=True)
    outcome, began = Outcome(), time.monotonic()
    commit = git(STAMP.parent, "rev-parse", "HEAD").stdout.strip()
    status = pytest.main(["-m", "verify", *arguments], plugins=[outcome])
    took = f"{(time.monotonic() - began) / 60:.0f} minutes, SEED={seed}"
    if status:
        print(f"verify: failed after {took}: {named(outcome.failed) or f'pytest ended with {int(status)}'}")
    else:
        stamped = outcome.why_no_stamp() or keep_stamp(STAMP, commit, datetime.now(UTC))
        print(f"verify: green after {took}; {stamped}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
