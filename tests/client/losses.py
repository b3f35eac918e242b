"""Transports that lose answers which the service has given, and break streams off."""

from collections.abc import AsyncIterator, Callable, Iterator

import httpx

STREAM_BYTES = 5000
"""Of a compressed stream, before it breaks off. Some lines come of each connection, so that a game goes on."""


class Losses:
    """`rhythm`: each of so many requests gets no answer. `stream_bytes`: of a stream, before it breaks off.

    `on_wait` is called before more of a stream is awaited. `lost`: how many answers. `broken`: how many streams.
    """

    def __init__(self, rhythm: int, stream_bytes: int = STREAM_BYTES, on_wait: Callable[[], None] = lambda: None):
        self.rhythm, self.stream_bytes, self.on_wait = rhythm, stream_bytes, on_wait
        self.requests = self.lost = self.broken = 0

    def hits(self) -> bool:
        """Whether the answer to the next request is lost."""
        self.requests += 1
        self.lost += (is_hit := self.requests % self.rhythm == 0)
        return is_hit


class LossyTransport(httpx.HTTPTransport):
    """For `httpx.Client`."""

    def __init__(self, losses: Losses) -> None:
        super().__init__(verify=False)
        self.losses = losses

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        is_stream = request.headers["Accept"] == "application/x-ndjson" and "/log" not in request.url.path
        if not is_stream and self.losses.hits():
            response.read()
            raise httpx.ReadError("the answer got lost")
        if is_stream:
            response.stream = _Broken(response.stream, self.losses)
        return response


class LossyAsyncTransport(httpx.AsyncHTTPTransport):
    """For `httpx.AsyncClient`."""

    def __init__(self, losses: Losses) -> None:
        super().__init__(verify=False)
        self.losses = losses

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        is_stream = request.headers["Accept"] == "application/x-ndjson" and "/log" not in request.url.path
        if not is_stream and self.losses.hits():
            await response.aread()
            raise httpx.ReadError("the answer got lost")
        if is_stream:
            response.stream = _AsyncBroken(response.stream, self.losses)
        return response


class _Broken(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, losses: Losses) -> None:
        self.stream, self.losses = stream, losses

    def __iter__(self) -> Iterator[bytes]:
        left, chunks = self.losses.stream_bytes, iter(self.stream)
        while left > 0:
            self.losses.on_wait()
            chunk = next(chunks, None)
            if chunk is None:
                return
            yield chunk[:left]
            left -= len(chunk)
        self.losses.broken += 1
        raise httpx.ReadError("the stream broke off")

    def close(self) -> None:
        self.stream.close()


class _AsyncBroken(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, losses: Losses) -> None:
        self.stream, self.losses = stream, losses

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self.losses.stream_bytes
        async for chunk in self.stream:
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                self.losses.broken += 1
                raise httpx.ReadError("the stream broke off")

    async def aclose(self) -> None:
        await self.stream.aclose()
