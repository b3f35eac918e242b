"""`wonderful train`: learn the nets of `master`, and write them with a record of how they were made."""

import json
import subprocess
import time
from pathlib import Path

import click

from bots.master.inputs import FEATURE_SET
from bots.master.nets import pack_nets
from service.commands.progress import progress_bar
from service.commands.train.curves import write_curves
from service.settings import StartError
from training.solo.checkpoints import load, load_weights, save
from training.solo.evaluation import Evaluation, evaluate
from training.solo.learning import Plan, Progress, TrainingError, begin, train
from training.solo.nets import nets_of
from training.solo.tasks import TASKS

CHECKPOINT_SECONDS = 30.0
EVALUATION_SEED = 1_000_000
"""Seeds of training are below."""


def run_training(folder: Path, plan: Plan, start: Path | None, threads: int, evaluation_games: int) -> None:
    """Train, or go on from the folder's checkpoint, and write weights, record and curves. Raises StartError."""
    if plan.task not in TASKS:
        raise StartError(f"no task {plan.task!r}; there are: {', '.join(TASKS)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        progress = _progress(folder, plan, start)
        began, already = time.monotonic(), progress.games
        _train(folder, plan, progress, threads)
        seconds, played = time.monotonic() - began, progress.games - already
        found = evaluate(plan.task, progress.weights, plan.hidden, evaluation_games, EVALUATION_SEED, threads)
        _write_results(folder, plan, start, progress, found)
    except TrainingError as error:
        raise StartError(str(error)) from None
    except OSError as error:
        raise StartError(f"{folder} cannot be used: {error.strerror or error}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; run the same command again to resume from {folder}") from None
    if played:
        click.echo(f"{played} games in {seconds:.0f} s: {played / seconds:.0f} games/s")
    click.echo(
        f"{found.games} new games: {found.mean:.1f} ± {found.error:.1f} points, {found.living_gods:.0%} reach 100"
    )


def _progress(folder: Path, plan: Plan, start: Path | None) -> Progress:
    """The progress of the folder's checkpoint, or of a new training."""
    found = load(folder)
    if found is None:
        return begin(plan, load_weights(start, plan.hidden) if start else None)
    if found[0]._replace(games=plan.games) != plan:
        raise TrainingError(f"{folder} holds another training: {found[0]}")
    return found[1]


def _train(folder: Path, plan: Plan, progress: Progress, threads: int) -> None:
    with progress_bar("Training") as bar:
        task, saved = bar.add_task("games", total=plan.games, completed=progress.games), time.monotonic()

        def tell(progress: Progress) -> None:
            nonlocal saved
            bar.update(task, completed=progress.games)
            if not bar.console.is_terminal:
                click.echo(f"{progress.games} games: {progress.points[-1].value:.1f} points", err=True)
            if time.monotonic() - saved > CHECKPOINT_SECONDS or progress.games >= plan.games:
                save(folder, plan, progress)
                saved = time.monotonic()

        train(plan, progress, threads, tell)


def _write_results(folder: Path, plan: Plan, start: Path | None, progress: Progress, found: Evaluation) -> None:
    """Write the weights, the record of the training and its curves."""
    weights = pack_nets(nets_of(progress.weights, plan.hidden))
    (folder / f"{plan.task}.npz").write_bytes(weights)
    record = {
        "command": _command_line(folder, plan, start),
        **plan._asdict(),
        "feature_set": FEATURE_SET,
        "commit": _commit(),
        "evaluation": found._asdict(),
    }
    (folder / f"{plan.task}.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    write_curves(progress.points, folder)


def _command_line(folder: Path, plan: Plan, start: Path | None) -> str:
    """The command line that repeats the training."""
    words = (
        f"wonderful train {folder} --task {plan.task} --games {plan.games} --seed {plan.seed} --hidden {plan.hidden}"
    )
    words += f" --rate {plan.first_rate:g}"
    return words + (f" --start {start}" if start else "")


def _commit() -> str:
    """The commit of the code, if this is a working copy of git."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
