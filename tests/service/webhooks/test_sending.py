"""One request to a stranger's server: no address that is not allowed, no redirect, no endless answer."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_network

import pytest

from service.webhooks.addresses import Target
from service.webhooks.sending import MAX_ANSWER_BYTES, send
from service.webhooks.sent import Sent
from tests.service.webhooks.receivers import Receiver

LOOPBACK = [ip_network("127.0.0.0/8")]
Behave = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


async def loopback(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


def sent_to(port: int, resolve=loopback, scheme: str = "http", allowed=LOOPBACK, seconds: float = 30.0) -> Sent:
    target = Target(scheme, "receiver.example", port, "/hook")
    return asyncio.run(send(target, {"X-Test": "1"}, b"{}", resolve, allowed, total_seconds=seconds))


def sent_to_server(behave: Behave, seconds: float) -> Sent:
    """What comes of a request to a server that behaves like this, within so many seconds."""

    async def ask() -> Sent:
        ended = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await reader.readuntil(b"\r\n\r\n")
                await behave(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError):
                pass  # the sender has closed the connection
            finally:
                writer.close()
                ended.set()

        async with await asyncio.start_server(serve, "127.0.0.1") as server:
            target = Target("http", "receiver.example", server.sockets[0].getsockname()[1], "/")
            sent = await send(target, {}, b"{}", loopback, LOOPBACK, total_seconds=seconds)
            await ended.wait()
            return sent

    return asyncio.run(ask())


async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def drip_a_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        writer.write(b"a")
        await writer.drain()
        await asyncio.sleep(0.02)


async def drip_a_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while True:
        writer.write(b"a")
        await writer.drain()
        await asyncio.sleep(0.02)


async def announce_without_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n")
        await writer.drain()
        await asyncio.sleep(0.001)


async def announce_in_a_flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 1000)
        await writer.drain()


async def answer_in_tiny_chunks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 30_000 + b"0\r\n\r\n")
    await writer.drain()


async def answer_without_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while True:
        writer.write(b"a" * 65_536)
        await writer.drain()


async def answer_10_megabytes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"Content-Length: 10485760\r\n\r\n" + b"a" * 10_485_760)
    await writer.drain()


async def answer_an_endless_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-More: " + b"a" * 1000 + b"\r\n")
        await writer.drain()


async def answer_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"SSH-2.0-OpenSSH_9.9\r\n")
    await writer.drain()


async def close_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


BAD_SERVERS: dict[Behave, str] = {
    never_answer: "timeout",
    drip_a_head: "timeout",
    drip_a_body: "timeout",
    announce_without_end: "timeout",
    announce_in_a_flood: "answer_too_large",
    answer_in_tiny_chunks: "answer_too_large",
    answer_without_end: "answer_too_large",
    answer_10_megabytes: "answer_too_large",
    answer_an_endless_head: "connection_broken",
    answer_nonsense: "connection_broken",
    close_at_once: "connection_broken",
}


@pytest.mark.parametrize("behave", BAD_SERVERS, ids=lambda behave: behave.__name__)
def test_a_server_that_never_ends_or_answers_nonsense_costs_a_bounded_time(behave: Behave):
    error = BAD_SERVERS[behave]
    sent = sent_to_server(behave, seconds=0.1 if error == "timeout" else 60)
    assert sent.error == error
    assert len(sent.body) <= MAX_ANSWER_BYTES


def test_an_answer_is_read(receiver: Receiver):
    receiver.answer = lambda received: (201, {"Content-Type": "application/json", "Retry-After": "7"}, b"{}")
    sent = sent_to(port_of(receiver))
    assert sent == Sent(201, None, b"{}", "application/json", "7")
    [received] = receiver.received
    assert received.headers["host"] == f"receiver.example:{port_of(receiver)}"
    assert received.headers["accept-encoding"] == "identity"
    assert received.headers["x-test"] == "1"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(receiver: Receiver, status: int):
    receiver.answer = lambda received: (status, {"Location": receiver.url}, b"")
    assert sent_to(port_of(receiver)).error == "redirected"
    assert len(receiver.received) == 1


def test_a_name_with_a_public_and_a_private_address_is_refused(receiver: Receiver):
    async def both(host: str, port: int) -> Sequence[str]:
        return ["8.8.8.8", "127.0.0.1"]

    assert sent_to(port_of(receiver), both, allowed=[]).error == "address_refused"
    assert receiver.received == []


def test_a_name_is_resolved_once_so_it_cannot_change_between_check_and_use(receiver: Receiver):
    asked = []

    async def changing(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    assert sent_to(port_of(receiver), changing).status == 204
    assert asked == ["receiver.example"]


def test_a_name_without_an_address_or_an_answer_fails():
    async def unknown(host: str, port: int) -> Sequence[str]:
        raise OSError("unknown name")

    async def nothing(host: str, port: int) -> Sequence[str]:
        return []

    async def silent(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(60)
        return []

    assert sent_to(443, unknown).error == "connection_failed"
    assert sent_to(443, nothing).error == "connection_failed"
    assert sent_to(443, silent, seconds=0.05).error == "timeout"


def test_a_proxy_of_the_environment_is_not_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert sent_to(port_of(receiver)).status == 204


def test_a_server_without_a_valid_certificate_is_refused(receiver: Receiver):
    assert sent_to(port_of(receiver), scheme="https").error in ("tls_failed", "connection_failed")
    assert receiver.received == []


def port_of(receiver: Receiver) -> int:
    return int(receiver.url.split(":")[2].split("/")[0])
