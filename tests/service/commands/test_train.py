"""`wonderful train`."""

import pytest

from service.commands import cli, extras
from service.settings import StartError
from tests.service.commands.command_line import assert_refused, wonderful


def train(folder, *options):
    cli.cli(["train", str(folder), *options], standalone_mode=False)


def test_without_numba_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(StartError, match="make extras EXTRAS=train"):
        train(tmp_path / "t")
    assert not (tmp_path / "t").exists()


def test_an_unknown_task_and_a_start_without_a_checkpoint_are_refused(tmp_path):
    assert_refused(wonderful("train", str(tmp_path / "t"), "--task", "C"), "no task 'C'", "SC06")
    assert_refused(wonderful("train", str(tmp_path / "t"), "--start", str(tmp_path)), "no checkpoint")


def test_a_rate_that_is_no_number_is_refused(tmp_path):
    ended = wonderful("train", str(tmp_path / "t"), "--rate", "nan")
    assert ended.returncode == 2
    assert "Invalid value for --rate" in ended.stderr
    assert not (tmp_path / "t").exists()
