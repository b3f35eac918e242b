"""`wonderful verify --list`: the public list, computed again from the logs of the store."""

from collections.abc import Iterator

import click

import game as rules
from events import DamagedLog
from events.archive import ArchiveFault
from events.chain import BrokenChain, head
from events.entry import UnknownEvent
from projections.public_list.leaves import leaf_of
from projections.rebuild import every_game_by_pages
from service.backend import Backend
from service.commands.progress import progress_bar
from service.commands.store import open_store
from service.diagnosis.texts import count
from service.settings import Settings
from transparency import checkpoint, tree
from transparency.leaf import Leaf, parse
from transparency.leaf import text as leaf_text
from transparency.notes import parse_note
from transparency.rejected import Rejected

MAX_SHOWN = 10
"""Games that are named; more are counted."""


def verify_list(settings: Settings) -> int:
    """Compare each leaf with the log of its game, and the root with the newest checkpoint; the exit status.

    1 if something differs, or a finished game is not in the list; otherwise 2 if the archive of a game is not here.
    Raises StartError.
    """
    with open_store(settings, reads=True) as backend:
        size, newest = backend.public_list.size(), backend.public_list.newest()
        hashes, faults, unread = list[bytes](), list[str](), list[str]()
        with progress_bar("Verifying") as bar:
            task = bar.add_task("games", total=size)
            for position, leaf in enumerate(backend.public_list.leaves(0, size)):
                hashes.append(tree.leaf_hash(leaf))
                try:
                    if fault := _fault(backend, leaf):
                        faults.append(f"place {position}: {fault}")
                except ArchiveFault as error:
                    unread.append(error.reason)
                bar.advance(task)
        if newest.note:
            signed = checkpoint.parse(parse_note(newest.note).text)
            if signed.size > size or tree.root(signed.size, tree.nodes_of(hashes)) != signed.root:
                faults.append(f"the checkpoint of {count(signed.size, 'game')} has another root")
        faults += [f"game {game} is finished, and is not in the list" for game in _missing(backend)]
        for fault in faults[:MAX_SHOWN]:
            click.echo(fault)
        if len(faults) > MAX_SHOWN:
            click.echo(f"and {len(faults) - MAX_SHOWN} more")
        if unread:
            click.echo(f"{count(len(unread), 'archived game')} could not be read: {unread[0]}")
        found = count(len(faults), "fault") if faults else "no faults"
        click.echo(f"{count(size, 'game')} in the list, {newest.size:,} signed: {found}")
        return 1 if faults else 2 if unread else 0


def _fault(backend: Backend, leaf: bytes) -> str:
    """How a leaf differs from the log of its game; empty if it does not. Raises ArchiveFault without the archive."""
    try:
        listed = parse(leaf)
        entries = backend.log.read(listed.game)
        if not entries:
            return f"game {listed.game} is not in the store"
        state = rules.fold(entry.event for entry in entries)
        loaded = backend.games.load(listed.game)._replace(state=state, head=head(listed.game, entries))
        made: Leaf = leaf_of(loaded)
    except ArchiveFault as error:
        if backend.archive is None or backend.archive.files.fault():
            raise
        return str(error)
    except (Rejected, DamagedLog, BrokenChain, UnknownEvent) as error:
        return str(error)
    return "" if leaf_text(made).encode() == leaf else f"the log of game {listed.game} is another one"


def _missing(backend: Backend) -> Iterator[str]:
    """Finished games that were played here and are not in the list."""
    for page in every_game_by_pages(backend.redis, backend.keys):
        games = [game for game, at in zip(page, backend.public_list.positions(page), strict=True) if at is None]
        finished = [game for game, status in backend.lobby.statuses(games).items() if status == "finished"]
        yield from (game for game in finished if not backend.lobby.is_imported(game))
