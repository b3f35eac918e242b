"""`wonderful train` trains, and writes what it has found once."""

import json

import pytest

from service.commands.cli import cli
from service.settings import StartError


def train(folder, *options):
    cli(["train", str(folder), *options], standalone_mode=False)


@pytest.mark.parametrize("task", ["seats", pytest.param("SC04", marks=pytest.mark.verify)])
def test_a_training_writes_weights_with_their_record_and_curves_once(task, tmp_path, capsys):
    small = ("--task", task, "--hidden", "4", "--threads", "1", "--evaluation-games", "2")
    train(tmp_path, *small, "--games", "32")
    assert "new games" in capsys.readouterr().out
    assert {file.name for file in tmp_path.iterdir()} == {
        f"{task}.npz", f"{task}.json", "checkpoint.npz", "points.svg", "errors.svg",
    }  # fmt: skip
    weights, text = (tmp_path / f"{task}.npz").read_bytes(), (tmp_path / f"{task}.json").read_text("utf-8")
    record = json.loads(text)
    assert record["command"].startswith("wonderful train ")
    assert (record["task"], record["games"], record["seed"]) == (task, 32, 1)
    assert record["evaluation"]["games"] == {"SC04": 2, "seats": 4}[task]
    train(tmp_path, *small, "--games", "32")
    assert (tmp_path / f"{task}.npz").read_bytes() == weights
    for other in (("--games", "48"), ("--games", "32", "--seed", "2")):
        with pytest.raises(
            StartError, match=rf"holds another training \(--task {task} --games 32 .*name another folder"
        ):
            train(tmp_path, *small, *other)
    assert (tmp_path / f"{task}.json").read_text("utf-8") == text
