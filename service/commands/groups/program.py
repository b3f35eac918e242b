"""Commands about the program itself."""

import sys

import click

from service.settings import load_settings


@click.command()
def version() -> None:
    """Print the version of the service."""
    from importlib.metadata import version as installed_version

    click.echo(installed_version("wonderful-world"))


@click.command()
@click.option("--check", is_flag=True, help="Only check that the files match the code.")
def openapi(check: bool) -> None:
    """Write openapi.yaml, docs/errors.md and examples/catalogue.json from the code."""
    from service.commands.openapi import write_openapi

    sys.exit(write_openapi(check))


@click.command()
@click.option("--url", help="URL of a running service; by default the demo starts one.")
@click.option("--seed", default=1, show_default=True, help="Seed of the demo player's moves.")
def demo(url: str | None, seed: int) -> None:
    """Play a game against three bots and check its log.

    The demo plays through the API of a service, as any client would.
    """
    from service.commands.demo import demo as run

    sys.exit(run(load_settings(), url, seed))
