"""An HTTP connection of a load: it parses by hand, so that it takes little of the machine."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

Headers = dict[str, str]
CHUNK_BYTES = 65_536


class Answer(NamedTuple):
    """What a request was answered. The names of the headers are in lower case."""

    status: int
    headers: Headers
    body: bytes

    def json(self) -> Any:
        """The value of the body."""
        return json.loads(self.body)


class Connection:
    """A connection to the web processes, one request at a time. `headers`: of each request, with their line ends."""

    def __init__(self, port: int, headers: str) -> None:
        self._port = port
        self._headers = headers
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, content: bytes = b"", more: str = "") -> Answer:
        """Ask, and read the answer. `content`: a body of JSON Lines instead of `body`. `more`: headers.

        Raises OSError or asyncio.IncompleteReadError when the connection ends.
        """
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(self.request(method, path, body, content, more))
        status, headers = await _head(reader)
        answer = Answer(status, headers, await _body(reader, headers))
        if headers.get("connection") == "close":  # nginx does so after a thousand requests
            self.close()
        return answer

    def request(self, method: str, path: str, body: Any = None, content: bytes = b"", more: str = "") -> bytes:
        """The request as it is sent."""
        data = content or (b"" if body is None else json.dumps(body).encode())
        kind = "application/x-ndjson" if content else "application/json"
        sent = f"Content-Type: {kind}\r\nContent-Length: {len(data)}\r\n" if data or method == "POST" else ""
        return f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{self._headers}{more}{sent}\r\n".encode() + data

    async def pieces(self, path: str, more: str = "") -> AsyncIterator[bytes]:
        """A stream of JSON Lines as it arrives, on a connection of its own, until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(self.request("GET", path, more=f"Accept: application/x-ndjson\r\n{more}"))
            await _head(reader)
            while piece := await reader.read(CHUNK_BYTES):
                yield piece
                if piece.endswith(b"0\r\n\r\n"):  # the last chunk of the body
                    return
        finally:
            writer.close()

    def close(self) -> None:
        """Close it; the next request opens it again."""
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def _head(reader: asyncio.StreamReader) -> tuple[int, Headers]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:-2])}
    return int(lines[0].split()[1]), headers


async def _body(reader: asyncio.StreamReader, headers: Headers) -> bytes:
    """The body of an answer, whole or in chunks."""
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    pieces = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        pieces.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(pieces)
