"""`wonderful tournament`: play what is missing, then write the report."""

from pathlib import Path

import click

from bots import STRATEGIES
from game.scenarios import SCENARIOS
from service.commands.progress import progress_bar
from service.commands.tournament.games import play_games
from service.commands.tournament.pairings import pairings
from service.commands.tournament.record import Conditions
from service.commands.tournament.report import report, write_charts
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
) -> None:
    """Play the games that the folder does not hold yet, write tables and charts, and print the tables.

    Raises StartError.
    """
    _check(bots, seats, conditions)
    planned = list(pairings(bots, seats, games, seed))
    try:
        with progress_bar("Playing") as bar:
            task, record = bar.add_task("games", total=len(planned)), folder / "games.jsonl"
            outcomes = play_games(planned, conditions, record, jobs, lambda: bar.advance(task), on)
        text = report(outcomes, bots, _command_line(bots, seats, games, seed, conditions))
        (folder / "table.md").write_text(text, encoding="utf-8")
        charts = write_charts(outcomes, bots, folder)
    except OSError as error:
        raise StartError(f"{folder} cannot be used: {error.strerror}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; run the same command again to resume from {folder}") from None
    click.echo(text + "\n" + "\n".join(str(file) for file in charts))


def _check(bots: tuple[str, ...], seats: int, conditions: Conditions) -> None:
    """Raises StartError if these strategies cannot play under these conditions."""
    unknown = [bot for bot in bots if bot not in STRATEGIES]
    if unknown:
        raise StartError(f"no strategy {unknown[0]!r}; there are: {', '.join(STRATEGIES)}")
    if len(set(bots)) != len(bots) or (seats > 1 and len(bots) < 2):
        raise StartError("name at least two different strategies, or one or more with --seats 1")
    if conditions.scenario and (conditions.scenario not in SCENARIOS or seats != 1 or conditions.side != "B"):
        raise StartError(f"a scenario needs --seats 1 --side B and must be one of: {', '.join(SCENARIOS)}")


def _command_line(bots: tuple[str, ...], seats: int, games: int, seed: int, conditions: Conditions) -> str:
    """The command line that repeats the tournament."""
    words = f"wonderful tournament --bots {','.join(bots)} --games {games} --seats {seats} --seed {seed}"
    words += f" --side {conditions.side}"
    words += f" --scenario {conditions.scenario}" if conditions.scenario else ""
    return words + (f" --nodes {conditions.nodes}" if conditions.nodes else "")
