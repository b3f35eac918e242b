"""Cluster URLs: `cluster://user:password@host:port,host:port`, or `cluster+tls://` with the options of a `rediss://`."""

from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from redis.connection import parse_url

PLAIN, TLS = "cluster", "cluster+tls"
DEFAULT_PORT = 6379


class Seeds(NamedTuple):
    """`addresses`: nodes to ask for all others, at least one. `options`: of every connection, such as the password."""

    addresses: list[tuple[str, int]]
    options: dict[str, Any]

    def __repr__(self) -> str:
        return f"Seeds({self.addresses})"


def is_cluster_url(url: str) -> bool:
    """Whether a URL names a cluster, and not a single server."""
    return url.partition("://")[0] in (PLAIN, TLS)


def parse_cluster_url(url: str) -> Seeds:
    """The seed nodes and the options of a cluster URL. Raises ValueError.

    >>> parse_cluster_url("cluster://:secret@10.0.0.1:7000,[fd00::2],db.example")
    Seeds([('10.0.0.1', 7000), ('fd00::2', 6379), ('db.example', 6379)])
    """
    parts = urlsplit(url)
    if parts.scheme not in (PLAIN, TLS) or parts.path.strip("/"):
        raise ValueError("not the URL of a cluster")
    access, at, hosts = parts.netloc.rpartition("@")
    scheme = "rediss" if parts.scheme == TLS else "redis"
    addresses = [_address(host) for host in hosts.split(",")]
    options: Any = parse_url(urlunsplit((scheme, f"{access}{at}host", "", parts.query, "")))  # type: ignore[no-untyped-call]
    del options["host"]
    return Seeds(addresses, options)


def _address(host: str) -> tuple[str, int]:
    parts = urlsplit(f"//{host.strip()}")
    if not parts.hostname or parts.username is not None:
        raise ValueError("a host is missing")
    return parts.hostname, parts.port or DEFAULT_PORT
