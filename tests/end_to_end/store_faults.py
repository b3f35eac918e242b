"""Everything that can happen to a store, done to a real server: each fault is a context, which mends it in the end."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from redis import Redis

from service.run.embedded_redis import Server, ensure_server, is_running, stop_server
from tests.end_to_end.running import await_true, children
from tests.ports import free_port
from tests.service.commands.command_line import wonderful
from tests.store.wire import Wire, wired


class Store:
    """A server, and the wire by which a service reaches it: `url`."""

    def __init__(self, folder: Path, wire: Wire, server: Server) -> None:
        self.folder = folder
        self.wire = wire
        self.server = server
        wire.keep_sent = False

    @property
    def url(self) -> str:
        return self.wire.url

    def ask(self, *command: str | int) -> object:
        """Send a command past the wire."""
        with Redis.from_url(self.server.url) as redis:
            return redis.execute_command(*command)

    def start(self) -> None:
        """Start the server again, if it has ended."""
        self.server = ensure_server(self.folder)

    def end(self) -> None:
        """Kill the server, and wait until it is gone."""
        os.kill(self.server.pid, signal.SIGKILL)
        await_true(lambda: not is_running(self.server))

    def accept(self) -> None:
        """What an operator without a backup does."""
        wonderful("accept-store", REDIS_URL=self.url).check_returncode()


@contextmanager
def running_store(folder: Path) -> Iterator[Store]:
    """A store with a server that starts empty in a folder."""
    server = ensure_server(folder)
    with wired(server.url) as wire:
        store = Store(folder, wire, server)
        try:
            yield store
        finally:
            stop_server(store.server)


@contextmanager
def stopped(store: Store) -> Iterator[None]:
    """The process stands still, but its connections stay."""
    os.kill(store.server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(store.server.pid, signal.SIGCONT)


@contextmanager
def slow(store: Store) -> Iterator[None]:
    """Each answer comes, but late."""
    store.wire.delay = 0.45
    try:
        yield
    finally:
        store.wire.delay = 0.0


@contextmanager
def gone(store: Store) -> Iterator[None]:
    """The process was killed, and nothing listens."""
    store.end()
    try:
        yield
    finally:
        store.start()


@contextmanager
def loading(store: Store) -> Iterator[None]:
    """The server was killed, started again, and has more to read than anybody waits for.

    It answers between a thousand commands, so each of these takes little time.
    """
    store.end()
    [log] = store.folder.glob("appendonlydir/*.incr.aof")
    whole = log.read_bytes()
    script = b"for i = 1, 12000 do end"  # reading it back runs it: a minute for all of them
    command = b"*3\r\n$4\r\nEVAL\r\n$%d\r\n%s\r\n$1\r\n0\r\n" % (len(script), script)
    log.write_bytes(whole + command * 1_500_000)
    store.server = ensure_server(store.folder, on_loading=None)
    try:
        yield
    finally:
        if _is_loading(store):  # otherwise it has been written since
            store.end()
            log.write_bytes(whole)
        store.start()


@contextmanager
def out_of_memory(store: Store) -> Iterator[None]:
    """The server has as much in memory as it may have."""
    store.ask("CONFIG", "SET", "maxmemory", "1")
    try:
        yield
    finally:
        store.ask("CONFIG", "SET", "maxmemory", "0")


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """The server was made a replica, of a primary that is not there."""
    store.ask("REPLICAOF", "127.0.0.1", 1)
    try:
        yield
    finally:
        store.ask("REPLICAOF", "NO", "ONE")


@contextmanager
def without_disk(store: Store) -> Iterator[None]:
    """The last attempt to write a file failed: its process was killed, as if its disk was full."""
    store.ask("SET", "some", "data")
    store.ask("CONFIG", "SET", "save", "3600 1", "rdb-key-save-delay", 10_000_000)
    store.ask("BGSAVE")
    [(child, _)] = children(store.server.pid)
    os.kill(child, signal.SIGKILL)
    try:
        yield
    finally:
        store.ask("CONFIG", "SET", "save", "", "rdb-key-save-delay", 0)
        for child, _ in children(store.server.pid):  # after five seconds it tries again, and that would take an hour
            os.kill(child, signal.SIGKILL)


@contextmanager
def failed_over(store: Store) -> Iterator[None]:
    """The primary is lost, and its address leads to a replica that is not yet promoted."""
    port, folder, first = free_port(), store.folder.with_name("replica"), store.server
    store.ask("CONFIG", "SET", "port", port, "repl-diskless-sync-delay", 0)
    replica = ensure_server(folder)
    store.server = replica
    store.ask("REPLICAOF", "127.0.0.1", port)
    await_true(lambda: _is_in_step(replica))
    store.wire.lead_to(replica.url)
    try:
        yield
    finally:
        store.ask("REPLICAOF", "NO", "ONE")
        stop_server(first)
        store.folder = folder


@contextmanager
def emptied(store: Store) -> Iterator[None]:
    """The server was restarted without its files. An operator accepts it."""
    store.end()
    shutil.rmtree(store.folder / "appendonlydir")
    store.start()
    try:
        yield
    finally:
        store.accept()


@contextmanager
def flushed(store: Store) -> Iterator[None]:
    """Somebody deleted everything. An operator accepts it."""
    store.ask("FLUSHALL")
    try:
        yield
    finally:
        store.accept()


@contextmanager
def another(store: Store) -> Iterator[None]:
    """The address leads to another store, and then to the right one again."""
    other = ensure_server(store.folder.with_name("other"))
    store.wire.lead_to(other.url)
    try:
        yield
    finally:
        store.wire.lead_to(store.server.url)
        stop_server(other)


@contextmanager
def older(store: Store) -> Iterator[None]:
    """The server was restarted from a backup, made before the newest appends. An operator accepts it."""
    store.end()
    files = store.folder / "appendonlydir"
    shutil.rmtree(files)
    shutil.copytree(store.folder / "backup", files)
    store.start()
    try:
        yield
    finally:
        store.accept()


def back_up(store: Store) -> None:
    """Copy the files of the server, for `older`."""
    shutil.rmtree(store.folder / "backup", ignore_errors=True)
    shutil.copytree(store.folder / "appendonlydir", store.folder / "backup")


FAULTS: dict[str, tuple[Callable[[Store], AbstractContextManager[None]], str]] = {
    "stopped": (stopped, "silent"),
    "slow": (slow, "slow"),
    "gone": (gone, "gone"),
    "loading": (loading, "loading"),
    "out of memory": (out_of_memory, "no_memory"),
    "read only": (read_only, "read_only"),
    "full disk": (without_disk, "no_disk"),
    "failed over": (failed_over, "read_only"),
    "another store": (another, "foreign"),
    "emptied": (emptied, "foreign"),
    "flushed": (flushed, "foreign"),
    "older": (older, "older"),
}
"""Name → what happens, and the fault that the service finds (`store.faults`)."""


def _is_in_step(server: Server) -> bool:
    """Whether a replica has all that its primary has."""
    with Redis.from_url(server.url) as redis:
        return bool(redis.info("replication").get("master_link_status") == "up")


def _is_loading(store: Store) -> bool:
    with Redis.from_url(store.server.url) as redis:
        return bool(redis.info("persistence")["loading"])
