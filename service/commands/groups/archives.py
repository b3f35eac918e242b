"""Commands that move old games into the archive and back."""

import sys

import click

from service.settings import load_settings


@click.command()
@click.option("--dry-run", is_flag=True, help="Only print the ids of the games.")
def archive(dry_run: bool) -> None:
    """Move finished games out of the store, into the folder of ARCHIVE_URL.

    These are the games that ended ARCHIVE_AFTER days ago. Each is verified before, and can be read as ever. With
    ARCHIVE_URL, the service does this by itself once an hour. It can keep running. The exit status is 1 if a game stays
    in the store that should not.
    """
    from service.commands.archive import archive_games

    sys.exit(archive_games(load_settings(), dry_run))


@click.command()
@click.argument("games", nargs=-1, metavar="GAME…")
@click.option("--all", "all_games", is_flag=True, help="All games that are archived.")
def unarchive(games: tuple[str, ...], all_games: bool) -> None:
    """Move archived GAMEs back into the store. Their files stay.

    The exit status is 1 if one of them is not archived, or cannot be read.
    """
    from service.commands.archive import unarchive_games

    if bool(games) == all_games:
        raise click.UsageError("name games, or use --all")
    sys.exit(unarchive_games(load_settings(), games))
