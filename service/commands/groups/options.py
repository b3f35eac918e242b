"""Options that several commands have."""

from collections.abc import Callable

import click

jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), help="Number of processes; one for each CPU by default."
)


def on_an_engine(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the options `--jobs` and `--on`, for a command that computes for long."""
    address = click.option("--on", metavar="ADDRESS", help="Dask scheduler to work on, such as tcp://host:8786.")
    return jobs_option(address(command))
