"""`wonderful rebuild`: delete all projections and build them again from the log."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from time import monotonic

import click
from redis.exceptions import RedisError

from projections.rebuild import every_game, rebuild
from projections.record.generations import Generations
from projections.record.outcomes import is_strategy
from projections.record.store import Record
from service.backend import Backend, check_store, open_backend
from service.commands.batch import catch_stop_signals, open_engine, results, some_at_a_time
from service.commands.batch.where import REMOTE_GAMES, check_address
from service.commands.progress import progress_bar
from service.commands.store import PATIENCE_SECONDS, open_store, store_name
from service.jobs.archiving import open_archiver
from service.redacting import redacted_value
from service.settings import Settings, StartError, read_settings
from store.faults import tell
from store.identity import read_epoch

MAX_SHOWN = 10
"""Players, or games, that a line names."""
REBUILT_AT_ONCE = 20
"""Games of a task in a process of this machine."""
LOOKED_UP_AT_ONCE = 500
"""Accounts that are read in one round trip."""
FEW_GAMES = 200
"""The most games that are rebuilt in this process: others take two seconds to start."""


@dataclass(frozen=True)
class Store:
    """The store of a task. `settings`: None where a worker reads its own, so that no password travels.

    `epoch`: that of the store of the command, as it is stored. `generation`: of the record that is being built.
    """

    settings: Settings | None
    epoch: str
    generation: str = ""


def rebuild_all(settings: Settings, jobs: int | None = None, on: str | None = None) -> int:
    """Rebuild the projections of all games, with a progress bar. The service can keep running.

    Returns the exit status: 1 if a game cannot be folded. The others are rebuilt.

    `on`, `jobs`: see `open_engine`; remote workers reach the store by settings of their own. Raises StartError. Call
    this from the main thread: only there do signals arrive.
    """
    check_address(on, jobs)
    if on and settings.redis_url is None:
        raise StartError("--on needs REDIS_URL: workers on other machines cannot reach an embedded server")
    try:
        with open_store(settings) as backend:
            began = monotonic()
            games, events, broken, differing = _rebuild(backend, jobs, on)
    except KeyboardInterrupt:
        raise StartError("stopped; the lists are incomplete until you run the same command again") from None
    rate = f"{games / max(monotonic() - began, 0.001):.0f} games/s"
    if broken:
        click.echo(f"{_count(broken, 'game')} cannot be folded: {_named(broken)}", err=True)
    if differing:
        click.echo(
            f"Statistics or ratings of {_count(differing, 'player')} were not what the games say: {_named(differing)}"
        )
    click.echo(f"Folded {events} events of {games} games: {rate}, in {store_name(settings)}.")
    return 1 if broken else 0


def _rebuild(backend: Backend, jobs: int | None, on: str | None) -> tuple[int, int, list[str], list[str] | None]:
    """Numbers of games and events; games that cannot be folded; players whose record differed. Raises StartError."""
    listed = every_game(backend.redis, backend.keys)
    little = jobs == 1 or len(listed) <= FEW_GAMES or (jobs or os.cpu_count() or 1) == 1
    with catch_stop_signals() as stop_requested, open_engine(on, jobs, little) as engine:
        store = Store(None if engine.remote else backend.settings, _epoch(backend))
        engine.everywhere(partial(try_store, store))
        _check_archive(backend)
        backend.lobby.clear()
        generations = Generations(backend.redis, backend.keys)
        generations.begin()
        store = replace(store, generation=generations.begun)
        games, events, broken = every_game(backend.redis, backend.keys), 0, list[str]()
        with progress_bar("Rebuilding") as bar:
            task = bar.add_task("games", total=len(games))
            tasks = some_at_a_time(games, REMOTE_GAMES if engine.remote else REBUILT_AT_ONCE)
            done = results(partial(rebuild_some, store=store), tasks, engine, stop_requested, in_order=True)
            for counts in done:
                events += sum(count for _, count in counts)
                broken += [game for game, count in counts if not count]
                bar.advance(task, len(counts))
        differing = generations.finish()
        _drop_former_leaders(backend)
        return len(games), events, broken, differing


def _check_archive(backend: Backend) -> None:
    """Raises StartError if games are archived and the archive is not there: all lists would lose them."""
    if backend.snapshots.count_archived():
        open_archiver(backend)


def _drop_former_leaders(backend: Backend) -> None:
    """Take accounts off the leaderboards that were deleted by a release that left them there."""
    ranked = backend.record.ranked_players()
    while some := [*islice(ranked, LOOKED_UP_AT_ONCE)]:
        for player in backend.accounts.by_ids(each for each in some if not is_strategy(each)).values():
            if player.deleted:
                backend.record.leave_boards(player.id)


def rebuild_some(games: Sequence[str], store: Store) -> list[tuple[str, int]]:
    """Rebuild some games; (game, number of its events) for each, 0 for one that cannot be folded. Raises StartError."""
    with _open(store) as backend:
        record = Record(backend.redis, backend.keys, store.generation)
        return [*rebuild([*games], backend.log, backend.snapshots, backend.lobby, record, backend.milestones)]


def try_store(store: Store) -> None:
    """Raises StartError if this process does not reach the store of the command."""
    with _open(store):
        pass


def _epoch(backend: Backend) -> str:
    """The id alone: those in whose place it stands may grow meanwhile."""
    return read_epoch(backend.redis, backend.keys).own


@contextmanager
def _open(store: Store) -> Iterator[Backend]:
    """The backend of a task. Raises StartError if it is not the store of the command, or does not answer."""
    settings = store.settings or replace(read_settings(os.environ), store_seconds=PATIENCE_SECONDS)
    backend = open_backend(settings)
    try:
        if _epoch(backend) != store.epoch:  # before check_store, which gives an empty store one
            url = redacted_value(settings.redis_url or "")
            raise StartError(f"REDIS_URL and KEY_PREFIX lead to another store than that of the command: {url}")
        check_store(backend)
        yield backend
    except RedisError as error:
        raise StartError(tell(error)) from None
    finally:
        backend.close()


def _named(ids: Sequence[str]) -> str:
    return ", ".join(ids[:MAX_SHOWN]) + (", …" if len(ids) > MAX_SHOWN else "")


def _count(ids: Sequence[str], what: str) -> str:
    return f"1 {what}" if len(ids) == 1 else f"{len(ids)} {what}s"
