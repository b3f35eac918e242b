"""`wonderful export`: write the log of a finished game."""

from pathlib import Path

import click

from projections.transfer import NotFinished, export_lines
from service.commands.remote import connect, fetch_proof
from service.commands.store import open_store, store_name
from service.commands.verify_signed import proof_file
from service.settings import Settings, StartError
from store.whole_files import write_whole

STANDARD_OUTPUT = (Path("-"), Path("/dev/stdout"))


def export_game(settings: Settings, game: str, output: Path | None, url: str | None, token: str | None) -> None:
    """Write the log of a finished game to a file, or to standard output. Raises StartError.

    Beside the file comes the proof that the public list has the game, if it is there already. One that was
    there before goes, unless the file had the same log. Nothing comes beside a pipe or a device.

    `url`: of a running service, which is asked for the log with `token`; None for the store of the settings.
    """
    log, proof = _fetch(url, token, game) if url else _read(settings, game)
    if output is None or output in STANDARD_OUTPUT:
        click.echo(log, nl=False)
        return
    try:
        if output.exists() and not output.is_file():
            output.write_bytes(log)
        else:
            _write_files(output, log, proof)
    except OSError as error:
        raise StartError(f"{output} cannot be written: {error.strerror}") from None


def _write_files(output: Path, log: bytes, proof: bytes) -> None:
    """Write the log, and the proof beside it. A full disk, or a stop, leaves files whole. Raises OSError."""
    beside = proof_file(output)
    former = output.read_bytes() if output.exists() else b""
    write_whole(output.resolve(), log, mode=0o666)  # a link stays one
    if proof:
        write_whole(beside.resolve(), proof, mode=0o666)
    elif former != log:
        beside.unlink(missing_ok=True)  # beside this log, it would accuse the service of another list


def _fetch(url: str, token: str | None, game: str) -> tuple[bytes, bytes]:
    """The log, and the proof; empty if there is none yet."""
    with connect(url, token) as client:
        return client.get_log(game), fetch_proof(client, game)


def _read(settings: Settings, game: str) -> tuple[bytes, bytes]:
    with open_store(settings, reads=True) as backend:
        state = backend.games.load(game).state
        if not state.version:
            raise StartError(f"there is no game {game} in {store_name(settings)}")
        try:
            lines = export_lines(state, backend.log.read(game))
        except NotFinished as error:
            raise StartError(f"{error} (in {store_name(settings)})") from None
        log = "".join(f"{line}\n" for line in lines).encode()
        return log, (backend.public_list.proof(game) or "").encode()
