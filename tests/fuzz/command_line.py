"""The options of `python -m tests.fuzz`."""

import argparse
import logging
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from multiprocessing import get_context

from tests.fuzz.outcome import Outcome
from tests.fuzz.piece import run_piece
from tests.fuzz.report import piece_line, report
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
