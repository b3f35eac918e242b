"""Whose address a request comes from."""

from ipaddress import ip_address, ip_network

import pytest

from service.limits.addresses import UNIX_SOCKETS, client_address, subject_of

PROXIES = [ip_network("10.0.0.0/8"), ip_network("fd00::/8"), ip_network("127.0.0.1")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("203.0.113.1", "", "203.0.113.1"),
        ("203.0.113.1", "198.51.100.1", "203.0.113.1"),  # not a proxy of ours
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6,198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2 ,fd00::7", "198.51.100.1"),
        ("10.0.0.1", "10.0.0.3", "10.0.0.3"),  # every hop is a proxy
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, x, 10.0.0.2", "10.0.0.2"),
        ("127.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("::ffff:127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("fd00::1%eth0", "198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_client_is_the_rightmost_address_that_is_no_proxy(peer: str, forwarded: str, found: str):
    assert client_address(peer, forwarded, PROXIES) == ip_address(found)


def test_a_peer_without_an_address_has_none():
    assert client_address("", "198.51.100.1", PROXIES) is None
    assert subject_of(None) is None


def test_a_unix_socket_can_be_a_proxy_and_gives_no_address_that_a_client_could_claim():
    assert client_address("", "6.6.6.6, 198.51.100.1", [UNIX_SOCKETS]) == ip_address("198.51.100.1")
    assert client_address("", "198.51.100.1, 10.0.0.2", [UNIX_SOCKETS, *PROXIES]) == ip_address("198.51.100.1")
    assert client_address("", "unknown", [UNIX_SOCKETS]) is None
    assert client_address("", "", [UNIX_SOCKETS]) is None
    assert client_address("203.0.113.1", "198.51.100.1", [UNIX_SOCKETS]) == ip_address("203.0.113.1")


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1"])
def test_this_machine_counts_for_nobody(address: str):
    assert subject_of(ip_address(address)) is None


def test_only_the_last_hops_are_read():
    assert client_address("10.0.0.1", ", ".join(["198.51.100.1", *["10.0.0.2"] * 50_000]), PROXIES) == ip_address(
        "10.0.0.2"
    )
