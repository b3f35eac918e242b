"""`make verify` is due a day after its last green run, and where that run was at no ancestor."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest

from tests.verify import Outcome, git, keep_stamp, why_due

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def stamp(tmp_path: Path) -> Path:
    """Where the stamp of a repository with one commit will be."""
    git(tmp_path, "init")
    (tmp_path / "file").touch()
    git(tmp_path, "add", "file")
    commit(tmp_path)
    return tmp_path / "verified.json"


def commit(folder: Path, *options: str) -> str:
    """The id of a new commit."""
    author = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *author, "commit", "-q", "-m", "A change", *options], cwd=folder, check=True)
    return head(folder)


def head(folder: Path) -> str:
    return git(folder, "rev-parse", "HEAD").stdout.strip()


def test_it_is_due_without_a_stamp(stamp: Path):
    assert why_due(stamp, NOW) == "there is no verified.json"


def test_it_is_not_due_on_a_descendant_until_a_day_has_passed(stamp: Path):
    assert keep_stamp(stamp, head(stamp.parent), NOW) == "commit tests/verified.json"
    commit(stamp.parent, "--allow-empty")
    assert why_due(stamp, NOW + timedelta(hours=24)) is None
    assert why_due(stamp, NOW + timedelta(hours=25)) == "the last green run was at 2030-01-01T00:00:00+00:00"


def test_it_is_due_where_the_verified_commit_is_no_ancestor(stamp: Path):
    keep_stamp(stamp, head(stamp.parent), NOW)
    commit(stamp.parent, "--amend", "-m", "Another change")
    assert str(why_due(stamp, NOW)).endswith("which is no ancestor of this commit")


def test_a_green_run_of_what_is_not_committed_leaves_no_stamp(stamp: Path):
    verified = head(stamp.parent)
    (stamp.parent / "file").write_text("changed")
    assert keep_stamp(stamp, verified, NOW) == "no stamp, as files are not committed"
    commit(stamp.parent, "-a")
    assert keep_stamp(stamp, verified, NOW) == "no stamp, as files are not committed"
    assert not stamp.exists()


@pytest.mark.parametrize("words", [["-k", "one"], ["tests/test_verify.py"], ["--ignore", "tests/web"]])
def test_a_green_run_of_a_part_leaves_no_stamp(words: list[str]):
    assert outcome_with(*words).why_no_stamp() == "no stamp of a part"


def test_a_green_run_leaves_no_stamp_if_it_skipped_a_test():
    outcome = outcome_with("-q")
    outcome.pytest_runtest_logreport(report("test_one", "passed"))
    assert outcome.why_no_stamp() is None
    outcome.pytest_runtest_logreport(report("test_two", "skipped"))
    assert outcome.why_no_stamp() == "no stamp, as test_two was skipped"


def outcome_with(*words: str) -> Outcome:
    """The outcome of a run with these words, before its first test."""
    outcome = Outcome()
    outcome.pytest_configure(pytest.Config.fromdictargs({}, ["--disable-plugin-autoload", *words]))
    return outcome


def report(name: str, outcome: Literal["passed", "skipped"]) -> pytest.TestReport:
    return pytest.TestReport(name, ("", 0, name), {}, outcome, None, "call")
