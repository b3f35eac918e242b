"""`wonderful rebuild`: delete all projections and build them again from the log."""

from time import monotonic

import click

from projections.rebuild import every_game, rebuild
from service.commands.progress import progress_bar
from service.commands.store import open_store, store_name
from service.settings import Settings


def rebuild_all(settings: Settings) -> None:
    """Rebuild the projections of all games, with a progress bar. The service can keep running. Raises StartError."""
    with open_store(settings) as backend:
        backend.lobby.clear()
        games, events = every_game(backend.redis, backend.keys), 0
        began = monotonic()
        with progress_bar("Rebuilding") as bar:
            task = bar.add_task("games", total=len(games))
            for _, count in rebuild(games, backend.log, backend.snapshots, backend.lobby):
                events += count
                bar.advance(task)
        seconds = max(monotonic() - began, 0.001)
    rate = f"{len(games) / seconds:.0f} games/s"
    click.echo(f"Folded {events} events of {len(games)} games: {rate}, in {store_name(settings)}.")
