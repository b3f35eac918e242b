"""Ports of this machine for the servers of tests."""

import socket
from contextlib import closing
from secrets import randbelow

FIRST, COUNT = 20_000, 12_000
"""Linux gives none of these to an outgoing connection: a port that is free now is free when its server starts."""


def free_port() -> int:
    """A port on which no process listens now."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Even ports on which no process listens now; nor on the next ones, which the nodes of a cluster take, too."""
    found: list[int] = []
    while len(found) < count:
        # Not by `random`: tests seed it, and then two workers would draw the same port.
        port = FIRST + 2 * randbelow(COUNT // 2)
        if port not in found and _can_be_taken(port) and _can_be_taken(port + 1):
            found.append(port)
    return found


def listens(port: int) -> bool:
    """Whether a process accepts connections at a port of this machine."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _can_be_taken(port: int) -> bool:
    with closing(socket.socket()) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
