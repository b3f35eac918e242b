"""The options of `python -m tests.fuzz`, and the report on all pieces."""

import argparse
import logging
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from multiprocessing import get_context

from service.problems import PROBLEMS
from tests.fuzz.outcome import MAX_SLOWEST, Outcome
from tests.fuzz.piece import run_piece
from tests.fuzz.wire import run_wire

REQUESTS_OF_A_PIECE = 50_000
"""A piece has a store and a seed of its own. In a longer one, most games would be over."""


def main(arguments: Sequence[str]) -> int:
    """Fuzz, and print the result. Returns the exit status: 1 for a fault."""
    parser = argparse.ArgumentParser("python -m tests.fuzz")
    parser.add_argument("--seed", type=int, default=1, help="of the first piece; the others have those that follow")
    parser.add_argument("--requests", type=int, default=10_000, help=f"in pieces of {REQUESTS_OF_A_PIECE}")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--games", type=int, default=24, help="in the world at the start of a piece")
    parser.add_argument("--wire", type=int, default=0, help="so many broken connections to a running service as well")
    given = parser.parse_args(arguments)
    logging.getLogger().setLevel(logging.WARNING)
    logging.getLogger().addHandler(logging.NullHandler())
    begins = range(0, given.requests, REQUESTS_OF_A_PIECE)
    sizes = [min(REQUESTS_OF_A_PIECE, given.requests - begun) for begun in begins]
    work = [(given.seed + number, size, given.games) for number, size in enumerate(sizes)]
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        done = pool.map(run_piece, *zip(*work, strict=True)) if given.processes > 1 else starmap(run_piece, work)
        for outcome in done:
            print(piece_line(outcome), flush=True)
            outcomes.append(outcome)
    if given.wire:
        outcomes.append(run_wire(given.seed, given.wire))
        print(piece_line(outcomes[-1]), flush=True)
    return report(outcomes)


def piece_line(each: Outcome) -> str:
    """A piece in a line."""
    rate = each.requests / max(each.seconds, 0.001)
    mean = 1000 * each.cpu_seconds / max(each.requests, 1)
    return (
        f"seed {each.seed}: {each.requests} requests, {rate:.0f}/s, {mean:.2f} ms of CPU each, {each.jobs} jobs, "
        f"{each.games} games checked, {len(each.faults)} kinds of faults, digest {each.digest}"
    )


def report(outcomes: Sequence[Outcome]) -> int:
    """Print what they found; returns 1 if there was a fault, otherwise 0."""
    statuses = sum((each.statuses for each in outcomes), Counter[int]())
    print("statuses:", ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items())))
    accepted = sum((each.accepted for each in outcomes), Counter[str]())
    print("accepted:", ", ".join(f"{name} {count}" for name, count in accepted.most_common()))
    codes = sum((each.codes for each in outcomes), Counter[str]())
    print("codes:", ", ".join(f"{code} {count}" for code, count in codes.most_common()))
    if never := sorted(name for name, count in accepted.items() if not count):
        print("never accepted:", ", ".join(never))
    print("codes that never came:", ", ".join(sorted({*PROBLEMS} - {*codes})))
    print(f"\nThe {MAX_SLOWEST} slowest requests, by CPU in the web process:")
    slowest = sorted((entry for each in outcomes for entry in each.slowest), reverse=True)[:MAX_SLOWEST]
    for seconds, number, line in slowest:
        print(f"  {1000 * seconds:6.1f} ms  {number:6}  {line[:200]}")
    slow: dict[str, tuple[int, float, str]] = {}
    for each in outcomes:
        for name, (count, most, line) in each.slow.items():
            known = slow.get(name, (0, 0.0, ""))
            slow[name] = (known[0] + count, max(most, known[1]), line if most > known[1] else known[2])
    if slow:
        print("\nMore than 20 ms of CPU in the web process:")
    for name, (count, most, line) in sorted(slow.items(), key=lambda item: -item[1][1]):
        print(f"  {name}: {count} times, {1000 * most:.1f} ms at most: {line[:600]}")
    faults: dict[str, tuple[int, str]] = {}
    for each in outcomes:
        for kind, (count, example) in each.faults.items():
            faults[kind] = (count + faults.get(kind, (0, ""))[0], faults.get(kind, (0, example))[1])
    for kind, (count, example) in sorted(faults.items(), key=lambda item: -item[1][0]):
        print(f"\nFAULT {kind}: {count} times, first at {example}")
    return 1 if faults else 0
