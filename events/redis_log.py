"""The log on Redis streams: one stream a game, entry id `<version>-0`, one script for the append."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from events.archive import Archive, ArchiveFault
from events.chain import DamagedLog, Group, check_stretch, entries
from events.entry import Entry
from events.log import Appended, Conflict, IdempotencyKey, Newest
from store.clock import store_clock
from store.keys import Keys, keys_of_append

HEADS_AT_ONCE = 200
"""Games whose newest hashes are read in one step of the server, which takes less than a millisecond."""
NO_ENTRY = "it has not the fields of an entry"


class RedisLog:
    """A Log. `redis` must not decode responses. Its automatic retries are safe: the key reveals a repetition.

    `now`: the clock of the store, in seconds since 1970. `saw`: called with the partition and both numbers of the id of
    each new pointer in a feed (`store.watch`). `confirmed`: the client whose writes replicas confirm, if there is one;
    also what it says of a key that was used before is confirmed. `cause`: on whose behalf this process appends now; the
    feed tells it to the projector.

    What is read is checked (`events.chain.check_stretch`). A reader that finds a damaged log keeps all processes from
    appending to it, until `accept` says that it is sound. `on_damage`: called with the game then.

    `archive`: where the entries of archived games are, of which the store has name and hash of the newest
    (`projections.archiving`).
    """

    def __init__(
        self,
        redis: Redis,
        keys: Keys,
        now: Callable[[], float] | None = None,
        saw: Callable[[int, int, int], None] = lambda partition, milliseconds, number: None,
        confirmed: Redis | None = None,
        archive: Archive | None = None,
        cause: Callable[[], str] = str,
    ) -> None:
        self._redis = redis
        self._keys, self._wake = keys, keys.wake
        self._archive = archive
        self._now = now or store_clock(redis)
        self._saw = saw
        self._cause = cause
        self.on_damage: Callable[[str], None] = lambda game: None
        self._confirms = confirmed not in (None, redis)
        confirmed = confirmed or redis
        self._known = confirmed.register_script("return redis.call('HGET', KEYS[1], ARGV[1])")
        self._append = confirmed.register_script(files(__package__).joinpath("append.lua").read_text("utf-8"))
        self._heads = redis.register_script(files(__package__).joinpath("heads.lua").read_text("utf-8"))

    def append(self, game: str, groups: Sequence[Group], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        return self._write(game, entries(groups, expected, head, self._now), expected, head, key)

    def accept(self, game: str) -> None:
        """Let writers append to a game again: its log is sound."""
        self._redis.delete(self._keys.damage(game))

    @contextmanager
    def _noting_damage(self) -> Iterator[None]:
        """Keep everybody from appending to a game whose log is found damaged in the block."""
        try:
            yield
        except DamagedLog as error:
            with suppress(RedisError):
                self._redis.set(self._keys.damage(error.game), error.version)
                self.on_damage(error.game)
            raise

    def restore(self, game: str, entries: Sequence[Entry], key: IdempotencyKey) -> Appended:
        return self._write(game, entries, 0, b"", key)

    def _write(self, game: str, made: Sequence[Entry], expected: int, head: bytes, key: IdempotencyKey) -> Appended:
        fields = arguments_of(made)
        partition, keys = keys_of_append(self._keys.prefix, self._keys.count, game)
        args = [expected, key.field, key.digest, game, self._wake, head, self._cause(), *fields]
        outcome, value, *pointer = self._append(keys=keys, args=args)
        if outcome == b"known":
            return _known(value)
        if outcome == b"damaged":
            with suppress(RedisError):
                self.on_damage(game)
            raise DamagedLog(game, int(value), "nothing is appended to it")
        if outcome == b"conflict":
            raise Conflict(game, expected, value)
        self._saw(partition, *pointer)
        return Appended(expected + 1, value, key.digest, entries=tuple(made))

    def read(self, game: str, after: int = 0, upto: int | None = None, count: int | None = None) -> list[Entry]:
        last = "+" if upto is None else f"{upto}-0"
        rows: Any = self._redis.xrange(self._keys.stream(game), f"({after}-0", last, count)
        if _may_be_archived(rows, after, upto):
            return self._read_archived(game, after, upto, count)
        return self._checked(game, rows, after, upto is None and (count is None or len(rows) < count))

    def read_many(self, after: Mapping[str, int]) -> list[list[Entry]]:
        pipe = self._redis.pipeline(transaction=False)
        for game, version in after.items():
            pipe.xrange(self._keys.stream(game), f"({version}-0", "+")
        found = zip(after.items(), pipe.execute(), strict=True)
        return [self._tail(game, rows, version) for (game, version), rows in found]

    def follow(self, game: str, version: int, head: bytes) -> list[Entry] | None:
        rows = self._redis.xrange(self._keys.stream(game), f"{max(version, 1)}-0", "+")
        return self._following(game, rows, version, head)

    def tail(self, game: str, version: int, head: bytes, field: str) -> tuple[list[Entry] | None, Appended | None]:
        pipe = self._redis.pipeline(transaction=False)
        pipe.xrange(self._keys.stream(game), f"{max(version, 1)}-0", "+")
        pipe.hget(self._keys.idempotency(game), field)
        rows, known = pipe.execute()
        if known and self._confirms:  # rare, so it may take another round trip
            known = self._known(keys=[self._keys.idempotency(game)], args=[field])
        return self._following(game, rows, version, head), _known(known) if known else None

    def _following(self, game: str, rows: Any, version: int, head: bytes) -> list[Entry] | None:
        """The entries after a version, of the rows from there on; None if its hash is not `head`. Raises DamagedLog."""
        if not version:
            return self._tail(game, rows, 0)
        if rows and rows[0][0] == b"%d-0" % version:  # of an archived game, this row is cut
            return self._checked(game, rows[1:], version, head=head) if rows[0][1].get(b"hash") == head else None
        found = self._tail(game, rows, version - 1)
        return found[1:] if found and found[0].hash == head else None

    def _tail(self, game: str, rows: Any, after: int) -> list[Entry]:
        """The entries of the rows that came for all after a version. Raises DamagedLog."""
        if _may_be_archived(rows, after):
            return self._read_archived(game, after)
        return self._checked(game, rows, after)

    def _checked(self, game: str, rows: Any, after: int, to_end: bool = True, head: bytes | None = None) -> list[Entry]:
        """The entries of rows that follow a version, whose hash may be known. Raises DamagedLog."""
        with self._noting_damage():
            found = parse_rows(game, rows)
            check_stretch(game, found, after, to_end, head)
        return found

    def _read_archived(self, game: str, after: int, upto: int | None = None, count: int | None = None) -> list[Entry]:
        """The same as `read`, of a game whose stream may be cut. Raises ArchiveFault, DamagedLog."""
        pipe = self._redis.pipeline()  # one step: meanwhile the game may be archived, or come back
        pipe.xrange(self._keys.stream(game), f"({after}-0", "+")
        pipe.hexists(self._keys.archived(self._keys.partition(game)), game)
        rows, is_archived = pipe.execute()
        if is_archived and rows:
            found = read_archived(game, rows[-1], after, self._archive)
        else:
            with self._noting_damage():
                found = parse_rows(game, rows)
        found = found[: None if upto is None else max(0, upto - after)][:count]
        with self._noting_damage():
            check_stretch(game, found, after, upto is None and (count is None or len(found) < count))
        return found

    def heads(self, games: Sequence[str]) -> dict[str, bytes]:
        partitions: dict[int, list[str]] = {}
        for game in games:
            partitions.setdefault(self._keys.partition(game), []).append(game)
        batches = [
            members[at : at + HEADS_AT_ONCE]
            for members in partitions.values()
            for at in range(0, len(members), HEADS_AT_ONCE)
        ]
        found: dict[str, bytes] = {}
        for batch in batches:
            hashes: Any = self._heads(keys=[self._keys.stream(game) for game in batch])
            found.update((game, head) for game, head in zip(batch, hashes, strict=True) if head)
        return {game: found[game] for game in games if game in found}

    def newest(self, games: Sequence[str]) -> dict[str, Newest]:
        pipe = self._redis.pipeline(transaction=False)
        for game in games:
            pipe.xrevrange(self._keys.stream(game), count=1)
        with self._noting_damage():
            return {game: _newest(game, *rows[0]) for game, rows in zip(games, pipe.execute(), strict=True) if rows}


def arguments_of(entries: Sequence[Entry]) -> list[Any]:
    """The fields of entries, in the order in which scripts take them."""
    args: list[Any] = []
    for e in entries:
        args += (e.name, "" if e.seat is None else e.seat, e.group, e.actor, e.ms, e.data, e.salt, e.hash)
    return args


def _may_be_archived(rows: Any, after: int, upto: int | None = None) -> bool:
    """Whether rows do not begin after the version where they must, or the first is cut. `upto`: the last version that
    was asked for."""
    if rows:
        return bool(rows[0][0] != b"%d-0" % (after + 1) or b"data" not in rows[0][1])
    return upto is not None and upto > after


def read_archived(game: str, row: Any, after: int, archive: Archive | None) -> list[Entry]:
    """All entries after a version of an archived game. `row`: the one of its stream.

    Raises ArchiveFault, DamagedLog.
    """
    version, newest = int(row[0][:-2]), _newest(game, *row)
    if archive is None:
        raise ArchiveFault(game, "ARCHIVE_URL is not set")
    kept = archive.entries(game)
    if len(kept) < version or kept[version - 1].hash != newest.hash:
        raise ArchiveFault(game, "the archive has another game of this id, or an older version of it")
    return [*kept[after:version]]


def _newest(game: str, entry_id: bytes, row: Mapping[bytes, bytes]) -> Newest:
    """What the entry of a row is. Raises DamagedLog."""
    try:
        return Newest(row[b"name"].decode(), row[b"hash"])
    except (KeyError, ValueError):
        raise DamagedLog(game, int(entry_id[:-2]), NO_ENTRY) from None


def parse_rows(game: str, rows: Any) -> list[Entry]:
    """The entries of the rows of a stream; their chain is not checked. Raises DamagedLog."""
    try:
        return [
            Entry(
                int(entry_id[:-2]),
                row[b"name"].decode(),
                int(row[b"seat"]) if row[b"seat"] else None,
                int(row[b"group"]),
                row[b"actor"].decode(),
                int(row[b"ms"]),
                row[b"data"].decode(),
                row[b"salt"],
                row[b"hash"],
            )
            for entry_id, row in rows
        ]
    except (KeyError, ValueError):
        fault = next((entry_id for entry_id, row in rows if not _is_readable(row)), rows[-1][0])
        raise DamagedLog(game, int(fault[:-2]), NO_ENTRY) from None


def _is_readable(row: Any) -> bool:
    try:
        texts = [row[field].decode() for field in (b"name", b"actor", b"data", b"group", b"ms", b"seat")]
        return bool([*map(int, filter(None, texts[3:]))]) and row.keys() >= {b"salt", b"hash"}
    except (KeyError, ValueError):
        return False


def _known(value: bytes) -> Appended:
    first, last, digest = value.split(b" ", 2)
    return Appended(int(first), int(last), digest, known=True)
