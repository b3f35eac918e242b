"""Plays the games of a tournament in parallel. Each outcome is recorded at once, so a tournament can be resumed."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import game as rules
from bots import Budget, Strategy, strategy
from bots.strategy import View
from bots.table import play
from events.codec import canonical
from game import Intention
from service.commands.tournament.pairings import Pairing
from service.commands.tournament.record import Conditions, Outcome, read_record
from service.commands.worker_processes import catch_stop_signals, results, worker_processes

SECONDS_DECIMALS = 4


def play_game(pairing: Pairing, conditions: Conditions) -> Outcome:
    """Play one game. The same pairing and conditions give the same outcome, except for the seconds."""
    seconds, decisions = [0.0] * len(pairing.bots), [0] * len(pairing.bots)

    def add_timing(index: int, original: Strategy) -> Strategy:
        def decide(view: View, rng: Random, budget: Budget) -> Intention:
            started = time.process_time()
            intention = original.decide(view, rng, budget)
            seconds[index] += time.process_time() - started
            decisions[index] += 1
            return intention

        return replace(original, decide=decide)

    strategies = [add_timing(index, strategy(name)) for index, name in enumerate(pairing.bots)]
    state = play(strategies, pairing.seed, conditions.side, Budget(nodes=conditions.nodes), conditions.scenario)
    result = rules.score_event(state)
    return Outcome(
        bots=pairing.bots,
        seed=pairing.seed,
        totals=tuple([score["total"] for score in result.scores]),
        places=_places(result.ranking),
        seconds=tuple([round(each, SECONDS_DECIMALS) for each in seconds]),
        decisions=tuple(decisions),
        rank=result.rank,
        medal=result.medal,
    )


def _places(ranking: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The place of each seat; tied seats share a place. `ranking`: groups of tied seats, the best first."""
    places: dict[int, int] = {}
    place = 1
    for group in ranking:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return tuple([places[seat] for seat in sorted(places)])


def play_games(
    games: Sequence[Pairing], conditions: Conditions, record: Path, jobs: int | None, advance: Callable[[], None]
) -> list[Outcome]:
    """The outcomes of all games, in order. Games in the record are not played again.

    `jobs`: number of processes, one for each CPU by default. `advance` is called for each game. Raises StartError, and
    KeyboardInterrupt after SIGINT or SIGTERM. Call this from the main thread: only there do signals arrive.
    """
    outcomes = read_record(record, conditions)
    for _ in range(sum(pairing in outcomes for pairing in games)):
        advance()
    missing = [pairing for pairing in games if pairing not in outcomes]
    if missing:
        count = jobs or os.cpu_count() or 1
        with (
            record.open("a", encoding="utf-8") as file,
            catch_stop_signals() as stop_requested,
            worker_processes(count) as pool,
        ):
            for outcome in results(partial(play_game, conditions=conditions), missing, pool, 2 * count, stop_requested):
                outcomes[Pairing(outcome.bots, outcome.seed)] = outcome
                file.write(canonical(outcome._asdict()) + "\n")
                file.flush()
                advance()
    return [outcomes[pairing] for pairing in games]
