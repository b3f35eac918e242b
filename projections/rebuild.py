"""Rebuilding: drop every projection and fold every stream again, while the service keeps running."""

import logging
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from redis import Redis

from events import DamagedLog, Entry, Log
from events.entry import UnknownEvent
from projections.effects import due_effects
from projections.games import with_states, without_events
from projections.lobby import Lobby
from projections.milestones import Milestones
from projections.record.result import counts, result_of
from projections.record.store import Record
from projections.snapshots import Snapshots
from store.keys import Keys

PAGE_KEYS, PAGE_GAMES = 1000, 500
"""Keys that one step of the server looks at, and games that come together."""
logger = logging.getLogger(__name__)


def every_game(redis: Redis, keys: Keys) -> list[str]:
    """The ids of all games on the server, sorted."""
    return sorted({game for page in every_game_by_pages(redis, keys) for game in page})


def every_game_by_pages(redis: Redis, keys: Keys) -> Iterator[list[str]]:
    """The same in no order, some hundred at once. A game that is moved meanwhile may come twice."""
    names = redis.scan_iter(match=keys.streams(), count=PAGE_KEYS)
    while page := [*islice(names, PAGE_GAMES)]:
        yield [key.decode().split("}:g:", 1)[1] for key in page]


def rebuild(
    games: list[str],
    log: Log,
    snapshots: Snapshots,
    lobby: Lobby,
    record: Record | None = None,
    milestones: Milestones | None = None,
) -> Iterator[tuple[str, int]]:
    """Drop and fold again; yields (game, number of its events) after each, 0 for a game that cannot be folded.

    Clear the lobby before you list the games: the projector then lists a game that is opened in between. A game that
    moves on meanwhile is not set back. `record`: to add finished games to; begin it before you list the games, too.
    """
    for game in games:
        snapshots.drop(game)
        if milestones:
            milestones.drop(game)
        loaded, result = without_events(game), None
        try:
            entries = log.read(game)
            loaded, states = with_states(game, entries)
            if record and counts(loaded.state) and not lobby.is_imported(game):
                result = result_of(game, entries, states)
        except DamagedLog as error:
            logger.error("%s", error)
        except UnknownEvent as error:
            logger.error("%s", DamagedLog(game, error.version, str(error)))
        except Exception:
            logger.exception("game %s cannot be folded", game)
        else:
            log.accept(game)
            snapshots.save(game, loaded, due_effects(game, loaded))
            snapshots.renew_archived(game, loaded, entries)
            lobby.save(game, loaded, restored=True)
            if milestones:
                milestones.keep_up(game, loaded.state, partial(_between, entries))
            if record and result:
                record.add(result)
        yield game, loaded.version


def _between(entries: Sequence[Entry], after: int, upto: int) -> Sequence[Entry]:
    """The entries of a whole log with versions after < v <= upto."""
    return entries[after:upto]
