"""Runs the command `wonderful` in processes that have its modules already: each would import them for 0.7 s of CPU.

`PreparedCommands` starts one process that imports them, and that forks for each command. The fork has the command's own
environment, folder and standard streams, and ends as Python does. `python -m tests.prepared_commands` is that process:
it reads requests from the socket that is its standard input, and answers with exit statuses.
"""

import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from service.run.quick_start import without_garbage_collection

MAX_REQUEST_BYTES = 1 << 20
LEFT_ALONE = {"service.commands.train", "service.commands.dataset"}
"""They import libraries that start threads, which no fork has."""


class PreparedCommands:
    """A process that forks for each command; safe to use by one thread."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # each answer comes alone
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tests.prepared_commands"], env=environ, stdin=other
            )

    def run(
        self, arguments: Sequence[str], environ: Mapping[str, str], folder: Path, streams: Sequence[int], seconds: float
    ) -> int:
        """Run a command; its exit status, or minus the signal that ended it. `streams`: standard input, output, errors.

        Raises subprocess.TimeoutExpired.
        """
        request = json.dumps({"arguments": [*arguments], "environ": {**environ}, "folder": str(folder)})
        socket.send_fds(self._socket, [request.encode()], [*streams])
        pid = int(self._socket.recv(16))
        self._socket.settimeout(seconds)
        try:
            return os.waitstatus_to_exitcode(int(self._socket.recv(16)))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            self._socket.settimeout(None)
            self._socket.recv(16)
            raise subprocess.TimeoutExpired([*arguments], seconds) from None

    def end(self) -> None:
        self._socket.close()
        self._process.wait()


def import_commands() -> None:
    """Import what commands import when they run."""
    import service.commands

    for module in pkgutil.iter_modules(service.commands.__path__, "service.commands."):
        if module.name not in LEFT_ALONE:
            import_module(module.name)


def serve(asked: socket.socket) -> dict[str, Any] | None:
    """Fork for each request. In a fork, return its request, with the streams in place; None at the end."""
    while True:
        request, streams, *_ = socket.recv_fds(asked, MAX_REQUEST_BYTES, 3)
        if not request:
            return None
        if pid := os.fork():
            for stream in streams:
                os.close(stream)
            asked.send(b"%d" % pid)
            asked.send(b"%d" % os.waitpid(pid, 0)[1])
            continue
        asked.close()
        for at, stream in enumerate(streams):
            os.dup2(stream, at)
            os.close(stream)
        wanted: dict[str, Any] = json.loads(request)
        return wanted


def main() -> None:
    """Serve; in a fork, be the command."""
    with without_garbage_collection():  # or each fork would look through all that there is, when it ends
        import_commands()
    from service.commands import cli

    wanted = serve(socket.socket(fileno=os.dup(0)))
    if wanted is None:
        return
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environ"])
    time.tzset()
    sys.argv = ["wonderful", *wanted["arguments"]]
    cli.main()


if __name__ == "__main__":
    main()
