"""A tournament on two Dask workers against two local processes: medians of CLUSTER_RUNS runs (3), in turns."""

import os
import tempfile
import time
from pathlib import Path
from statistics import median

from service.commands.tournament.games import play_games
from service.commands.tournament.pairings import pairings
from service.commands.tournament.record import Conditions
from tests.service.commands.dask_cluster import dask_cluster

GAMES = int(os.environ.get("CLUSTER_GAMES", "400"))
RUNS = int(os.environ.get("CLUSTER_RUNS", "3"))


def report() -> None:
    with tempfile.TemporaryDirectory() as name, dask_cluster(Path(name), 2) as cluster:
        folder = Path(name)
        times: dict[str, list[float]] = {"two local processes": [], "two Dask workers": []}
        for run in range(RUNS):
            times["two local processes"].append(_seconds(folder / f"here{run}", 2, None))
            times["two Dask workers"].append(_seconds(folder / f"there{run}", None, cluster.address))
    print(f"a tournament of {GAMES} games of two seats, random against greedy, medians of {RUNS}")
    for what, seconds in times.items():
        print(f"{what}: {median(seconds):.1f} s, {GAMES / median(seconds):.0f} games/s")
    here, there = (median(seconds) for seconds in times.values())
    print(f"games/s on the cluster to games/s of local processes: {here / there:.2f}")


def _seconds(folder: Path, jobs: int | None, on: str | None) -> float:
    games = [*pairings(("random", "greedy"), 2, GAMES, 1)]
    began = time.monotonic()
    play_games(games, Conditions(), folder / "games.jsonl", jobs, lambda: None, on)
    return time.monotonic() - began
