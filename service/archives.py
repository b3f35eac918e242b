"""The commands `export` and `import`: finished games as files."""

from collections.abc import Sequence
from pathlib import Path

import click

from events.export import UnknownSchema
from projections.archive import NotFinished, Occupied, TooLong, exported, take_in
from projections.verification import UnknownRuleset
from service.commands import at_hand
from service.settings import Settings, StartError
from service.verifying import Unreadable, lines_of


def export_game(settings: Settings, game: str, output: Path | None) -> None:
    """Write the log of a finished game to a file or standard output. Raises StartError."""
    with at_hand(settings) as parts:
        state = parts.games.load(game).state
        if not state.version:
            raise StartError(f"there is no game {game}")
        try:
            text = "".join(f"{line}\n" for line in exported(state, parts.log.read(game)))
        except NotFinished as error:
            raise StartError(str(error)) from None
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StartError(f"{output} cannot be written: {error.strerror}") from None


def import_files(settings: Settings, files: Sequence[Path]) -> int:
    """Take in the games of these logs, each by itself. Raises StartError.

    Returns the exit status: 1 when one does not verify, 2 when one could not be taken in.
    """
    status = 0
    with at_hand(settings) as parts:
        for file in files:
            try:
                verdict = take_in(lines_of(file), parts.log, parts.lobby)
            except (UnknownSchema, UnknownRuleset, Occupied, TooLong, Unreadable) as error:
                click.echo(f"{file}: {error}", err=True)
                status = 2
            else:
                told = str(verdict.fault) if verdict.fault else f"game {verdict.game}, {verdict.events} events"
                click.echo(f"{file}: {told}")
                status = max(status, 1 if verdict.fault else 0)
    return status
