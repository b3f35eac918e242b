"""Checkpoints: all that training needs to go on as if nothing had interrupted it."""

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from training.arrays.nets import weight_count
from training.arrays.position import Floats
from training.learning.loop import Plan, Point, Progress, TrainingError
from training.learning.task import Task

FILE = "checkpoint.npz"
ARRAYS = ("weights", "means", "squares", "inputs", "targets", "sums")


def save(folder: Path, task: Task, plan: Plan, progress: Progress) -> None:
    """Write the checkpoint. An interruption leaves the old one or the new one."""
    facts = {each.name: getattr(progress, each.name) for each in fields(progress) if each.name not in ARRAYS}
    text = json.dumps({"feature_set": task.feature_set, "plan": plan._asdict(), "progress": facts})
    written = folder / f"new-{FILE}"
    np.savez(written, facts=np.array(text), **{name: getattr(progress, name) for name in ARRAYS})
    os.replace(written, folder / FILE)


def load(folder: Path, task: Task) -> tuple[Plan, Progress] | None:
    """The plan and the progress of the folder's checkpoint; None without one. Raises TrainingError."""
    path = folder / FILE
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as file:
            facts: dict[str, Any] = json.loads(str(file["facts"]))
            arrays = {name: file[name] for name in ARRAYS}
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise TrainingError(f"{path} is damaged: {error}") from error
    plan = Plan(**facts["plan"])
    if facts["feature_set"] != task.feature_set or len(arrays["weights"]) != weight_count(plan.hidden, task.inputs):
        raise TrainingError(f"{path} is of another set of inputs")
    progress = facts["progress"]
    progress["points"] = [Point(games, value, tuple(errors)) for games, value, errors in progress["points"]]
    return plan, Progress(**arrays, **progress)


def load_weights(folder: Path, task: Task, hidden: int) -> Floats:
    """The weights of another training. Raises TrainingError."""
    found = load(folder, task)
    if found is None:
        raise TrainingError(f"{folder} has no checkpoint")
    plan, progress = found
    if plan.hidden != hidden:
        raise TrainingError(f"the nets of {folder} have {plan.hidden} hidden units, not {hidden}")
    return progress.weights
