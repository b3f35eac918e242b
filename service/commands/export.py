"""`wonderful export`: write the log of a finished game."""

from pathlib import Path

import click

from projections.archive import NotFinished, export_lines
from service.commands.store import open_store
from service.settings import Settings, StartError


def export_game(settings: Settings, game: str, output: Path | None) -> None:
    """Write the log of a finished game to a file, or to standard output. Raises StartError."""
    with open_store(settings) as backend:
        state = backend.games.load(game).state
        if not state.version:
            raise StartError(f"there is no game {game}")
        try:
            text = "".join(f"{line}\n" for line in export_lines(state, backend.log.read(game)))
        except NotFinished as error:
            raise StartError(str(error)) from None
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StartError(f"{output} cannot be written: {error.strerror}") from None
