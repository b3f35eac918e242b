"""`wonderful archive` and `wonderful unarchive`: move finished games out of the store, and back."""

from collections.abc import Sequence

import click
from rich.filesize import decimal

from events import DamagedLog
from projections.archiving import NotArchived
from service.commands.progress import progress_bar
from service.commands.store import open_store, store_name
from service.diagnosis.texts import count
from service.jobs.archiving import old_games, open_archiver
from service.settings import Settings


def archive_games(settings: Settings, dry_run: bool) -> int:
    """Archive all games that have been over for ARCHIVE_AFTER days, or say which. The service can keep running.

    Returns the exit status: 1 if a game stays in the store that should not. Raises StartError.
    """
    with open_store(settings, reads=dry_run) as backend:
        archiver = open_archiver(backend)
        with progress_bar("Looking for games") as bar:
            task, games = bar.add_task("games", total=None), list[str]()
            for page in old_games(backend, archiver):
                games += page
                bar.update(task, completed=len(games))
        if dry_run:
            for game in games:
                click.echo(game)
            where = f"from {store_name(settings)} to {archiver.where}"
            click.echo(f"{count(len(games), 'game')} would go {where}.", err=True)
            return 0
        refused: dict[str, str] = {}
        size = 0
        with progress_bar("Archiving") as bar:
            task = bar.add_task("games", total=len(games))
            for game in games:
                try:
                    size += archiver.archive(game)
                except NotArchived as error:
                    click.echo(f"{error}; it stays in the store", err=True)
                    refused[game] = error.reason
                bar.advance(task)
        archiver.note_refused(refused)
        done = len(games) - len(refused)
        click.echo(f"{count(done, 'game')} went from {store_name(settings)} to {archiver.where}: {decimal(size)}.")
    return 1 if refused else 0


def unarchive_games(settings: Settings, games: Sequence[str]) -> int:
    """Move archived games back into the store, all of them if none is named. Their files stay.

    Returns the exit status: 1 if one of them did not come back. Raises StartError.
    """
    failed = 0
    with open_store(settings) as backend:
        archiver = open_archiver(backend)
        wanted = games or archiver.archived()
        with progress_bar("Moving back") as bar:
            task = bar.add_task("games", total=len(wanted))
            for game in wanted:
                try:
                    archiver.unarchive(game)
                except (NotArchived, DamagedLog) as error:
                    click.echo(str(error), err=True)
                    failed += 1
                bar.advance(task)
        click.echo(f"{count(len(wanted) - failed, 'game')} moved back into {store_name(settings)}.")
    return 1 if failed else 0
