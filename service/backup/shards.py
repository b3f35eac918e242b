"""The backup of a cluster: one of each primary, in a folder of its own.

A *shard* is what one primary has. Its name is the lowest slot that the primary owns. When slots move, the shards are
others; the file `shards` tells which there were since when. When a replica takes over, its shard goes on.
"""

import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlsplit, urlunsplit

from redis.exceptions import RedisError

from service.backup.connection import ReplicaConnection
from service.backup.faults import Lost, Unsuitable
from service.backup.folder import list_pairs, locked
from service.backup.follow import RETRY_SECONDS, STATUS_SECONDS, Backup, Source, read_ms
from service.backup.options import Options
from service.backup.shard_list import SHARDS, parse_shards
from service.backup.status import Saved, read_saved, write_saved
from service.backup.verifying import Verifications
from store.buckets import Bucket
from store.clock import store_clock
from store.cluster import Cluster
from store.cluster.nodes import NotACluster
from store.cluster.urls import TLS
from store.identity import Epoch, read_epoch
from store.keys import Keys
from store.whole_files import write_whole

TURN_SECONDS = 0.5
LOOK_SECONDS = 5.0
"""Between two looks at which primary owns which slots."""


class ClusterBackup:
    """A backup of a cluster into a locked folder."""

    def __init__(self, folder: Path, url: str, cluster: Cluster, keys: Keys, options: Options) -> None:
        """Raises Unsuitable if the folder holds the backup of a single server."""
        if any(list_pairs(folder)):
            raise Unsuitable(f"{folder} holds the backup of a single server: name another folder")
        self._folder, self._url, self._cluster, self._keys, self._options = folder, url, cluster, keys, options
        self._now = store_clock(cluster)
        self._verifications = Verifications(folder, options)
        self._names: tuple[str, ...] = ()
        self._running: list[_Running] = []
        self._problem = ""
        self._looked = self._noted = 0.0
        self._copied_list = ""

    def copy(self, stop: Callable[[], bool], on_progress: Callable[[int], None] = lambda count: None) -> bool:
        """Take one complete copy. See `Backup.copy`."""
        self._begin(self._owned(), follow=False)
        before = 0
        for name in self._names:
            with locked(self._folder / name):
                if not self._backup(name).copy(stop, partial(_add, on_progress, before)):
                    return False
                before += list_pairs(self._folder / name)[0][-1].base.bytes
        self._note(at_once=True)
        return True

    def follow(self, stop: Callable[[], bool]) -> None:
        """Follow all primaries until `stop` says so. See `Backup.follow`."""
        try:
            while not stop():
                if monotonic() >= self._looked + LOOK_SECONDS:
                    self._look()
                for each in self._running:
                    if each.refusal:
                        raise each.refusal
                self._note()
                self._verify()
                sleep(TURN_SECONDS)
        finally:
            self._verifications.stop()
            self._end()
            self._note(at_once=True)

    def _look(self) -> None:
        """Begin anew if the primaries own other slots than before."""
        self._looked = monotonic()
        try:
            names = self._owned()
            if names != self._names:
                self._end()
                self._begin(names)
            self._copied_list = ""  # somebody may have deleted it
            self._problem = ""
        except (Lost, OSError) as error:
            where = "the store does not answer" if isinstance(error, Lost) else f"{self._folder} cannot be written"
            problem = f"{where} ({error})"
            if problem != self._problem:
                self._options.warn(f"The backup waits: {problem}.")
            self._problem = problem

    def _owned(self) -> tuple[str, ...]:
        """The names of the shards now. Raises Lost while a slot has no owner."""
        self._cluster.nodes.refresh()
        try:
            lowest = self._cluster.nodes.lowest_slots()
        except RedisError as error:
            raise Lost(str(error)) from None
        except NotACluster as error:
            raise Unsuitable(str(error)) from None
        return tuple(f"slots-{slot:05}" for slot in lowest)

    def _begin(self, names: tuple[str, ...], follow: bool = True) -> None:
        """Note which shards there are, and follow each. Raises Lost, OSError."""
        file, now = self._folder / SHARDS, read_ms(self._now)
        known = file.read_bytes() if file.exists() else b""
        found = parse_shards(known)
        if not found or found[-1].names != names:
            write_whole(file, known + f"{now} {' '.join(names)}\n".encode())
        self._names = names
        self._running = [_Running(self._folder / name, self._backup(name)) for name in names] if follow else []

    def _backup(self, name: str) -> Backup:
        (self._folder / name).mkdir(mode=0o700, exist_ok=True)
        bucket = Bucket(f"{self._options.bucket}/{name}") if self._options.bucket else None
        slot = int(name.removeprefix("slots-"))
        source = Source(lambda: self._connect(slot), lambda _: self._epoch(), self._now)
        max_bytes = self._options.max_bytes // len(self._names)
        options = replace(self._options, verify=(), bucket=bucket, max_bytes=max_bytes)
        return Backup(self._folder / name, source, options)

    def _connect(self, slot: int) -> ReplicaConnection:
        """A connection to the primary that owns a slot. Raises Lost, Unsuitable."""
        self._cluster.nodes.refresh()
        owner = self._cluster.owner_name(slot)
        if owner is None:
            raise Lost("no primary owns the slots of this part")
        return ReplicaConnection(url_of_node(self._url, owner))

    def _epoch(self) -> Epoch:
        try:
            return read_epoch(self._cluster, self._keys)
        except RedisError as error:
            raise Lost(str(error)) from None

    def _end(self) -> None:
        for each in self._running:
            each.ended.set()
        for each in self._running:
            each.thread.join()
        self._running = []

    def _verify(self) -> None:
        with suppress(Lost):
            is_saved = self._names and all(read_saved(self._folder / name) for name in self._names)
            if is_saved:
                self._verifications.turn(read_ms(self._now))

    def _note(self, at_once: bool = False) -> None:
        """Write down what is saved of the cluster: the second of the part that is furthest behind."""
        if not at_once and monotonic() < self._noted + STATUS_SECONDS:
            return
        self._noted = monotonic()
        with suppress(OSError, Lost):
            found = [saved for name in self._names if (saved := read_saved(self._folder / name))]
            if found and len(found) == len(self._names):
                write_saved(self._folder, combined(found, self._problem))
            self._copy_list()
            self._remove_outdated()

    def _copy_list(self) -> None:
        """Put the list of the shards into the bucket, if it is new."""
        text = (self._folder / SHARDS).read_text("ascii")
        if self._options.bucket and text != self._copied_list:
            self._options.bucket.write(SHARDS, text.encode())
            self._copied_list = text

    def _remove_outdated(self) -> None:
        """Remove the shards of which no second of the last days is left."""
        oldest = self._options.kept_from_ms(read_ms(self._now))
        for path in self._folder.glob("slots-*"):
            saved = read_saved(path)
            if path.name not in self._names and saved and saved.saved_ms < oldest:
                shutil.rmtree(path)


class _Running:
    """A thread that follows one primary. `refusal`: why it has ended by itself."""

    def __init__(self, folder: Path, backup: Backup) -> None:
        self.ended = Event()
        self.refusal: Exception | None = None
        self.thread = Thread(target=self._follow, args=(folder, backup), daemon=True)
        self.thread.start()

    def _follow(self, folder: Path, backup: Backup) -> None:
        while not self.ended.is_set():
            try:
                with locked(folder):
                    backup.follow(self.ended.is_set)
            except OSError:  # the disk is full, before there was anything to follow
                self.ended.wait(RETRY_SECONDS)
            except Exception as error:
                self.refusal = error
                return


def _add(on_progress: Callable[[int], None], before: int, size: int) -> None:
    on_progress(before + size)


def url_of_node(url: str, name: str) -> str:
    """The URL of one server of a cluster. `name`: host:port.

    >>> url_of_node("cluster+tls://ada:hush@a:1,b:2?ssl_cert_reqs=none", "10.0.0.7:6379")
    'rediss://ada:hush@10.0.0.7:6379?ssl_cert_reqs=none'
    """
    parts = urlsplit(url)
    access, at, _ = parts.netloc.rpartition("@")
    host, _, port = name.rpartition(":")
    place = f"[{host}]:{port}" if ":" in host else name
    return urlunsplit(("rediss" if parts.scheme == TLS else "redis", f"{access}{at}{place}", "", parts.query, ""))


def combined(found: Sequence[Saved], problem: str) -> Saved:
    """What is saved of a whole by what is saved of its parts, of which there is one at least."""
    copied = [saved.copied_ms for saved in found if saved.copied_ms is not None]
    return Saved(
        saved_ms=min(saved.saved_ms for saved in found),
        pairs=sum(saved.pairs for saved in found),
        bytes=sum(saved.bytes for saved in found),
        problem=problem or next((saved.problem for saved in found if saved.problem), ""),
        copied_ms=min(copied) if copied else None,
        copy_problem=next((saved.copy_problem for saved in found if saved.copy_problem), ""),
        oldest_ms=max(saved.oldest_ms for saved in found),
    )
