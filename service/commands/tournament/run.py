"""`wonderful tournament`: play what is missing, then write the report."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from bots import STRATEGIES
from game.scenarios import SCENARIOS
from service.commands.progress import progress_bar
from service.commands.tournament.games import play_games
from service.commands.tournament.mirrored import SCORES, Bounds, score_of_pair, verdict
from service.commands.tournament.pairings import pairings
from service.commands.tournament.record import Conditions, Outcome
from service.commands.tournament.report import report, write_charts
from service.commands.tournament.standings import places_of
from service.settings import StartError


def tournament(
    bots: tuple[str, ...],
    seats: int,
    games: int,
    seed: int,
    conditions: Conditions,
    folder: Path,
    jobs: int | None,
    on: str | None = None,
    bounds: Bounds | None = None,
) -> None:
    """Play the games that the folder does not hold yet, write tables and charts, and print the tables.

    `bounds`: of a test that ends the tournament. Raises StartError.
    """
    _check(bots, seats, conditions, bounds)
    planned = list(pairings(bots, seats, games, seed))
    try:
        with progress_bar("Playing") as bar:
            task, record = bar.add_task("games", total=len(planned)), folder / "games.jsonl"
            is_enough = _ends_by(bounds, bots) if bounds else lambda played: False
            outcomes = play_games(planned, conditions, record, jobs, lambda: bar.advance(task), on, is_enough)
        text = report(outcomes, bots, _command_line(bots, seats, games, seed, conditions, bounds), bounds)
        (folder / "table.md").write_text(text, encoding="utf-8")
        charts = write_charts(outcomes, bots, folder)
    except OSError as error:
        raise StartError(f"{folder} cannot be used: {error.strerror}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; run the same command again to resume from {folder}") from None
    click.echo(text + "\n" + "\n".join(str(file) for file in charts))


def _ends_by(bounds: Bounds, bots: tuple[str, ...]) -> Callable[[Sequence[Outcome]], bool]:
    """Whether the games so far decide the test of the first strategy's lead. Each next game is told once."""
    counts, (first, second) = [0] * len(SCORES), bots

    def is_enough(played: Sequence[Outcome]) -> bool:
        if len(played) % 2:
            return False
        counts[SCORES.index(score_of_pair([places_of(game) for game in played[-2:]], first, second))] += 1
        return verdict(tuple(counts), bounds) is not None

    return is_enough


def _check(bots: tuple[str, ...], seats: int, conditions: Conditions, bounds: Bounds | None) -> None:
    """Raises StartError if these strategies cannot play under these conditions."""
    unknown = [bot for bot in bots if bot not in STRATEGIES]
    if unknown:
        raise StartError(f"no strategy {unknown[0]!r}; there are: {', '.join(STRATEGIES)}")
    if len(set(bots)) != len(bots) or (seats > 1 and len(bots) < 2):
        raise StartError("name at least two different strategies, or one or more with --seats 1")
    if bounds and (seats != 2 or len(bots) != 2):
        raise StartError("--sprt compares two strategies with two seats")
    if conditions.scenario and (conditions.scenario not in SCENARIOS or seats != 1 or conditions.side != "B"):
        raise StartError(f"a scenario needs --seats 1 --side B and must be one of: {', '.join(SCENARIOS)}")


def _command_line(
    bots: tuple[str, ...], seats: int, games: int, seed: int, conditions: Conditions, bounds: Bounds | None
) -> str:
    """The command line that repeats the tournament."""
    words = f"wonderful tournament --bots {','.join(bots)} --games {games} --seats {seats} --seed {seed}"
    words += f" --side {conditions.side}"
    words += f" --scenario {conditions.scenario}" if conditions.scenario else ""
    words += f" --nodes {conditions.nodes}" if conditions.nodes else ""
    return words + (f" --sprt {bounds.low:g},{bounds.high:g}" if bounds else "")
