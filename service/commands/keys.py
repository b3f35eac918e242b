"""`wonderful keys`: the keys by which the service signs, and new ones in their place."""

import click

from events.entry import timestamp
from service.commands.store import open_store
from service.settings import Settings, StartError
from service.signing import OVERLAP_SECONDS, SigningKeys, TooManyKeys


def show_keys(settings: Settings) -> None:
    """Print the name of the service and its verifier keys, the current ones first. Raises StartError."""
    with open_store(settings, reads=True) as backend:
        _print(backend.signing.read(), backend.clock())


def rotate_keys(settings: Settings, name: str | None) -> None:
    """Sign by new keys from now on. Raises StartError."""
    with open_store(settings) as backend:
        try:
            found = backend.signing.rotate(name)
        except TooManyKeys:
            raise StartError("the service has too many former keys to make more") from None
        _print(found, backend.clock())
    click.echo(f"The former keys sign beside these for {OVERLAP_SECONDS // 3600} hours. Publish the new ones.")


def _print(found: SigningKeys, now: float) -> None:
    click.echo(f"The service signs as {found.origin}.")
    for key in found.keys:
        until = key.until
        state = "current" if until is None else f"signs until {timestamp(until * 1000)}" if now < until else "former"
        click.echo(f"{key.text}  {state}, made {timestamp(key.made * 1000)}")
