"""The open connections of a web process, and which one to close when there are too many: the one that is idle longest.

A client that opens connections and sends nothing could otherwise hold all places of the process, and nobody else would
be accepted. A connection is idle while it waits for the first byte of a request. Only idle connections are closed, so
no request is cut off.
"""

from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network
from typing import Any

from service.limits.addresses import is_within, parse_address, subject_of

FIRST_SECONDS = 10.0
"""The longest time a new connection may be idle. Between two requests it is the `keepalive` of `gunicorn.py`."""
CONNECTIONS_OF_A_PEER = 2_000
"""Of one process. A browser opens at most six and a stream, so about 300 people behind one address have room, and
`address_streams` is far below."""
NEARLY_ALL = 0.9
"""Of the places of a process. The rest is for connections that come when none is idle."""


class Connection:
    """An open connection. `peer`: whose it is, as `peer_of` gives it. `greenlet`: serves it.

    `idle_seconds`: the longest time it waits for the next request. `wait`: the gevent.Timeout that ends this
    wait. `leaves`: it was chosen to be closed, and is still open.
    """

    __slots__ = ("greenlet", "idle_seconds", "leaves", "peer", "wait")

    def __init__(self, peer: str | None, greenlet: Any = None) -> None:
        self.peer, self.greenlet = peer, greenlet
        self.idle_seconds = FIRST_SECONDS
        self.leaves = False
        self.wait: Any = None


class _Connections:
    """Those of a peer, or of all: how many are open, how many of them leave, and which are idle, the longest first."""

    __slots__ = ("idle", "leaving", "open")

    def __init__(self) -> None:
        self.open = self.leaving = 0
        self.idle: OrderedDict[Connection, None] = OrderedDict()  # a dict would search for its first key

    @property
    def used(self) -> int:
        """Places that they have and keep."""
        return self.open - self.leaving


class IdleConnections:
    """The connections of a process. `places`: how many it serves. Each method takes constant time.

    A peer has `of_a_peer` places at most, and no more than are free. So each further address of somebody who fills the
    process with requests that do not end gets less, and who comes anew finds a place.
    """

    def __init__(self, places: int, of_a_peer: int = CONNECTIONS_OF_A_PEER) -> None:
        self._places, self._nearly_all = places, max(1, int(places * NEARLY_ALL))
        self._of_a_peer = of_a_peer
        self._all = _Connections()
        self._peers: dict[str, _Connections] = {}

    def __iter__(self) -> Iterator[Connection]:
        """The connections that are idle now, the longest first."""
        return iter([*self._all.idle])

    def open(self, connection: Connection) -> Connection | None:
        """Count a new connection. Returns the one to close for it, which may be itself; None if there is room."""
        self._all.open += 1
        if connection.peer is not None:
            peer = self._peers.get(connection.peer)
            if peer is None:
                peer = self._peers[connection.peer] = _Connections()
            peer.open += 1
            if peer.used > min(self._of_a_peer, max(1, self._places - self._all.used)):
                return self._let_go(peer) or connection
        return self._surplus()

    def wait(self, connection: Connection) -> Connection | None:
        """It is idle from now on. Returns the connection to close, which may be itself; None if there is room."""
        for each in self._counting(connection):
            each.idle[connection] = None
        return self._surplus()

    def begin(self, connection: Connection) -> None:
        """It is not idle any more; and it stays, if a request has come before it was closed."""
        for each in self._counting(connection):
            if connection.leaves:
                each.leaving -= 1
            else:
                del each.idle[connection]
        connection.leaves = False

    def close(self, connection: Connection) -> None:
        """It is closed, and was not idle."""
        for each in self._counting(connection):
            each.open -= 1
        if connection.peer is not None and not self._peers[connection.peer].open:
            del self._peers[connection.peer]

    def _counting(self, connection: Connection) -> tuple[_Connections, ...]:
        """Where it counts."""
        return (self._all,) if connection.peer is None else (self._all, self._peers[connection.peer])

    def _surplus(self) -> Connection | None:
        """The longest idle connection of all if nearly all places are in use."""
        return self._let_go(self._all) if self._all.used > self._nearly_all else None

    def _let_go(self, connections: _Connections) -> Connection | None:
        """The longest idle one of these. It counts no more, unless a request begins on it."""
        found = next(iter(connections.idle), None)
        if found is not None:
            for each in self._counting(found):
                del each.idle[found]
                each.leaving += 1
            found.leaves = True
        return found


@lru_cache(10_000)
def peer_of(address: str, trusted: tuple[IPv4Network | IPv6Network, ...]) -> str | None:
    """Whose a connection from this address is, as the limits count. None: nobody's, as that of a trusted proxy.

    >>> peer_of("2001:db8::1:2:3:4", ()), peer_of("127.0.0.1", ()), peer_of("", ())
    ('2001:db8::/64', None, None)
    """
    found = parse_address(address)
    return None if found is None or is_within(found, trusted) else subject_of(found)
