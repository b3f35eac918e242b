"""One request to an address that a stranger chose: guarded and bounded.

The name is resolved once. Every address that it resolves to must be allowed, and the request goes to the first of them
that answers, so the name cannot change between check and use. Redirects are not followed, and proxies of the
environment are not used.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Any

import certifi
import httpcore

from service.webhooks.addresses import Network, Target, may_call
from service.webhooks.sent import Sent

TOTAL_SECONDS = 10.0
"""Of a request, from the resolution of the name to the last byte of the answer."""
CONNECT_SECONDS = 5.0
"""Of each address, to accept the connection."""
MAX_ANSWER_BYTES = 65_536
MAX_RECEIVED_BYTES = 2 * MAX_ANSWER_BYTES
"""Of heads, framing and body. Interim answers and tiny chunks cost much CPU time for few bytes of a body, or none."""
READ_BYTES = 4096
"""At once: what is parsed in about 20 ms at worst, before other requests have their turn."""
MAX_ADDRESSES = 4
"""Of a name, that are tried one after the other."""
USER_AGENT = "wonderful-world-webhooks/1"
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The IP addresses of a host name. Raises OSError."""


class _Refused(Exception):
    """The name resolves to an address that webhooks may not call."""


class _TooLarge(Exception):
    """The other side has sent more than MAX_RECEIVED_BYTES."""


class _BoundedStream(httpcore.AsyncNetworkStream):
    """A connection that gives few bytes at once, and not many in all."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._left = MAX_RECEIVED_BYTES

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Some bytes; none at the end. Raises _TooLarge."""
        found = await self._stream.read(min(max_bytes, READ_BYTES), timeout)
        self._left -= len(found)
        if self._left < 0:
            raise _TooLarge
        return found

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """The same connection, encrypted."""
        return _BoundedStream(await self._stream.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects to names whose addresses are all allowed."""

    def __init__(self, resolve: Resolve, allowed: Sequence[Network]) -> None:
        self._resolve = resolve
        self._allowed = allowed
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to an address of the host. Raises _Refused, httpcore's ConnectError and ConnectTimeout."""
        try:
            addresses = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        if not all(may_call(address, self._allowed) for address in addresses):
            raise _Refused
        failure: Exception = httpcore.ConnectError("the name has no address")
        for address in addresses[:MAX_ADDRESSES]:
            try:
                plain = await self._plain.connect_tcp(address, port, timeout, local_address, socket_options)
                return _BoundedStream(plain)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


@cache
def default_tls() -> ssl.SSLContext:
    """The system's certificate authorities and those of certifi. Making it takes 20 ms, so there is one."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


async def send(
    target: Target,
    headers: Mapping[str, str],
    body: bytes,
    resolve: Resolve,
    allowed: Sequence[Network] = (),
    tls: ssl.SSLContext | None = None,
    total_seconds: float = TOTAL_SECONDS,
) -> Sent:
    """POST a body. Never raises for what the other side does; it takes at most `total_seconds`.

    `allowed`: networks that may be called although they are private. `tls`: whom to trust.
    """
    request = {"Host": target.origin.partition("://")[2], "User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
    request |= {"Content-Length": str(len(body)), "Connection": "close", **headers}
    backend = GuardedBackend(resolve, allowed)
    try:
        async with asyncio.timeout(total_seconds):
            async with httpcore.AsyncConnectionPool(tls or default_tls(), network_backend=backend) as pool:
                return await _exchange(pool, target, request, body)
    except TimeoutError:
        return Sent(error="timeout")
    except _Refused:
        return Sent(error="address_refused")
    except _TooLarge:
        return Sent(error="answer_too_large")
    except (httpcore.ConnectTimeout, httpcore.ConnectError) as error:
        is_tls = isinstance(error.__cause__ or error.__context__, ssl.SSLError) or "CERTIFICATE" in str(error)
        return Sent(error="tls_failed" if is_tls else "connection_failed")
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, httpcore.UnsupportedProtocol):
        return Sent(error="connection_broken")


async def _exchange(
    pool: httpcore.AsyncConnectionPool, target: Target, headers: Mapping[str, str], body: bytes
) -> Sent:
    url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
    limits = {"timeout": {"connect": CONNECT_SECONDS}}
    async with pool.stream("POST", url, headers=[*headers.items()], content=body, extensions=limits) as answer:
        found = {name.lower(): value.decode("latin-1") for name, value in answer.headers}
        content_type, retry_after = found.get(b"content-type", ""), found.get(b"retry-after", "")
        if 300 <= answer.status < 400:
            return Sent(answer.status, "redirected")
        read = b""
        async for chunk in answer.aiter_stream():
            read += chunk
            if len(read) > MAX_ANSWER_BYTES:
                return Sent(answer.status, "answer_too_large", retry_after=retry_after)
        return Sent(answer.status, None, read, content_type, retry_after)
