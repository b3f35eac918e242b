"""The store, a Redis server or a cluster: connecting to it."""

import os
import ssl
from urllib.parse import parse_qsl, urlencode, urlsplit

from redis import Redis, exceptions
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from store.cluster import connect_blocking_to_cluster, connect_to_cluster, is_cluster_url
from store.pool import MAX_CONNECTIONS, GuardedPool

TLS_FILES = ("ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile")
"""The options of a URL that name files."""
OWN_OPTIONS = (
    "decode_responses", "encoding", "encoding_errors", "max_connections", "socket_connect_timeout", "socket_timeout",
)  # fmt: skip
"""Options of redis-py that the service sets itself. STORE_SECONDS is for the waits; other answers it could not read."""


class BelongsToCluster(RuntimeError):
    """The server at the URL of a single one is a node of a cluster."""


def connect(url: str, retries: int = 3, seconds: float = 1.5) -> Redis:
    """A client for short commands, with a few quick retries on a lost connection; responses are bytes.

    `seconds`: the longest wait for an answer; half of it for a connection. What takes longer is not repeated, because
    somebody waits for it. Raises ValueError or TypeError for options in the URL that redis-py does not know.
    """
    if is_cluster_url(url):
        return connect_to_cluster(url, seconds)
    pool = GuardedPool.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        socket_timeout=seconds,
        socket_connect_timeout=seconds / 2,
        driver_info=None,  # two round trips for each connection, only to tell the name of the library
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.02), retries, (exceptions.ConnectionError,)),
    )
    pool.connection_class(**pool.connection_kwargs)  # opens none; raises for what it does not know
    return Redis.from_pool(pool)


def with_whole_paths(url: str) -> str:
    """The URL for a process in another folder: its files for TLS are named from the root on.

    >>> with_whole_paths("rediss://ada:x@host:1/0?ssl_certfile=/etc/../own.pem&db=1")
    'rediss://ada:x@host:1/0?ssl_certfile=%2Fown.pem&db=1'
    >>> with_whole_paths("unix:///run/server.sock")
    'unix:///run/server.sock'
    """
    address, mark, query = url.partition("?")
    options = [
        (name, os.path.abspath(value) if name in TLS_FILES else value)
        for name, value in parse_qsl(query, keep_blank_values=True)
    ]
    return f"{address}{mark}{urlencode(options)}"


def check_tls_files(url: str) -> None:
    """Raises ValueError for certificates and keys of a URL that are missing, are none, or do not belong together."""
    options, context = dict(parse_qsl(urlsplit(url).query)), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    certificate, key = options.get("ssl_certfile"), options.get("ssl_keyfile")
    try:
        if authorities := options.get("ssl_ca_certs"):
            context.load_verify_locations(authorities)
        if certificate or key:
            context.load_cert_chain(certificate or "", key, options.get("ssl_password", ""))
    except OSError as error:
        raise ValueError(f"its files for TLS: {error.strerror}") from None


def check_options(url: str) -> None:
    """Raises ValueError for options of a URL that the service sets itself."""
    for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True):
        if name in OWN_OPTIONS:
            more = ", see STORE_SECONDS" if name.endswith("timeout") else ""
            raise ValueError(f"the service itself sets {name}{more}")


def connect_blocking(url: str, seconds: float | None = None) -> Redis:
    """A client for commands that wait on the server, like XREADGROUP BLOCK.

    `seconds`: the longest wait for an answer, more than the command waits; None: none. redis-py's
    TCP keep-alive notices within a minute that the server's machine is gone.
    """
    if is_cluster_url(url):
        return connect_blocking_to_cluster(url)
    return Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=2, retry=Retry(ExponentialBackoff(), 0))


def check_single(redis: Redis) -> None:
    """Raises BelongsToCluster if the server is a node of a cluster."""
    if redis.info("cluster").get("cluster_enabled"):
        raise BelongsToCluster("the server of REDIS_URL is a node of a cluster: name it as cluster://host:port")
