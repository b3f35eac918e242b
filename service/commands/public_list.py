"""`wonderful list`: the public list of finished games, whether it is signed, and how it goes on after a loss."""

from pathlib import Path

import click

from events.entry import timestamp
from service.backend import Backend
from service.commands.store import open_store
from service.diagnosis.texts import count
from service.jobs.publishing import NotSigned, checkpoint_file, published_before, sign_list
from service.settings import Settings, StartError
from service.signing import LOG
from transparency import tree
from transparency.checkpoint import Checkpoint, open_checkpoint
from transparency.notes import parse_key
from transparency.rejected import Rejected

AGREES = "this store agrees with it"


def show_list(settings: Settings) -> None:
    """Print how long the list is and what was published. Raises StartError."""
    with open_store(settings, reads=True) as backend:
        origin, newest = _origin(backend), backend.public_list.newest()
        click.echo(f"{origin}: {count(backend.public_list.size(), 'finished game')}.")
        if newest.note:
            click.echo(f"The newest checkpoint, of {count(newest.size, 'game')}, was signed at {timestamp(newest.ms)}.")
        if refused := backend.public_list.refusal():
            click.echo(f"Nothing new is published: {refused}.")
        if published := published_before(settings.data_dir, origin):
            file, said = checkpoint_file(settings.data_dir, origin), _agreement(backend, published)
            click.echo(f"{file} has one of {count(published.size, 'game')}: {said}.")


def resume_list(settings: Settings, published: Path | None, name: str | None) -> None:
    """Sign the list of a store that lost data or was restored. Raises StartError if it is not what was published.

    `published`: a checkpoint that somebody kept. `name`: under another name, the list is another one.
    """
    with open_store(settings) as backend:
        if published:
            _check_published(backend, published)
        if name:
            backend.signing.rotate(name)
        try:
            signed = sign_list(backend, resumed=True)
            backend.public_list.refuse("")
        except NotSigned as error:
            raise StartError(f"{error}; a list under another name can begin here: --name") from None
        click.echo(f"{_origin(backend)} goes on: a checkpoint of {count(signed.size, 'game')} is signed.")


def _check_published(backend: Backend, file: Path) -> None:
    keys = [parse_key(key.text) for key in backend.signing.read().keys if key.use == LOG]
    try:
        found = open_checkpoint(file.read_bytes(), keys).checkpoint
    except OSError as error:
        raise StartError(f"{file} cannot be read: {error.strerror}") from None
    except Rejected as error:
        raise StartError(f"{file} is no checkpoint of this service: {error}") from None
    if (said := _agreement(backend, found)) != AGREES:
        raise StartError(f"{file} has a checkpoint of {count(found.size, 'game')}: {said}")


def _agreement(backend: Backend, published: Checkpoint) -> str:
    """Whether the list of the store goes on from a checkpoint that was published, in words."""
    found = backend.public_list
    size = found.size()
    if published.size > size:
        return f"this store has {size} only, so it is an older one"
    found.fill(size)
    if tree.root(published.size, found.node(size)) != published.root:
        return "this store has other games in these places"
    return AGREES


def _origin(backend: Backend) -> str:
    return f"{backend.signing.read().origin}{LOG}"
