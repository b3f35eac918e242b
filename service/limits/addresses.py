"""The address of a client, behind proxies too, and whose limits it counts for."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Networks = tuple[IPv4Network | IPv6Network, ...]
MAX_HOPS = 16
"""How many entries of X-Forwarded-For are read, from the right."""
UNIX_SOCKETS = IPv4Network("0.0.0.0/32")
"""Stands for all unix sockets among the networks of trusted proxies: no peer has an address in it."""
MAX_FORWARDED_CHARACTERS = 1000
"""Of X-Forwarded-For, from the right."""
HOME_PREFIX = 64
"""Bits of an IPv6 address that name a network; a household has all addresses in it."""


def client_address(peer: str, forwarded: str, trusted: Networks) -> Address | None:
    """The rightmost address that is not a trusted proxy, from `peer` on to the left in X-Forwarded-For.

    An entry that is no address ends the search at the hop before it. None if that is a unix socket, which has no
    address.

    >>> client_address("10.0.0.1", "6.6.6.6, 203.0.113.9", [ip_network("10.0.0.0/8")])
    IPv4Address('203.0.113.9')
    """
    found = parse_address(peer)
    hops = forwarded.rsplit(",", MAX_HOPS)[-MAX_HOPS:] if forwarded else []
    while hops and is_proxy(found, trusted):
        hop = parse_address(hops.pop())
        if hop is None:
            break
        found = hop
    return found


def is_proxy(peer: Address | None, trusted: Networks) -> bool:
    """Whether a peer is a trusted proxy. `peer`: None: a unix socket."""
    return any(peer in network for network in trusted) if peer else UNIX_SOCKETS in trusted


def parse_address(text: str) -> Address | None:
    """The address of a text such as `203.0.113.9`, `203.0.113.9:4711` or `[2001:db8::1]:4711`; None if it is none."""
    text = text.strip(" \t")
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(10_000)
def subject_of_peer(peer: str, forwarded: str, trusted: Networks) -> str | None:
    """Whose limits a request counts for, as `subject_of` gives it. `forwarded`: X-Forwarded-For, from the right."""
    return subject_of(client_address(peer, forwarded, trusted))


def subject_of(address: Address | None) -> str | None:
    """Whose limits an address counts for: itself, or its network of 64 bits. None: nobody's, as for this machine.

    >>> subject_of(ip_address("2001:db8::1:2:3:4"))
    '2001:db8::/64'
    """
    if address is None or address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address) >> HOME_PREFIX << HOME_PREFIX, HOME_PREFIX)))
    return str(address)
