"""Names of workers: `<host>-<process table>-<process id>-<time in ns>`.

Two containers may have the same host name and the same process ids. So a name says which process table the id belongs
to, and only a process of our own table is looked up there.
"""

import os
import socket
import time
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

BOOT_ID, PID_NAMESPACE = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/pid")


def worker_name() -> str:
    """A name that no other worker has."""
    return f"{socket.gethostname()}-{process_table()}-{os.getpid()}-{time.time_ns()}"


def is_gone(worker: str) -> bool:
    """Whether our own process table shows that the worker of this name has ended. Its heartbeat tells of all others."""
    place, _, pid = worker.rpartition("-")[0].rpartition("-")
    is_ours = place == f"{socket.gethostname()}-{process_table()}"
    return is_ours and pid.isdecimal() and not is_running(int(pid))


@cache
def process_table() -> str:
    """Which process table this process is in: that of a PID namespace, since a kernel was booted.

    If the system does not say, it is a random one, so that nobody looks for this process.
    """
    try:
        place = f"{BOOT_ID.read_text('utf-8').strip()} {PID_NAMESPACE.stat().st_ino}"
    except OSError:
        return token_hex(4)
    return sha256(place.encode()).hexdigest()[:8]


def is_running(pid: int) -> bool:
    """Whether a process of our own process table runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's process
        return True
    return True
