"""Saving: follow the store, or take one complete copy of it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from time import monotonic, sleep

from redis.exceptions import RedisError
from rich.filesize import decimal

from service.backup.connection import ReplicaConnection
from service.backup.copying import END_SECONDS, BucketCopy, Copying
from service.backup.faults import Lost, NotCopied, Unsuitable
from service.backup.feed import Feed
from service.backup.folder import base_ms, check_same_store, list_pairs, newest_pair, outdated, remove, too_many
from service.backup.options import Options
from service.backup.pair_writer import PairWriter
from service.backup.pairs import last_mark, size_of
from service.backup.status import Saved, write_saved
from service.backup.verifying import Verifications
from store.identity import Epoch
from store.keys import Keys

SYNC_SECONDS = 0.5
"""Between two times at which what has come is put on disk and acknowledged."""
STATUS_SECONDS = 1.0
RETRY_SECONDS, TROUBLE_SECONDS = 0.5, 5.0
"""Before the next try: after a lost connection; after a full disk, or a store that is not the right one."""
MAX_BASE_PAUSE_SECONDS = 60.0
"""Before the next try of a base when several have failed; ten times as long if the pair before it still grows."""


@dataclass(frozen=True)
class Source:
    """The server to save.

    `connect`: opens a connection to it; raises Lost, Unsuitable. `epoch`: of its store, by such a connection; raises
    the same. `now`: the clock of the store, in seconds since 1970; it may raise RedisError.
    """

    connect: Callable[[], ReplicaConnection]
    epoch: Callable[[ReplicaConnection], Epoch]
    now: Callable[[], float]


def single(url: str, keys: Keys, now: Callable[[], float]) -> Source:
    """A server that is no node of a cluster."""
    return Source(lambda: ReplicaConnection(url), lambda connection: connection.epoch(keys), now)


def read_ms(now: Callable[[], float]) -> int:
    """The time of a store, in ms since 1970. Raises Lost."""
    try:
        return int(now() * 1000)
    except RedisError as error:
        raise Lost(str(error)) from None


class Backup:
    """A backup into a locked folder."""

    def __init__(self, folder: Path, source: Source, options: Options) -> None:
        self._folder, self._source, self._options = folder, source, options
        self._epochs = tuple[str, ...]()
        self._copying: Copying | None = None
        self._verifications = Verifications(folder, options)
        self._current: Feed | None = None  # fills the newest pair in use
        self._coming: Feed | None = None  # fills a pair that will take its place
        self._problem = ""
        self._has_followed = False
        self._failed_bases = 0  # in a row
        self._floor_ms = 0  # times of marks only grow, also if the clock of the store is set back
        self._wait_until = self._renew_at = self._synced = self._noted = 0.0

    def copy(self, stop: Callable[[], bool], on_progress: Callable[[int], None] = lambda count: None) -> bool:
        """Take one complete copy. False if it was stopped before. `on_progress`: called with the bytes of the base.

        Raises Lost, Unsuitable, OSError; NotCopied if the bucket does not get it.
        """
        self._coming = self._connect(new_base=True)
        try:
            while self._current is None:
                if stop():
                    return False
                self._turn()
                if self._coming and self._coming.writer:
                    on_progress(self._coming.writer.base_bytes)
        finally:
            self._end(copy_seconds=None)
        if self._copying and self._copying.problem:
            raise NotCopied(f"it is saved in {self._folder}, and not copied: {self._copying.problem}")
        return True

    def follow(self, stop: Callable[[], bool]) -> None:
        """Follow the store until `stop` says so.

        Raises Unsuitable if the store, the server or the folder is not one for it at the beginning. Later, and for
        everything that may pass, it says so and tries again.
        """
        try:
            while not stop():
                try:
                    if self._current is None and self._coming is None and monotonic() >= self._wait_until:
                        self._coming = self._connect()
                    self._turn()
                    self._renew()
                except Lost as error:
                    self._trouble(f"the store does not answer ({error})", RETRY_SECONDS)
                except Unsuitable as error:
                    if not self._has_followed:
                        raise
                    self._trouble(str(error), TROUBLE_SECONDS)
                except OSError as error:
                    self._trouble(f"{self._folder} cannot be written ({error.strerror})", TROUBLE_SECONDS)
        finally:
            self._end()

    def _connect(self, new_base: bool = False) -> Feed:
        """Begin a stream. Raises Lost, Unsuitable, OSError."""
        connection = self._source.connect()
        try:
            pairs, _ = list_pairs(self._folder)
            epoch = self._source.epoch(connection)
            check_same_store(pairs, self._folder, epoch)
            self._epochs = (*epoch.ids, *(pair.epoch for pair in pairs))
            newest = newest_pair(pairs)
            self._floor_ms = max(self._floor_ms, last_mark(newest).ms + 1 if newest else 0)
            return Feed(self._folder, connection, epoch.own, None if new_base else newest)
        except BaseException:
            connection.close()
            raise

    def _turn(self) -> None:
        """Take what comes within a moment, and put it on disk when it is time. Raises Lost, Unsuitable, OSError."""
        feeds = [feed for feed in (self._current, self._coming) if feed]
        left = max(0.0, self._synced + SYNC_SECONDS - monotonic())
        if not feeds:
            sleep(min(left, RETRY_SECONDS / 2) or SYNC_SECONDS / 2)
        else:
            select(feeds, [], [], left)
            now_ms = self._now_ms()
            for feed in feeds:
                feed.take(now_ms)
        self._promote()
        if monotonic() >= self._synced + SYNC_SECONDS:
            self._synced = monotonic()
            for feed in filter(None, (self._current, self._coming)):
                feed.sync()
            if self._problem and self._current:
                self._options.tell("The backup follows the store again.")
                self._problem = ""
            self._note()
            if self._current:
                self._verifications.turn(self._now_ms())

    def _promote(self) -> None:
        """Put the coming pair into use once it has all that the current one has."""
        coming, current = self._coming, self._current
        if coming is None or not coming.is_ready or coming.writer is None:
            return
        if current and current.writer and _is_behind(coming.writer, current.writer):
            return
        self._current, self._coming = coming, None
        self._has_followed = True
        if coming.is_new:
            coming.writer.publish()
            coming.is_new, self._failed_bases = False, 0
            self._verifications.on_base(is_first=current is None)
            if current:
                current.end()
            self._options.tell(f"A base of {decimal(coming.writer.base_bytes)} is saved in {coming.writer.folder}.")
            self._remove_outdated()
        if self._options.bucket and not self._copying:
            copy = BucketCopy(self._folder, self._options.bucket, self._epochs)
            self._copying = Copying(copy, self._options, self._now_ms)
        self._note(at_once=True)

    def _renew(self) -> None:
        """Begin a new base if the increment has become larger than the base. Raises Lost, Unsuitable, OSError."""
        writer = self._current.writer if self._current else None
        due = writer and not self._coming and writer.length > max(writer.base_bytes, self._options.min_bytes)
        if due and monotonic() >= self._renew_at:
            self._coming = self._connect(new_base=True)

    def _remove_outdated(self) -> None:
        pairs, _ = list_pairs(self._folder)
        gone = outdated((pair.name for pair in pairs), self._options.kept_from_ms(self._now_ms()))
        gone += too_many([pair for pair in pairs if pair.name not in gone], self._options.max_bytes)
        for name in gone:
            remove(self._folder / name)

    def _trouble(self, problem: str, seconds: float) -> None:
        """Give up what is under way, and try again later. What is on disk stays sound.

        Each base costs the server work, so one that fails again and again is tried less and less often.
        """
        if self._coming and self._coming.writer and self._coming.is_new:
            self._failed_bases += 1
            pause = min(RETRY_SECONDS * 2**self._failed_bases, MAX_BASE_PAUSE_SECONDS)
            self._renew_at = monotonic() + pause * 10
            seconds = max(seconds, pause)
        self._drop()
        if problem != self._problem:
            self._options.warn(f"The backup waits: {problem}.")
        self._problem, self._wait_until = problem, monotonic() + seconds
        self._note(at_once=True)

    def _drop(self) -> None:
        for feed in filter(None, (self._current, self._coming)):
            feed.drop()
        self._current = self._coming = None

    def _end(self, copy_seconds: float | None = END_SECONDS) -> None:
        """`copy_seconds`: the longest wait for the last copy in the bucket; None: there is no bound."""
        self._verifications.stop()
        self._drop()
        if self._copying:
            self._copying.stop(copy_seconds)
        self._note(at_once=True)

    def _note(self, at_once: bool = False) -> None:
        """Write down what is saved. On a full disk, the former words stay."""
        if not at_once and monotonic() < self._noted + STATUS_SECONDS:
            return
        self._noted = monotonic()
        with suppress(OSError):
            pairs, _ = list_pairs(self._folder)
            newest = newest_pair(pairs)
            if newest:
                size = sum(map(size_of, pairs))
                saved = Saved(last_mark(newest).ms, len(pairs), size, self._problem, oldest_ms=base_ms(pairs[0]))
                if self._copying:
                    saved = saved._replace(copied_ms=self._copying.copied_ms, copy_problem=self._copying.problem)
                write_saved(self._folder, saved)

    def _now_ms(self) -> int:
        return max(self._floor_ms, read_ms(self._source.now))


def _is_behind(coming: PairWriter, current: PairWriter) -> bool:
    """Whether a pair lacks something of the same history that another one has."""
    return coming.history == current.history and coming.offset < current.offset
