"""A flood: requests as fast as they are answered, over many connections, from a process of its own.

`python -m tests.bench.abuse.flooder PORT` reads the number of connections and the requests, as JSON, from the standard
input. Once that ends, it prints how many answers of each status came.
"""

import json
import selectors
import socket
import sys
from collections import Counter

CHUNK = 1 << 18


class Connection:
    """A connection that sends its next request once the last one is answered. It opens itself again."""

    def __init__(self, port: int, requests: list[bytes], at: int) -> None:
        self.port, self.requests, self.at = port, requests, at
        self.received, self.expected, self.status = b"", 0, b""
        self.open()

    def open(self) -> None:
        """Connect, and send a request."""
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.send()

    def send(self) -> None:
        """Send the next request."""
        self.received, self.expected = b"", 0
        self.at = (self.at + 1) % len(self.requests)
        self.socket.sendall(self.requests[self.at])

    def take(self) -> bytes | None:
        """Read what has arrived: the status if it completes an answer; `closed` if the connection is."""
        try:
            data = self.socket.recv(CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            return b"closed"
        self.received += data
        if not self.expected:
            head, end, _ = self.received.partition(b"\r\n\r\n")
            if not end:
                return None
            length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            self.expected = len(head) + 4 + int(length or 0)
        return self.received[9:12] if len(self.received) >= self.expected else None


def main(port: int) -> None:
    """Flood until the standard input ends."""
    first = sys.stdin.readline()
    connections, texts = json.loads(first)
    requests = [text.encode() for text in texts]
    statuses = Counter[str]()
    selector = selectors.DefaultSelector()
    selector.register(sys.stdin, selectors.EVENT_READ, None)
    for number in range(connections):
        each = Connection(port, requests, number)
        selector.register(each.socket, selectors.EVENT_READ, each)
    while True:
        for key, _ in selector.select():
            each = key.data
            if each is None:
                print(json.dumps(statuses), flush=True)
                return
            if status := each.take():
                statuses[status.decode()] += 1
                if status == b"closed":
                    selector.unregister(each.socket)
                    each.open()
                    selector.register(each.socket, selectors.EVENT_READ, each)
                else:
                    each.send()


if __name__ == "__main__":
    main(int(sys.argv[1]))
