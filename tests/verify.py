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
"""The last line names so many failures."""


class Failures:
    """A plugin of pytest: the names of the tests that failed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)


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
    failures, began = Failures(), time.monotonic()
    commit = git(STAMP.parent, "rev-parse", "HEAD").stdout.strip()
    status = pytest.main(["-m", "verify", *arguments], plugins=[failures])
    took = f"{(time.monotonic() - began) / 60:.0f} minutes, SEED={seed}"
    if status:
        more = f" and {len(failures.names) - SHOWN} more" if len(failures.names) > SHOWN else ""
        named = ", ".join(failures.names[:SHOWN]) or f"pytest ended with {int(status)}"
        print(f"verify: failed after {took}: {named}{more}")
    else:
        is_part = any(Path(word.partition("::")[0]).exists() for word in arguments)
        stamped = "no stamp of a part" if is_part else keep_stamp(STAMP, commit, datetime.now(UTC))
        print(f"verify: green after {took}; {stamped}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
