"""How many puzzles games give, and how often `master` finds the same best move with other imagined cards.

It plays games of mixed strategies, analyses them, looks for puzzles as a worker does, and judges each one again.
"""

import sys
import time
from collections import Counter
from math import sqrt
from random import Random

from bots.analysis import same_choice
from bots.analysis.clear_moves import MARGIN_POINTS, judge_choices, margin
from bots.analysis.timeline import Timeline
from service.puzzles.finding import find_puzzles, promising_versions
from tests.bench.analysis import play_game

TABLES = (("planner", "greedy"), ("greedy", "planner", "greedy"), ("search", "greedy"), ("random", "planner"))
GAMES = 4
"""Games at each of TABLES."""
SURE = 1.96
"""Standard errors of a 95 % interval."""


def report(games: int = GAMES) -> None:
    """Print everything; after each game also what was found so far."""
    found, agreed, sure, seconds, played = 0, 0, 0, 0.0, 0
    themes: Counter[str] = Counter()
    for seed in range(games):
        for names in TABLES:
            events, _ = play_game(names, seed)
            timeline = Timeline(events, f"bench {seed}")
            decisions = [*timeline]
            began = time.process_time()
            seats = {each.version: each.seat for each in decisions}
            moves = [(version, seats[version]) for version in promising_versions(timeline.states, decisions)]
            puzzles = find_puzzles(timeline.states, moves, f"bench {seed}")
            seconds, played = seconds + time.process_time() - began, played + 1
            for each in puzzles:
                again = judge_choices(timeline.states[each.version], each.seat, Random(f"again {seed}/{each.version}"))
                agreed += same_choice(again[0].intention, each.choices[0].intention)
                sure += margin(again) >= MARGIN_POINTS
                themes.update(each.themes)
            found += len(puzzles)
            low, high = interval(agreed, found)
            print(
                f"{played} games: {found} puzzles, {1000 * found / played:.0f} of 1,000 games; {dict(themes)}\n"
                f"  with other cards the same move is best in {agreed} (95 %: {100 * low:.1f} to {100 * high:.1f} %), "
                f"as clearly in {sure}; {seconds / played:.1f} s of CPU a game to find them",
                flush=True,
            )


def interval(successes: int, tries: int) -> tuple[float, float]:
    """The interval of a share in which it lies with 95 % (Wilson)."""
    if not tries:
        return 0.0, 1.0
    share, square = successes / tries, SURE**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = SURE / (1 + square / tries) * sqrt(share * (1 - share) / tries + square / (4 * tries**2))
    return max(0.0, middle - half), min(1.0, middle + half)


if __name__ == "__main__":
    report(int(sys.argv[1]))
