"""`wonderful rebuild`: delete all projections and build them again from the log."""

from time import monotonic

import click

from projections.rebuild import every_game, rebuild
from projections.record.generations import Generations
from service.commands.progress import progress_bar
from service.commands.store import open_store, store_name
from service.settings import Settings

MAX_SHOWN_PLAYERS = 10


def rebuild_all(settings: Settings) -> None:
    """Rebuild the projections of all games, with a progress bar. The service can keep running. Raises StartError."""
    with open_store(settings) as backend:
        backend.lobby.clear()
        generations = Generations(backend.redis, backend.keys)
        record = generations.begin()
        games, events = every_game(backend.redis, backend.keys), 0
        began = monotonic()
        with progress_bar("Rebuilding") as bar:
            task = bar.add_task("games", total=len(games))
            parts = backend.log, backend.snapshots, backend.lobby, record, backend.milestones
            for _, count in rebuild(games, *parts):
                events += count
                bar.advance(task)
        differing = generations.finish()
        seconds = max(monotonic() - began, 0.001)
    rate = f"{len(games) / seconds:.0f} games/s"
    if differing:
        shown = ", ".join(differing[:MAX_SHOWN_PLAYERS]) + (", …" if len(differing) > MAX_SHOWN_PLAYERS else "")
        players = "1 player" if len(differing) == 1 else f"{len(differing)} players"
        click.echo(f"Statistics or ratings of {players} were not what the games say: {shown}")
    click.echo(f"Folded {events} events of {len(games)} games: {rate}, in {store_name(settings)}.")
