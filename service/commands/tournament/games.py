"""Playing the games of a tournament, on all cores; what is played is kept at once, so that it can be resumed."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import game as rules
from bots import Budget, Strategy, strategy
from bots.strategy import View
from bots.table import play
from events.codec import canonical
from game import Intention
from service.commands.tournament.helpers import helpers, stop_asked
from service.commands.tournament.pairings import Pairing
from service.commands.tournament.record import Conditions, Played, recorded
from service.settings import StartError

__all__ = ["Conditions", "Played", "all_played", "played"]
TICK = 0.2
"""Seconds after which a wish to stop is noticed."""


def played(pairing: Pairing, conditions: Conditions) -> Played:
    """Play one game."""
    seconds, decisions = [0.0] * len(pairing.bots), [0] * len(pairing.bots)

    def timed(index: int, own: Strategy) -> Strategy:
        def decide(view: View, rng: Random, budget: Budget) -> Intention:
            begun = time.process_time()
            intention = own.decide(view, rng, budget)
            seconds[index] += time.process_time() - begun
            decisions[index] += 1
            return intention

        return replace(own, decide=decide)

    table = [timed(index, strategy(name)) for index, name in enumerate(pairing.bots)]
    state = play(table, pairing.seed, conditions.side, Budget(nodes=conditions.nodes), conditions.scenario)
    scored = rules.scored(state)
    places = {seat: place for place, group in _placed(scored.ranking) for seat in group}
    return Played(
        pairing.bots,
        pairing.seed,
        tuple([score["total"] for score in scored.scores]),
        tuple([places[seat] for seat in range(len(pairing.bots))]),
        tuple([round(each, 4) for each in seconds]),
        tuple(decisions),
        scored.rank,
        scored.medal,
    )


def _placed(ranking: Sequence[Sequence[int]]) -> Iterator[tuple[int, Sequence[int]]]:
    place = 1
    for group in ranking:
        yield place, group
        place += len(group)


def all_played(
    games: Sequence[Pairing], conditions: Conditions, record: Path, jobs: int | None, advance: Callable[[], None]
) -> list[Played]:
    """The outcomes of all games, in their order; what the record holds is not played again.

    Raises StartError, and KeyboardInterrupt after SIGINT or SIGTERM. Main thread only: signals arrive there.
    """
    done = recorded(record, conditions)
    for _ in range(sum(pairing in done for pairing in games)):
        advance()
    missing = [pairing for pairing in games if pairing not in done]
    if missing:
        count = jobs or os.cpu_count() or 1
        with record.open("a", encoding="utf-8") as file, stop_asked() as is_asked, helpers(count) as pool:
            for outcome in _outcomes(missing, conditions, pool, 2 * count, is_asked):
                done[Pairing(outcome.bots, outcome.seed)] = outcome
                file.write(canonical(outcome._asdict()) + "\n")
                file.flush()
                advance()
    return [done[pairing] for pairing in games]


def _outcomes(
    games: Iterable[Pairing],
    conditions: Conditions,
    pool: ProcessPoolExecutor,
    at_once: int,
    is_asked: Callable[[], bool],
) -> Iterator[Played]:
    """The outcomes as they come, few games being given out at once. Raises StartError and KeyboardInterrupt."""
    left = iter(games)
    waiting: set[Future[Played]] = set()
    try:
        while waiting := waiting | {
            pool.submit(played, each, conditions) for each in islice(left, at_once - len(waiting))
        }:
            ended, waiting = wait(waiting, TICK, FIRST_COMPLETED)
            for future in sorted(ended, key=lambda future: future.exception() is not None):
                yield future.result()
            if is_asked():
                raise KeyboardInterrupt
    except BrokenProcessPool:
        if is_asked():  # the signal went to the helpers as well
            raise KeyboardInterrupt from None
        text = (
            "a process that played was ended, perhaps for lack of memory; the same command goes on from what was played"
        )
        raise StartError(text) from None
