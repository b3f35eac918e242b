"""The compiled build against plain Python: the same work in turn, each in its own process."""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import game
from bots import Budget, strategy
from game.intentions import Intention
from tests.game.project_copy import ROOT, copy_project
from tests.golden.test_golden import FILES, intention_of

ROUNDS = 7
DECISION_GAMES = ({"seats": 2, "side": "A"}, {"seats": 1, "side": "B"})
Turn = tuple[game.State, Intention]


def report() -> None:
    """Print the times of both builds and their ratio, as medians over ROUNDS pairs of processes."""
    if not game.is_compiled():
        print("compiled: nothing to compare; `make compiled` makes the compiled build")
        return
    with TemporaryDirectory() as folder:
        plain = copy_project(Path(folder) / "plain")
        pairs = [(_measured_in(plain), _measured_in(ROOT)) for _ in range(ROUNDS)]
    for name in pairs[0][0]:
        before, after = (statistics.median(pair[side][name] for pair in pairs) for side in (0, 1))
        ratio = statistics.median(pair[0][name] / pair[1][name] for pair in pairs)
        print(f"compiled {name}: {before:.2f} us in plain Python, {after:.2f} us compiled: {ratio:.2f} times as fast")


def _measured_in(tree: Path) -> dict[str, float]:
    """The microseconds of each piece of work, measured by a process that runs the code of a tree."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.compiled"],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)},
        check=True,
        capture_output=True,
        text=True,
    )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def measure() -> dict[str, float]:
    """By piece of work, its microseconds of CPU: the best of several repeats."""
    games = [recorded_turns(path) for path in FILES]
    turns = [turn for one in games for turn in one]
    views = [view for options in DECISION_GAMES for view in decision_views(**options)]
    return {
        "decide + evolve, an intention of a recorded game": _micros(lambda: replay(games), len(turns), 15),
        "legal": _micros(lambda: [game.legal(state, done.seat) for state, done in turns], len(turns), 9),
        "view": _micros(lambda: [game.view(state, done.seat) for state, done in turns], len(turns), 5),
        "a decision of planner": _micros(lambda: decide_all("planner", views), len(views), 3),
        "a decision of search": _micros(lambda: decide_all("search", views), len(views), 1),
    }


def recorded_turns(path: Path) -> list[Turn]:
    """Each intention of a recorded game, with the state before it."""
    head, *lines = path.read_text("utf-8").splitlines()
    opened = json.loads(head)
    state = game.fold(game.new(opened["options"], seed=opened["seed"], ruleset=opened["ruleset"]))
    turns: list[Turn] = []
    for line in lines:
        if line.startswith("["):
            turns.append((state, intention_of(line)))
            state = game.fold(game.decide(*turns[-1]), state)
    return turns


def replay(games: list[list[Turn]]) -> None:
    """Decide every intention of the games again, and fold its events."""
    for turns in games:
        state = turns[0][0]
        for _, intention in turns:
            for event in game.decide(state, intention):
                state = game.evolve(state, event)


def decision_views(seats: int, side: str) -> list[dict[str, object]]:
    """Views of a game of `greedy`, at every ninth decision."""
    state = game.fold(game.new({"seats": seats, "side": side}, seed=1))
    views = []
    while waiting := game.waiting_on(state):
        views.append(json.loads(json.dumps(game.view(state, waiting[0]))))
        done = strategy("greedy").decide(views[-1], random.Random(1), Budget())
        state = game.fold(game.decide(state, done), state)
    return views[::9]


def decide_all(name: str, views: list[dict[str, object]]) -> None:
    for view in views:
        strategy(name).decide(view, random.Random(1), Budget())


def _micros(work: Callable[[], object], count: int, repeats: int) -> float:
    work()
    return min(_seconds(work) for _ in range(repeats)) / count * 1e6


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    print(json.dumps(measure()))
