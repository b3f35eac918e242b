"""Servers whose users have only the rights that docs/operating.md gives them."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from service.run.embedded_redis import server_program
from service.run.up import ROOT
from tests.end_to_end.running import await_true

PASSWORD = "hush-4711"


def documented_rights(user: str = "wonderful") -> list[str]:
    """The words of the guide that follow `ACL SETUSER`, with a password."""
    guide = (ROOT / "docs" / "operating.md").read_text("utf-8")
    [block] = re.findall(rf"```\nACL SETUSER ({user} .*?)```", guide, re.DOTALL)
    return str(block).replace("PASSWORD", PASSWORD).split()


def give_rights(redis: Redis, user: str) -> None:
    """Make a user with the documented rights."""
    redis.execute_command("ACL", "SETUSER", *documented_rights(user))  # type: ignore[no-untyped-call]


@contextmanager
def restricted_server(folder: Path, user: str, *settings: str) -> Iterator[Redis]:
    """A server with that user at `r.sock` in the folder; a client of another user who may do everything."""
    socket = folder / "r.sock"
    lines = [
        "port 0",
        f"unixsocket {socket}",
        f"dir {folder}",
        'save ""',
        "appendonly yes",
        "appendfsync no",
        *settings,
    ]
    process = subprocess.Popen([server_program(), "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin
    with process.stdin as config:
        config.write("\n".join(lines).encode())
    await_true(socket.exists)
    redis = Redis(unix_socket_path=str(socket))
    await_true(redis.ping)
    give_rights(redis, user)
    yield redis
    redis.close()
    process.kill()
    process.wait()
