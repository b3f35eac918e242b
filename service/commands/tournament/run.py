"""The command `tournament`."""

from pathlib import Path

import click

from bots import STRATEGIES
from game.scenarios import SCENARIOS
from service.commands.progress import progress_bar
from service.commands.tournament.games import all_played
from service.commands.tournament.pairings import pairings
from service.commands.tournament.record import Conditions
from service.commands.tournament.report import pictures, report
from service.settings import StartError


def tournament(
    bots: tuple[str, ...],
    seats: int,
    games: int,
    seed: int,
    conditions: Conditions,
    folder: Path,
    jobs: int | None,
) -> None:
    """Play what is missing, then write table and pictures and print the table. Raises StartError."""
    _check(bots, seats, conditions)
    planned = list(pairings(bots, seats, games, seed))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with progress_bar("Playing") as bar:
            task = bar.add_task("games", total=len(planned))
            outcomes = all_played(planned, conditions, folder / "games.jsonl", jobs, lambda: bar.advance(task))
        command = _command(bots, seats, games, seed, conditions)
        text = report(outcomes, bots, command)
        (folder / "table.md").write_text(text, encoding="utf-8")
        made = pictures(outcomes, bots, folder)
    except OSError as error:
        raise StartError(f"{folder} cannot be used: {error.strerror}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; the same command goes on from what {folder} holds") from None
    click.echo(text + "\n" + "\n".join(str(file) for file in made))


def _check(bots: tuple[str, ...], seats: int, conditions: Conditions) -> None:
    unknown = [bot for bot in bots if bot not in STRATEGIES]
    if unknown:
        raise StartError(f"no strategy {unknown[0]!r}; there are: {', '.join(STRATEGIES)}")
    if len(set(bots)) != len(bots) or (seats > 1 and len(bots) < 2):
        raise StartError("name at least two different strategies, or one or more with --seats 1")
    if conditions.scenario and (conditions.scenario not in SCENARIOS or seats != 1 or conditions.side != "B"):
        raise StartError(f"scenarios are played with --seats 1 --side B, and are: {', '.join(SCENARIOS)}")


def _command(bots: tuple[str, ...], seats: int, games: int, seed: int, conditions: Conditions) -> str:
    words = f"wonderful tournament --bots {','.join(bots)} --games {games} --seats {seats} --seed {seed}"
    words += f" --side {conditions.side}"
    words += f" --scenario {conditions.scenario}" if conditions.scenario else ""
    return words + (f" --nodes {conditions.nodes}" if conditions.nodes else "")
