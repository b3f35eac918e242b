"""Playing the games of a tournament, on all cores; what is played is kept at once, so that it can be resumed."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import game as rules
from bots import Budget, Strategy, strategy
from bots.strategy import View
from bots.table import play
from events.codec import canonical
from game import Intention
from service.settings import StartError
from service.tournament.pairings import Pairing


class Conditions(NamedTuple):
    """What all games of a tournament share; `nodes`: none is each strategy's own measure."""

    side: str = "A"
    scenario: str | None = None
    nodes: int | None = None


class Played(NamedTuple):
    """A game's outcome by seat: points, place (1 is best, shared by equals), processor time in seconds and decisions.

    `rank`, `medal`: of a game alone.
    """

    bots: tuple[str, ...]
    seed: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    rank: str | None = None
    medal: str | None = None


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
    """The outcomes of all games, in their order; what the record holds is not played again. Raises StartError."""
    done = _recorded(record, conditions)
    for _ in range(sum(pairing.key in done for pairing in games)):
        advance()
    missing = [pairing for pairing in games if pairing.key not in done]
    if missing:
        with (
            record.open("a", encoding="utf-8") as file,
            ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=get_context("forkserver")) as pool,
        ):
            futures = {pool.submit(partial(played, conditions=conditions), pairing): pairing for pairing in missing}
            for future in as_completed(futures):
                outcome = future.result()
                done[futures[future].key] = outcome
                file.write(canonical(outcome._asdict()) + "\n")
                file.flush()
                advance()
    return [done[pairing.key] for pairing in games]


def _recorded(record: Path, conditions: Conditions) -> dict[str, Played]:
    """What was played before under the same conditions, by the games' keys; a last line that was cut is left out."""
    header = canonical(conditions._asdict())
    if not record.exists():
        record.write_text(header + "\n", encoding="utf-8")
        return {}
    first, *lines = record.read_text("utf-8").split("\n")
    if first != header:
        raise StartError(f"{record} is of a tournament under other conditions: {first[:100]}")
    whole = lines[:-1]
    if lines[-1]:
        record.write_text("\n".join([first, *whole, ""]), encoding="utf-8")
    found = {}
    for line in whole:
        try:
            values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in json.loads(line).items()}
            outcome = Played(**values)
        except (ValueError, TypeError, AttributeError):
            raise StartError(f"{record} is not the record of a tournament") from None
        found[Pairing(outcome.bots, outcome.seed).key] = outcome
    return found
