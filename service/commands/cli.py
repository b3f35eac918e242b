"""The `wonderful` command. A command imports what it needs itself, so that none pays for another."""

import os
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import click

from service.settings import Settings, SettingsError, StartError, read_settings


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """A game service for It's a Wonderful World. Settings come from the environment and the file .env."""


def main() -> None:
    """The entry point: what keeps a command from starting is one line and exit status 2."""
    try:
        cli(prog_name="wonderful")
    except StartError as error:
        click.echo(f"wonderful: {error}", err=True)
        sys.exit(2)
    except OSError as error:  # a full disk, say, behind standard output
        click.echo(f"wonderful: {error.strerror or error}", err=True)
        sys.exit(2)


def settings() -> Settings:
    """The settings in force; those of .env also for the processes started from here. Raises SettingsError."""
    env_file = Path(".env")
    if env_file.is_file():
        from honcho.environ import parse

        try:
            for name, value in parse(env_file.read_text(encoding="utf-8")).items():
                os.environ.setdefault(name, value)
        except ValueError as error:
            raise SettingsError(f".env cannot be read: {error}") from error
    return read_settings(os.environ)


@cli.command()
def up() -> None:
    """Start the whole service. Without REDIS_URL it brings its own server."""
    from service.run.up import up as run

    sys.exit(run(settings()))


@cli.command()
def version() -> None:
    """Print the version."""
    click.echo(installed_version("wonderful-world"))


@cli.command()
def projector() -> None:
    """Follow the log and keep what is read from it true (a process of the Procfile)."""
    from service.run.projector import run_projector

    run_projector(settings())


@cli.command()
@click.option("--decisions", is_flag=True, help="Decide for tables elsewhere instead.")
def worker(decisions: bool) -> None:
    """Do jobs: bots' turns, scores (a process of the Procfile)."""
    from service.run.worker import run_worker

    run_worker(settings(), decisions)


@cli.command()
def rebuild() -> None:
    """Drop all projections and fold every game again; the service may go on meanwhile."""
    from service.commands.rebuild import rebuild_all

    rebuild_all(settings())


@cli.command()
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file; by default standard output.")
def export(game: str, output: Path | None) -> None:
    """Write the log of a finished GAME, as `verify` and `import` take it."""
    from service.commands.export import export_game

    export_game(settings(), game, output)


@cli.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
def import_(files: tuple[Path, ...]) -> None:
    """Take in the games of exported logs, each if it verifies."""
    from service.commands.import_logs import import_files

    sys.exit(import_files(settings(), files))


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes at once; by default one a core.")
def verify(files: tuple[Path, ...], jobs: int | None) -> None:
    """Verify exported logs, without a server: encoding, chain, deal, every intention, score. `-`: standard input.

    A fork among the files is held against its origin, if that is among them, too. Ends with 1 if a log is wrong, with 2
    if one could not be verified.
    """
    from service.commands.verify import verify_files

    sys.exit(verify_files(files, jobs))


@cli.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--seat", type=click.IntRange(0, 4), help="Through whose eyes; by default everything is open.")
@click.option("--at", type=click.IntRange(1), help="Show the board of this version only.")
@click.option("--lang", default="en", show_default=True, help="Of the cards and sentences: en, fr, es, de, it, ru.")
def replay(game: str, seat: int | None, at: int | None, lang: str) -> None:
    """Step through a game, or through an exported log, in the terminal. A game under way is shown as to a spectator."""
    from service.commands.replay import show_replay

    show_replay(settings(), game, seat, at, lang)


@cli.command()
@click.option("--bots", required=True, help="Strategies, with commas between them.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000), help="For each pair.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(1, 5))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53), help="Of the first deal.")
@click.option("--side", type=click.Choice(["A", "B"]), help="A, but alone B.")
@click.option("--scenario", help="With one seat: SC01 to SC06.")
@click.option("--nodes", type=click.IntRange(1, 10_000_000), help="A decision; by default each strategy's own measure.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("var/tournament"), show_default=True)
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes at once; by default one a core.")
def tournament(
    bots: str,
    games: int,
    seats: int,
    seed: int,
    side: str | None,
    scenario: str | None,
    nodes: int | None,
    out: Path,
    jobs: int | None,
) -> None:
    """Let strategies play each other: a table and pictures of how strong they are, in the folder OUT.

    Two seats: every deal is played twice, the seats swapped. More seats: one against as many of the other as fit, both
    ways. One seat: each alone. What is interrupted goes on where it stopped when the same is asked again.
    """
    from service.commands.tournament import tournament as run
    from service.commands.tournament.games import Conditions

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    run(names, seats, games, seed, Conditions(side or ("B" if seats == 1 else "A"), scenario, nodes), out, jobs)


@cli.command()
@click.option("--check", is_flag=True, help="Only say whether openapi.yaml is as the code makes it.")
def openapi(check: bool) -> None:
    """Write openapi.yaml from the code."""
    from service.commands.openapi import write_openapi

    sys.exit(write_openapi(check))


@cli.command()
@click.option("--url", help="A running service; by default one is started for the demo.")
@click.option("--seed", default=1, show_default=True, help="Of the demo player's choices.")
def demo(url: str | None, seed: int) -> None:
    """Play a whole game against three bots through the API, then check its log."""
    from service.commands.demo import demo as run

    sys.exit(run(settings(), url, seed))


if __name__ == "__main__":
    main()
