"""Commands over the whole store, and what commands share: rebuild, openapi."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

import click
from redis.exceptions import RedisError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from projections.rebuild import every_game, rebuild
from service.backend import Backend, backend, checked_backend
from service.embedded import ensure_server, stop_server
from service.settings import Settings, StartError

OPENAPI = Path(__file__).resolve().parent.parent / "openapi.yaml"


@contextmanager
def at_hand(settings: Settings) -> Iterator[Backend]:
    """The parts on REDIS_URL or the embedded server, which is started for as long as needed. Raises StartError."""
    server = None if settings.redis_url else ensure_server(settings.data_dir, settings.appendfsync)
    try:
        yield checked_backend(replace(settings, redis_url=server.url) if server else settings)
    except RedisError as error:
        raise StartError(f"the Redis server does not answer: {error}") from error
    finally:
        if server and server.started:
            stop_server(server)


def rebuild_all(settings: Settings) -> None:
    """Rebuild with a progress bar; the service may run. Raises StartError."""
    with at_hand(settings) as parts:
        parts.lobby.clear()
        games, events = every_game(parts.redis, parts.keys), 0
        begun = monotonic()
        with progress("Rebuilding") as bar:
            task = bar.add_task("games", total=len(games))
            for _, count in rebuild(games, parts.log, parts.snapshots, parts.lobby):
                events += count
                bar.advance(task)
        took = max(monotonic() - begun, 0.001)
    click.echo(f"Folded {events} events of {len(games)} games: {len(games) / took:.0f} games/s.")


def progress(what: str) -> Progress:
    """A bar on standard error, that shows how much is done and how long the rest may take."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def write_openapi(check: bool) -> int:
    """Write openapi.yaml, or only compare it. Returns the exit status: 1 when it differs."""
    made = described()
    if not check:
        OPENAPI.write_text(made, encoding="utf-8")
        return 0
    if OPENAPI.exists() and OPENAPI.read_text(encoding="utf-8") == made:
        return 0
    click.echo("openapi.yaml is not as the code makes it: run `wonderful openapi` and commit it", err=True)
    return 1


def described() -> str:
    """The description of the API; no server is asked for anything."""
    from service.app import create_app
    from service.settings import read_settings

    return str(create_app(backend(read_settings({"REDIS_URL": "redis://127.0.0.1:1/0"}))).extensions["openapi"])
