"""Commands that let strategies play and learn, and the dataset of games."""

import os
import sys
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.commands.groups.options import on_an_engine
from service.settings import load_settings

if TYPE_CHECKING:
    from service.commands.tournament.mirrored import Bounds


class Leads(click.ParamType["Bounds"]):
    """Two leads in Elo, the lower one first, with a comma between them."""

    name = "LOW,HIGH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "Bounds":
        from service.commands.tournament.mirrored import MAX_ELO, Bounds

        try:
            low, high = map(float, value.split(","))
        except ValueError:
            self.fail("must be two numbers, such as 0,50", param, ctx)
        if not -MAX_ELO <= low < high <= MAX_ELO:
            self.fail(f"must be two numbers from {-MAX_ELO:g} to {MAX_ELO:g}, the lower one first", param, ctx)
        return Bounds(low, high)


@click.command()
@click.option("--bots", required=True, help="Strategies, separated by commas.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000), help="Games for each pair.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(1, 5), help="Seats in each game.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53), help="Seed of the first deal.")
@click.option(
    "--side", type=click.Choice(["A", "B"]), help="Side of the empires.  [default: B with one seat, otherwise A]"
)
@click.option("--scenario", help="Scenario SC01 to SC06; needs --seats 1.")
@click.option(
    "--nodes",
    type=click.IntRange(1, 10_000_000),
    help="Nodes for each decision; by default each strategy's own budget.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("var/tournament"), show_default=True, help="Folder to write."
)
@click.option(
    "--sprt",
    type=Leads(),
    help="End as soon as a sequential test tells which of these leads in Elo the first of two strategies has.",
)
@on_an_engine
def tournament(
    bots: str,
    games: int,
    seats: int,
    seed: int,
    side: str | None,
    scenario: str | None,
    nodes: int | None,
    out: Path,
    sprt: "Bounds | None",
    jobs: int | None,
    on: str | None,
) -> None:
    """Let strategies play each other.

    Tables and charts of their strength are written to the folder OUT.

    With two seats, each deal is played twice with the seats swapped. With more seats, one strategy plays against the
    other on all remaining seats, and the other way round. With one seat, each strategy plays alone. To resume an
    interrupted tournament, run the same command again.
    """
    from service.commands.tournament import tournament as run
    from service.commands.tournament.record import Conditions

    strategies = tuple(name.strip() for name in bots.split(",") if name.strip())
    conditions = Conditions(side or ("B" if seats == 1 else "A"), scenario, nodes)
    run(strategies, seats, games, seed, conditions, out, jobs, on, sprt)


@click.command()
@click.option("--url", required=True, help="URL of a running service.")
@click.option(
    "--token",
    envvar="WONDERFUL_TOKEN",
    show_envvar=True,
    required=True,
    help="Token of the bot account, whose program plays.",
)
@click.option(
    "--against",
    default="random,greedy,planner,search,master",
    show_default=True,
    help="Strategies, the weakest first.",
)
@click.option("--sprt", type=Leads(), default="0,50", show_default=True, help="Leads in Elo that the test tells apart.")
@click.option(
    "--pairs", default=200, show_default=True, type=click.IntRange(1, 100_000), help="The most pairs for a strategy."
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("var/ladder"), show_default=True, help="Folder to write."
)
def ladder(url: str, token: str, against: str, sprt: "Bounds", pairs: int, out: Path) -> None:
    """Let the program of a bot account climb the strategies, in games of a running service.

    Its program runs beside this command and plays its turns. Each deal is played twice with the seats swapped. When a
    test says that the account leads a strategy, the next one follows; otherwise the ladder ends. Every log is checked
    and kept in the folder OUT. To go on after an interruption, run the same command again.
    """
    from service.commands.ladder import climb

    climb(url, token, [name.strip() for name in against.split(",") if name.strip()], sprt, pairs, out)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--from",
    "paths",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="File or folder of exported logs, instead of the store of the settings. Repeat it for several.",
)
@on_an_engine
def dataset(folder: Path, paths: tuple[Path, ...], jobs: int | None, on: str | None) -> None:
    """Write finished games to DIR as Parquet files, for questions over all games.

    Games that DIR holds already are left out, so run the command again to add new ones. Logs of files are verified. The
    tables name no person; docs/dataset.md describes them. The exit status is 1 if a log is wrong, and 2 if a log could
    not be read.
    """
    from service.commands.extras import check_installed

    check_installed("pyarrow", "dataset")
    from service.commands.dataset import write_dataset

    sys.exit(write_dataset(load_settings(), folder, paths, jobs, on))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--task",
    default="B",
    show_default=True,
    help="What to learn: A, B, scenarios, SC01 to SC06, two to five, or seats.",
)
@click.option("--games", default=400_000, show_default=True, type=click.IntRange(min=1), help="Games to play in all.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 999_999), help="Seed of all luck.")
@click.option("--hidden", default=128, show_default=True, type=click.IntRange(1, 1024), help="Hidden units of a net.")
@click.option(
    "--rate",
    default=2e-3,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True),
    help="Learning rate at the beginning; it falls to 0.0002.",
)
@click.option(
    "--start", type=click.Path(path_type=Path), metavar="FOLDER", help="Start from the nets of this training."
)
@click.option("--threads", type=click.IntRange(min=1), help="Threads that play.  [default: one for each core]")
@click.option(
    "--evaluation-games", default=1000, show_default=True, type=click.IntRange(min=2), help="New games at the end."
)
def train(
    folder: Path,
    task: str,
    games: int,
    seed: int,
    hidden: int,
    rate: float,
    start: Path | None,
    threads: int | None,
    evaluation_games: int,
) -> None:
    """Train the nets of the strategy `master` in games against themselves.

    Weights, the record of the training and its curves are written to FOLDER. The number of threads does not change the
    result. To resume an interrupted training, run the same command again; docs/learning.md describes the method.
    """
    from service.commands.extras import check_installed

    check_installed("numba", "train")
    from service.commands.train import run_training
    from training.learning.loop import Plan

    if isnan(rate):  # it is in every range
        raise click.BadParameter("nan is no number", param_hint="--rate")
    plan = Plan(task, games, seed, hidden, rate)
    run_training(folder, plan, start, threads or os.cpu_count() or 1, evaluation_games)
