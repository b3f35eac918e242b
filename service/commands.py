"""Commands that are neither a process nor a game: rebuild, openapi."""

from dataclasses import replace
from pathlib import Path

import click
from redis.exceptions import RedisError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from projections.rebuild import every_game, rebuild
from service.backend import backend, checked_backend
from service.embedded import ensure_server, stop_server
from service.settings import Settings, StartError

OPENAPI = Path(__file__).resolve().parent.parent / "openapi.yaml"


def rebuild_all(settings: Settings) -> None:
    """Rebuild with a progress bar, on REDIS_URL or the embedded server, running or not. Raises StartError."""
    if settings.redis_url:
        return _rebuild(settings)
    server = ensure_server(settings.data_dir, settings.appendfsync)
    try:
        _rebuild(replace(settings, redis_url=server.url))
    finally:
        if server.started:
            stop_server(server)


def _rebuild(settings: Settings) -> None:
    parts = checked_backend(settings)
    try:
        parts.lobby.clear()
        games, events = every_game(parts.redis, parts.keys), 0
        columns = (TextColumn("Rebuilding"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns) as progress:
            task = progress.add_task("games", total=len(games))
            for _, count in rebuild(games, parts.log, parts.snapshots, parts.lobby):
                events += count
                progress.advance(task)
    except RedisError as error:
        raise StartError(f"the Redis server does not answer: {error}") from error
    click.echo(f"Folded {events} events of {len(games)} games.")


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
