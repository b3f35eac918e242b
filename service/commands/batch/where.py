"""Which engine a command works on: the option `--on`, or processes of this machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from service.commands.batch.engine import Engine, in_this_process, local_processes
from service.commands.extras import check_installed
from service.settings import StartError

REMOTE_GAMES = 100
"""Games of a task on a cluster, where there are as many."""


@contextmanager
def open_engine(on: str | None, jobs: int | None, little: bool = False) -> Iterator[Engine]:
    """The engine at the address `on`; without one, `jobs` processes of this machine, by default one for each CPU.

    `little`: so little work that this process does it alone, unless `on` says otherwise. Leaving the block ends local
    processes and cancels tasks. Raises StartError.
    """
    if on is not None:
        check_address(on, jobs)
        from service.commands.batch.cluster import cluster

        with cluster(on) as engine:
            yield engine
    elif little:
        yield in_this_process()
    else:
        with local_processes(jobs or os.cpu_count() or 1) as engine:
            yield engine


def check_address(on: str | None, jobs: int | None) -> None:
    """Raises StartError if `--on` cannot be used: before a command changes anything."""
    if on is None:
        return
    if not _is_address(on):
        raise StartError(f"--on {on!r} cannot be used: it must be tcp://host:port or tls://host:port of a scheduler")
    if jobs is not None:
        raise StartError("--jobs counts processes of this machine: leave it out with --on")
    check_installed("distributed", "cluster")


def _is_address(text: str) -> bool:
    """Whether this is tcp://host:port or tls://host:port, and nothing else.

    >>> [_is_address(text) for text in ("tcp://10.0.0.5:8786", "tls://[::1]:8786", "10.0.0.5:8786", "tcp://h:1/x")]
    [True, True, False, False]
    """
    try:
        parts = urlsplit(text)
        whole = text.isprintable() and not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
        return whole and parts.scheme in ("tcp", "tls") and bool(parts.hostname) and bool(parts.port)
    except ValueError:  # the port is no number up to 65535
        return False
