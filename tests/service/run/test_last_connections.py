"""The last connections of a service that stops."""

import socket
import sys

import pytest

from service.run.last_connections import refuse_new_connections


def test_a_kernel_that_takes_no_filter_stops_no_stop():
    class Odd:
        family = socket.AF_INET

        def setsockopt(self, *_: object) -> None:
            raise OSError(92, "Protocol not available")

    refuse_new_connections([Odd()])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these filters")
def test_what_has_begun_is_accepted_and_nothing_else_begins():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        clients = [socket.create_connection(listener.getsockname()) for _ in range(3)]
        refuse_new_connections([listener])
        with socket.socket() as late:
            late.settimeout(0.2)
            with pytest.raises(TimeoutError):
                late.connect(listener.getsockname())
        for client in clients:
            accepted, _ = listener.accept()
            with accepted, client:
                accepted.sendall(b"an answer")
                assert client.recv(100) == b"an answer"
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
