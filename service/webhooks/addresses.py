"""Which addresses webhooks may call: by the URL alone, and by the IP address that its host name resolves to."""

import re
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

MAX_URL_CHARACTERS = 2000
DEFAULT_PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024
"""Beside the default ports, only ports from here on: below are mail, name servers and the like."""
Network = IPv4Network | IPv6Network

_SPECIAL_IPV4 = (
    "0.0.0.0/8",  # this network, and 0.0.0.0
    "10.0.0.0/8",
    "100.64.0.0/10",  # shared by the customers of a provider
    "127.0.0.0/8",
    "168.63.129.16/32",  # metadata of Azure
    "169.254.0.0/16",  # link-local, and the metadata of most clouds
    "172.16.0.0/12",
    "192.0.0.0/24",  # protocol assignments
    "192.0.2.0/24",  # documentation
    "192.88.99.0/24",  # relays of 6to4
    "192.168.0.0/16",
    "198.18.0.0/15",  # measurements of networks
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, and broadcast
)
_SPECIAL_IPV6 = (
    "2001::/23",  # protocol assignments, Teredo among them
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4
    "3fff::/20",
)
REFUSED = tuple(ip_network(each) for each in (*_SPECIAL_IPV4, *_SPECIAL_IPV6))
"""After the registries of special-purpose addresses (RFC 6890). Python's `is_global` differs by its patch release."""
_GLOBAL_IPV6 = ip_network("2000::/3")
"""All other addresses of IPv6 are special: loopback, private, link-local, multicast, mapped IPv4, NAT64."""
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
_VISIBLE = re.compile(r"[!-~]+", re.ASCII)


class BadUrl(ValueError):
    """A URL that no webhook may have; the message says why, without the URL."""


class Target(NamedTuple):
    """Where a request goes. `host`: lower case, an IPv6 address without brackets. `path`: with the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """As browsers write it: without the default port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}")


def may_call(address: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether a webhook may call an IP address. `allowed`: networks that the operator allows besides."""
    ip = ip_address(address.partition("%")[0])  # a zone does not matter
    if any(ip in network for network in allowed):
        return True
    if isinstance(ip, IPv6Address) and ip not in _GLOBAL_IPV6:
        return False
    return not any(ip in network for network in REFUSED)


def parse_url(url: str, allowed: Sequence[Network] = ()) -> Target:
    """Where a URL leads. Raises BadUrl for one in an unusual form, and for an IP address that may not be called.

    Each form of an address that a resolver would understand beside the usual one is refused: 2130706433, 0x7f.1, 127.1.
    """
    if len(url) > MAX_URL_CHARACTERS:
        raise BadUrl("the URL is too long")
    if not _VISIBLE.fullmatch(url) or "\\" in url:
        raise BadUrl("the URL must have visible ASCII characters only; write other names in Punycode")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadUrl("the URL cannot be read") from None
    if parts.scheme not in DEFAULT_PORTS:
        raise BadUrl("the URL must begin with https:// or http://")
    if "@" in parts.netloc:
        raise BadUrl("the URL must have no user name and no password")
    if parts.fragment:
        raise BadUrl("the URL must have no fragment")
    _check_host(parts.hostname or "", parts.netloc, allowed)
    if port is None:
        port = DEFAULT_PORTS[parts.scheme]
    elif port not in DEFAULT_PORTS.values() and port < FIRST_FREE_PORT:
        raise BadUrl("the URL must have the port 80, 443, or one from 1024 on")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname or "", port, path)


def _check_host(host: str, netloc: str, allowed: Sequence[Network]) -> None:
    """Raises BadUrl for a host that is neither a usual name nor an address that may be called."""
    labels = host.split(".")
    is_number = labels[-1].isdigit() or re.fullmatch("0x[0-9a-f]*", labels[-1]) is not None
    if is_number or netloc.startswith("["):
        try:
            ip = ip_address(host.replace("%", "/"))  # a zone, which names an interface of this machine, is refused
        except ValueError:
            raise BadUrl("the URL must name its host, or give its address in the usual form") from None
        if not may_call(str(ip), allowed):
            raise BadUrl("this service calls no address of a private or special network")
    elif len(host) > 253 or not all(map(_LABEL.fullmatch, labels)):
        raise BadUrl("the URL must name its host, or give its address in the usual form")
