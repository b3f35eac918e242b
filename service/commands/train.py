"""`wonderful train`: learn the nets of `master`, and write them with a record of how they were made."""

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import click
from pygal import XY

from bots.master.nets import pack_nets
from service.commands.charts import STYLE, write_svg
from service.commands.progress import progress_bar
from service.settings import StartError
from training.arrays.nets import nets_of
from training.learning.checkpoints import load, load_weights, save
from training.learning.loop import Plan, Point, Progress, TrainingError, begin, train
from training.learning.task import Evaluation, Task
from training.tasks import TASKS, task_of

CHECKPOINT_SECONDS = 30.0
EVALUATION_SEED = 1_000_000
"""Seeds of training are below."""
MAX_POINTS = 200
"""The most groups whose means a curve shows."""


def run_training(folder: Path, plan: Plan, start: Path | None, threads: int, evaluation_games: int) -> None:
    """Train, or go on from the folder's checkpoint, and write weights, record and curves. Raises StartError."""
    if plan.task not in TASKS:
        raise StartError(f"no task {plan.task!r}; there are: {', '.join(TASKS)}")
    task = task_of(plan.task)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        progress = _progress(folder, task, plan, start)
        speed = _train(folder, task, plan, progress, threads)
        nets = nets_of(progress.weights, plan.hidden, task.inputs)
        found = task.evaluate(nets, evaluation_games, EVALUATION_SEED, threads)
        _write_results(folder, task, plan, start, progress, found)
    except TrainingError as error:
        raise StartError(str(error)) from None
    except OSError as error:
        raise StartError(f"{folder} cannot be used: {error.strerror or error}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; run the same command again to resume from {folder}") from None
    if speed:
        click.echo(f"{speed:.0f} games/s, after the first {task.games_per_point} games")
    click.echo(found.in_words())


def _progress(folder: Path, task: Task, plan: Plan, start: Path | None) -> Progress:
    """The progress of the folder's checkpoint, or of a new training."""
    found = load(folder, task)
    if found is None:
        return begin(task, plan, load_weights(start, task, plan.hidden) if start else None)
    if found[0] != plan:
        raise TrainingError(f"{folder} holds another training ({_options(found[0])}): name another folder")
    return found[1]


def _train(folder: Path, task: Task, plan: Plan, progress: Progress, threads: int) -> float:
    """Train. Returns the games a second from the first new point of the curves on, as the code is compiled before it; 0
    without a second point."""
    points: list[tuple[int, float]] = []  # games, seconds
    with progress_bar("Training") as bar:
        games = bar.add_task("games", total=plan.games, completed=progress.games)
        saved = -CHECKPOINT_SECONDS  # so that the first point is saved at once

        def tell(progress: Progress) -> None:
            nonlocal saved
            points.append((progress.games, time.monotonic()))
            bar.update(games, completed=progress.games)
            if not bar.console.is_terminal:
                click.echo(f"{progress.games} games: {progress.points[-1].value:.1f} points", err=True)
            if time.monotonic() - saved > CHECKPOINT_SECONDS or progress.games >= plan.games:
                save(folder, task, plan, progress)
                saved = time.monotonic()

        train(task, plan, progress, threads, tell)
    if len(points) < 2:
        return 0.0
    (first, began), (last, ended) = points[0], points[-1]
    return (last - first) / (ended - began)


def _write_results(
    folder: Path, task: Task, plan: Plan, start: Path | None, progress: Progress, found: Evaluation
) -> None:
    """Write the weights, the record of the training and its curves."""
    weights = pack_nets(nets_of(progress.weights, plan.hidden, task.inputs), task.feature_set)
    (folder / f"{plan.task}.npz").write_bytes(weights)
    record = {
        "command": _command_line(folder, plan, start),
        **plan._asdict(),
        "feature_set": task.feature_set,
        "commit": _commit(),
        "evaluation": found._asdict(),
    }
    (folder / f"{plan.task}.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    write_curves(progress.points, folder, task.moment_names)


def _command_line(folder: Path, plan: Plan, start: Path | None) -> str:
    """The command line that repeats the training."""
    return f"wonderful train {folder} {_options(plan)}" + (f" --start {start}" if start else "")


def _options(plan: Plan) -> str:
    """The plan as options of the command line."""
    words = f"--task {plan.task} --games {plan.games} --seed {plan.seed} --hidden {plan.hidden}"
    return f"{words} --rate {plan.first_rate:g}"


def _commit() -> str:
    """The commit of the code, if this is a working copy of git."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def write_curves(points: Sequence[Point], folder: Path, moment_names: tuple[str, str]) -> list[Path]:
    """Write `points.svg`, the points of the games, and `errors.svg`, the errors of the nets; the files.

    `moment_names`: of the moments of a round.
    """
    group = -(-len(points) // MAX_POINTS) or 1
    groups = [points[at : at + group] for at in range(0, len(points), group)]
    games = [each[-1].games for each in groups]
    values = [sum(point.value for point in each) / len(each) for each in groups]
    scores = _chart("Points of the games of training", "points")
    scores.add("mean", [*zip(games, values, strict=True)])
    errors = _chart("Mean errors of the nets", "points")
    for moment in range(len(points[0].errors) if points else 0):
        means = [sum(point.errors[moment] for point in each) / len(each) for each in groups]
        name = f"round {moment // 2 + 1}, {moment_names[moment % 2]}"
        errors.add(name, [*zip(games, means, strict=True)])
    return [write_svg(scores, folder / "points.svg"), write_svg(errors, folder / "errors.svg")]


def _chart(title: str, y_title: str) -> XY:
    return XY(title=title, x_title="games", y_title=y_title, show_dots=False, truncate_legend=-1, style=STYLE, js=[])
