"""Commands for operators: what the service does, what is wrong with it, and its store as a whole."""

import sys

import click

from service.commands.groups.options import on_an_engine
from service.settings import load_settings


@click.command()
def queues() -> None:
    """Show the jobs that wait in each lane.

    A lane whose oldest job waits for longer than it should has a `!`: it needs more workers.
    """
    from service.commands.queues import show_queues

    show_queues(load_settings())


@click.command()
def busy() -> None:
    """Show the 20 accounts and addresses that use most of their limits.

    At 100 % requests get 429. `wonderful act suspend` refuses an account; `wonderful account` shows what it did.
    """
    from service.commands.busy import show_busy

    show_busy(load_settings())


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Print a line for each sound check, too.")
def doctor(as_json: bool, verbose: bool) -> None:
    """Say what is wrong with the service, and what mends it.

    It only reads: a service that does not run is not started. The exit status is 0 if all is sound, 1 with a warning, 2
    if something is broken, and 3 if a check could not tell, for example because the store does not answer.
    """
    from service.commands.doctor import diagnose

    sys.exit(diagnose(load_settings(), as_json, verbose))


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def inspect(game: str, as_json: bool) -> None:
    """Show what the store holds of a GAME, and whether all of it agrees.

    It only reads, and shows no hands, seeds, codes or tokens: you can paste its output into a report. The exit status
    is 0 if all agrees, 1 if not, and 2 if there is no such game or no store that runs.
    """
    from service.commands.inspect import inspect_game

    sys.exit(inspect_game(load_settings(), game, as_json))


@click.command()
@on_an_engine
def rebuild(jobs: int | None, on: str | None) -> None:
    """Build all projections again from the log.

    The old ones are deleted first. The service can keep running meanwhile. The exit status is 1 if a game cannot be
    folded, for example because its log is damaged.
    """
    from service.commands.rebuild import rebuild_all

    sys.exit(rebuild_all(load_settings(), jobs, on))


@click.command("accept-store")
def accept_store() -> None:
    """Accept a store that lost data or was replaced.

    The service refuses such a store, so that nobody plays on in a wrong one. Restore a backup if you have one.
    Otherwise, run this command: the service then takes the store as it is. It can keep running.
    """
    from service.commands.accept_store import accept_as_it_is

    accept_as_it_is(load_settings())


@click.command()
@click.argument("partitions", type=click.IntRange(1, 1024))
def repartition(partitions: int) -> None:
    """Move the store to another number of PARTITIONS, from 1 to 1024.

    Stop all processes of the service before, and have a backup. If the command is cut short, run it again.
    """
    from service.commands.repartition import repartition as move_store

    move_store(load_settings(), partitions)
