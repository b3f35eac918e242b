"""The open connections of a web process, and which one is closed for another."""

from ipaddress import ip_network

import pytest

from service.run.idle_connections import Connection, IdleConnections, peer_of

ADA, BEN = "203.0.113.1", "203.0.113.2"


def opened(connections: IdleConnections, peer: str | None, *, idle: bool = True) -> Connection:
    """A new connection for which there is room. `idle`: it waits for a request."""
    made = Connection(peer)
    assert connections.open(made) is None
    if idle:
        assert connections.wait(made) is None
    return made


def closed(connections: IdleConnections, connection: Connection) -> None:
    connections.begin(connection)
    connections.close(connection)


def test_a_peer_with_too_many_connections_loses_the_one_that_is_idle_longest():
    connections = IdleConnections(100, of_a_peer=3)
    opened(connections, BEN)
    busy, first, second = (opened(connections, ADA, idle=idle) for idle in (False, True, True))
    assert connections.open(Connection(ADA)) is first
    assert connections.open(Connection(ADA)) is second
    connections.wait(busy)
    assert connections.open(Connection(ADA)) is busy


def test_a_peer_with_too_many_connections_and_no_idle_one_gets_no_other():
    connections = IdleConnections(100, of_a_peer=2)
    opened(connections, BEN)
    for _ in range(2):
        opened(connections, ADA, idle=False)
    refused = Connection(ADA)
    assert connections.open(refused) is refused
    connections.close(refused)
    opened(connections, BEN)


def test_a_peer_has_room_again_when_a_connection_is_closed():
    connections = IdleConnections(100, of_a_peer=1)
    for _ in range(3):
        closed(connections, opened(connections, ADA))


def test_who_has_no_peer_has_no_limit_of_the_peer():
    connections = IdleConnections(100, of_a_peer=1)
    for _ in range(50):
        opened(connections, None)


def test_when_nearly_all_places_are_in_use_the_longest_idle_connection_of_all_goes():
    connections = IdleConnections(10)
    others = [(f"198.51.100.{number}", True) for number in range(5)]
    busy, proxied, *_ = (
        opened(connections, peer, idle=idle) for peer, idle in ((ADA, False), (None, True), *[(BEN, True)] * 2, *others)
    )
    assert connections.open(Connection("192.0.2.1")) is proxied
    closed(connections, proxied)
    for _ in range(7):
        surplus = connections.open(Connection(None))
        assert surplus
        assert surplus.peer
        closed(connections, surplus)
    opened_last = Connection(None)
    assert connections.open(opened_last) is None, "there is a place, and no connection is idle"
    assert connections.wait(busy) is busy, "more than nearly all places are in use"


def test_peers_whose_connections_all_have_requests_leave_room_for_others():
    connections = IdleConnections(100, of_a_peer=50)
    for number in range(5):
        for _ in range(100):
            greedy = Connection(f"198.51.100.{number}")
            if connections.open(greedy) is greedy:
                connections.close(greedy)
    opened(connections, ADA, idle=False)


def test_one_connection_is_closed_for_another_however_long_that_takes():
    connections = IdleConnections(10)
    first, *_ = (opened(connections, None) for _ in range(9))
    new = Connection(ADA)
    assert connections.open(new) is first
    assert connections.wait(new) is None, "the first one leaves"


def test_a_connection_on_which_a_request_comes_before_it_is_closed_stays():
    connections = IdleConnections(100, of_a_peer=2)
    first, second = opened(connections, ADA), opened(connections, ADA)
    assert connections.open(Connection(ADA)) is first
    connections.begin(first)
    assert connections.wait(first) is None
    assert [*connections] == [second, first]
    assert connections.open(Connection(ADA)) is second


def test_a_request_ends_the_idle_time():
    connections = IdleConnections(100, of_a_peer=2)
    first, second = opened(connections, ADA), opened(connections, ADA)
    connections.begin(first)
    connections.wait(first)
    assert [*connections] == [second, first]
    assert connections.open(Connection(ADA)) is second


def test_nothing_is_kept_of_those_that_left():
    connections = IdleConnections(10, of_a_peer=2)
    for number in range(100):
        closed(connections, opened(connections, f"203.0.113.{number}"))
    assert not [*connections]
    assert not connections._peers


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("10.1.2.3", None),
        ("127.0.0.1", None),
        ("::1", None),
        ("", None),
    ],
)
def test_connections_of_trusted_proxies_of_this_machine_and_of_unix_sockets_are_nobodys(address: str, peer: str | None):
    assert peer_of(address, (ip_network("10.0.0.0/8"),)) == peer
