"""`wonderful import`: store the games of exported logs."""

from collections.abc import Sequence
from pathlib import Path

import click

from events.export import UnknownSchema
from projections.audit import UnknownRuleset
from projections.transfer import Occupied, TooLong, import_log
from service.commands.log_files import UnreadableFile, read_lines
from service.commands.store import open_store, store_name
from service.run.embedded_redis import has_data
from service.settings import Settings


def import_files(settings: Settings, files: Sequence[Path]) -> int:
    """Import the game of each log, independently of the others. Raises StartError.

    Returns the exit status: 1 when a log is wrong, 2 when a log could not be imported.
    """
    status = 0
    if not settings.redis_url and not has_data(settings.data_dir):
        click.echo(f"A new store begins in {store_name(settings)}.", err=True)
    with open_store(settings, create=True) as backend:
        for file in files:
            try:
                verdict = import_log(read_lines(file), backend.log, backend.lobby)
            except (UnknownSchema, UnknownRuleset, Occupied, TooLong, UnreadableFile) as error:
                click.echo(f"{file}: {error}", err=True)
                status = 2
            else:
                result = str(verdict.fault) if verdict.fault else f"game {verdict.game}, {verdict.events} events"
                click.echo(f"{file}: {result}")
                status = max(status, 1 if verdict.fault else 0)
    return status
