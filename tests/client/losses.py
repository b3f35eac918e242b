"""Transports that lose answers which the service has given, and break streams off."""

from collections.abc import AsyncIterator, Iterator

import httpx

MAX_CHUNKS = 2
"""Of a stream, before it breaks off. A game of bots may come in few chunks."""


class Losses:
    """`rhythm`: each of so many requests gets no answer. `lost`: how many. `broken`: how many streams broke off."""

    def __init__(self, rhythm: int) -> None:
        self.rhythm = rhythm
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
        for count, chunk in enumerate(self.stream):
            if count == MAX_CHUNKS:
                self.losses.broken += 1
                raise httpx.ReadError("the stream broke off")
            yield chunk

    def close(self) -> None:
        self.stream.close()


class _AsyncBroken(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, losses: Losses) -> None:
        self.stream, self.losses = stream, losses

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count = 0
        async for chunk in self.stream:
            if count == MAX_CHUNKS:
                self.losses.broken += 1
                raise httpx.ReadError("the stream broke off")
            count += 1
            yield chunk

    async def aclose(self) -> None:
        await self.stream.aclose()
