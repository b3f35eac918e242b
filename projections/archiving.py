"""Archiving: old finished games go from the store into the archive, and come back if they must.

A game leaves the store only when its file is on the disk, was read back, and says what the log says. So it is whole in
one place at least, whatever stops in between; what was cut short is done again.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from events import DamagedLog, Entry
from events.archive import Archive, ArchiveFault
from events.entry import UnknownEvent
from events.packing import NotPackable
from events.redis_log import RedisLog, arguments_of
from projections.audit import UnknownRuleset, verify
from projections.effects import due_effects
from projections.games import Loaded, with_states
from projections.rebuild import every_game_by_pages
from projections.snapshots import Snapshots, archived_fields
from projections.transfer import NotFinished, export_lines
from store.keys import Keys

REFUSED = "not-archived"
"""The key of the lists that says which games the last round left in the store, and why."""
MAX_REFUSED = 100
MAX_EVENTS = 2048
"""A longer game stays in the store: to read one costs a web process up to 20 ms of CPU."""


class NotArchived(Exception):
    """A game that stays as it is, and why."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(f"game {game}: {reason}")
        self.game = game
        self.reason = reason


class Archiver:
    """Moves games between a store and an archive. Several may work at the same time."""

    def __init__(self, redis: Redis, keys: Keys, log: RedisLog, snapshots: Snapshots, archive: Archive) -> None:
        self._redis = redis
        self._keys = keys
        self._log = log
        self._snapshots = snapshots
        self._files = archive
        self.where = str(archive.files)
        self._cut = redis.register_script(files(__package__).joinpath("archive.lua").read_text("utf-8"))
        self._lay_back = redis.register_script(files(__package__).joinpath("unarchive.lua").read_text("utf-8"))

    def candidates(self, before_ms: float) -> Iterator[list[str]]:
        """The games that are in the store and were over before a time (ms since 1970), page by page of all games.

        A page takes some ten ms, and may be empty.
        """
        for games in every_game_by_pages(self._redis, self._keys):
            lengths = self._redis.pipeline(transaction=False)
            for game in games:
                lengths.xlen(self._keys.stream(game))
            in_store = [game for game, length in zip(games, lengths.execute(), strict=True) if 1 < length <= MAX_EVENTS]
            newest = self._redis.pipeline(transaction=False)
            for game in in_store:
                newest.xrevrange(self._keys.stream(game), count=1)
            yield [game for game, rows in zip(in_store, newest.execute(), strict=True) if _is_over(rows, before_ms)]

    def archive(self, game: str) -> int:
        """Move a finished game into the archive; the bytes of its file.

        Raises NotArchived, with the game whole in the store.
        """
        entries, loaded = self._verified(game)
        try:
            size = self._files.write(game, loaded.state.ruleset, entries, archived_fields(loaded))
        except OSError as error:
            raise NotArchived(game, f"its file cannot be written: {error.strerror}") from error
        except NotPackable as error:
            raise NotArchived(game, str(error)) from error
        except ArchiveFault as error:
            raise NotArchived(game, error.reason) from error
        partition, keys = self._keys.partition(game), self._keys
        names = [keys.stream(game), keys.snapshot(game), keys.milestones(game), keys.idempotency(game)]
        names += [keys.archived(partition), keys.owned(game, "none"), keys.analysis(game)]
        if not self._cut(keys=names, args=[game, loaded.version, loaded.head, size]):
            raise NotArchived(game, "it has moved on meanwhile")
        return size

    def unarchive(self, game: str) -> None:
        """Move a game back into the store. Its file stays. Raises NotArchived and DamagedLog."""
        entries = self._log.read(game)
        keys = [self._keys.stream(game), self._keys.snapshot(game), self._keys.archived(self._keys.partition(game))]
        args = [game, entries[-1].hash if entries else b"", *arguments_of(entries)]
        if not self._lay_back(keys=keys, args=args):
            raise NotArchived(game, "it is not archived")
        loaded, _ = with_states(game, entries)
        self._snapshots.save(game, loaded, due_effects(game, loaded))

    def archived(self) -> list[str]:
        """The games that are archived, sorted."""
        found: list[Any] = [self._redis.hkeys(self._keys.archived(each)) for each in range(self._keys.count)]
        return sorted(game.decode() for games in found for game in games)

    def note_refused(self, refused: Mapping[str, str]) -> None:
        """Keep for the operator which games a round left in the store. `refused`: game → why."""
        pipe, key = self._redis.pipeline(), self._keys.lobby(REFUSED)
        pipe.delete(key)
        for game in [*refused][:MAX_REFUSED]:
            pipe.hset(key, game, refused[game])
        pipe.execute()

    def _verified(self, game: str) -> tuple[Sequence[Entry], Loaded]:
        """All entries of a finished game, and the game after them. Raises NotArchived unless the rules lead there."""
        try:
            entries = self._log.read(game)
            loaded, _ = with_states(game, entries)
            lines = [line.encode() for line in export_lines(loaded.state, entries)]
            verdict = verify(lines)
        except (DamagedLog, NotFinished, UnknownEvent, UnknownRuleset) as error:
            raise NotArchived(game, str(error).removeprefix(f"game {game}: ")) from error
        except RedisError:
            raise
        except Exception as error:  # one game that nobody can fold must not keep all others in the store
            raise NotArchived(game, f"it cannot be folded: {error!r}") from error
        if verdict.fault:
            raise NotArchived(game, f"its log does not follow from the rules: {verdict.fault}")
        return entries, loaded


def _is_over(rows: Any, before_ms: float) -> bool:
    """Whether the newest row of a stream is the score of a game that was over before a time."""
    return bool(rows) and rows[0][1].get(b"name") == b"game_scored" and int(rows[0][1].get(b"ms", b"0")) < before_ms
