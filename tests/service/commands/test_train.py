"""`wonderful train`."""

import json

import pytest

from service.commands import cli
from service.settings import StartError
from tests.service.commands.command_line import assert_refused, wonderful


def train(folder, *options):
    cli.cli(["train", str(folder), *options], standalone_mode=False)


def test_without_numba_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    with pytest.raises(StartError, match=r"pip install 'wonderful-world\[train\]'"):
        train(tmp_path / "t")
    assert not (tmp_path / "t").exists()


def test_an_unknown_task_and_a_start_without_a_checkpoint_are_refused(tmp_path):
    assert_refused(wonderful("train", str(tmp_path / "t"), "--task", "C"), "no task 'C'", "SC06")
    assert_refused(wonderful("train", str(tmp_path / "t"), "--start", str(tmp_path)), "no checkpoint")


@pytest.mark.slow
def test_a_training_writes_weights_with_their_record_and_curves_and_goes_on_from_there(tmp_path, capsys):
    small = ("--task", "SC04", "--hidden", "4", "--threads", "1", "--evaluation-games", "2")
    train(tmp_path, *small, "--games", "32")
    assert "2 new games" in capsys.readouterr().out
    assert {file.name for file in tmp_path.iterdir()} == {
        "SC04.npz", "SC04.json", "checkpoint.npz", "points.svg", "errors.svg",
    }  # fmt: skip
    record = json.loads((tmp_path / "SC04.json").read_text("utf-8"))
    assert record["command"].startswith("wonderful train ")
    assert (record["task"], record["games"], record["seed"]) == ("SC04", 32, 1)
    assert record["evaluation"]["games"] == 2
    train(tmp_path, *small, "--games", "48")
    assert json.loads((tmp_path / "SC04.json").read_text("utf-8"))["games"] == 48
    with pytest.raises(StartError, match="holds another training"):
        train(tmp_path, *small, "--games", "48", "--seed", "2")
