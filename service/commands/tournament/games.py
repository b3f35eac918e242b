"""Plays the games of a tournament in parallel. Each outcome is recorded at once, so a tournament can be resumed."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import game as rules
from bots import Budget, Strategy, strategy
from bots.strategy import View
from bots.table import play
from game import Intention
from service.commands.batch import catch_stop_signals, open_engine, results, some_at_a_time
from service.commands.batch.where import REMOTE_GAMES
from service.commands.tournament.pairings import Pairing
from service.commands.tournament.record import Conditions, Outcome, line_of, read_record, sort_record

SECONDS_DECIMALS = 4


def play_game(pairing: Pairing, conditions: Conditions) -> Outcome:
    """Play one game. The same pairing and conditions give the same outcome, except for the seconds."""
    seconds, decisions = [0.0] * len(pairing.bots), [0] * len(pairing.bots)

    def add_timing(index: int, original: Strategy) -> Strategy:
        def decide(view: View, rng: Random, budget: Budget) -> Intention:
            started = time.thread_time()
            intention = original.decide(view, rng, budget)
            seconds[index] += time.thread_time() - started
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


def play_some(pairings: Sequence[Pairing], conditions: Conditions) -> list[Outcome]:
    """Play some games."""
    return [play_game(pairing, conditions) for pairing in pairings]


def play_games(
    games: Sequence[Pairing],
    conditions: Conditions,
    record: Path,
    jobs: int | None,
    advance: Callable[[], None],
    on: str | None = None,
    is_enough: Callable[[Sequence[Outcome]], bool] = lambda played: False,
) -> list[Outcome]:
    """The outcomes of all games, in order. Games in the record are not played again.

    `on`, `jobs`: see `open_engine`. `advance` is called for each game. `is_enough` gets the first outcome, the first
    two, and so on: when it is true, only these count. Raises StartError, and KeyboardInterrupt after
    SIGINT, SIGTERM or SIGHUP. Call this from the main thread: only there do signals arrive.
    """
    with catch_stop_signals() as stop_requested, open_engine(on, jobs) as engine:
        record.parent.mkdir(parents=True, exist_ok=True)
        outcomes = read_record(record, conditions)
        for _ in range(sum(pairing in outcomes for pairing in games)):
            advance()
        missing = [pairing for pairing in games if pairing not in outcomes]
        counted: list[Outcome] = []
        ends = _count(counted, games, outcomes, is_enough)
        tasks = some_at_a_time([] if ends else missing, REMOTE_GAMES if engine.remote else 1)
        with record.open("a", encoding="utf-8") as file:
            for played in results(partial(play_some, conditions=conditions), tasks, engine, stop_requested):
                outcomes |= {Pairing(outcome.bots, outcome.seed): outcome for outcome in played}
                file.writelines(map(line_of, played))
                file.flush()
                for _ in played:
                    advance()
                if _count(counted, games, outcomes, is_enough):
                    break
    surplus = {*missing} - {*games[: len(counted)]}  # which others had begun depends on how fast this machine is
    sort_record(record, conditions, [each for pairing, each in outcomes.items() if pairing not in surplus])
    return counted


def _count(
    counted: list[Outcome],
    games: Sequence[Pairing],
    outcomes: Mapping[Pairing, Outcome],
    is_enough: Callable[[Sequence[Outcome]], bool],
) -> bool:
    """Add to `counted` what follows of the games and has been played; whether these are enough."""
    while len(counted) < len(games) and (outcome := outcomes.get(games[len(counted)])):
        counted.append(outcome)
        if is_enough(counted):
            return True
    return False
