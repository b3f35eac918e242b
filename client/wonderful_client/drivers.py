"""What carries out flows: with blocking calls, or with `async`. The only module that sends anything.

A class with `flow` and `items` methods inherits from `Blocking` or from `Awaiting`, and has a connection. Its methods
then return results and iterators, or awaitables and asynchronous iterators of the same.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Generator, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

import httpx

from .conversation import JSON_LINES, Answer, Flow, Item, Json, Listen, Lost, NextLine, Operation, Pause, Reply, Request

T = TypeVar("T")
P = ParamSpec("P")

TIMEOUT = httpx.Timeout(10, read=40)
"""Seconds. The service holds an answer for 30 at most."""
SILENCE = httpx.Timeout(10, read=30)
"""Of a stream: the service says something every ten seconds."""
MIN_TIMEOUT_SECONDS = 0.1
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
NEVER_SENT = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL, UnicodeError)
"""Errors of an address or of a header, which stay."""
FAILURES = (httpx.RequestError, httpx.InvalidURL, UnicodeError)


class Connection:
    """A service. `headers`: of each request. `patience`: of each, as `ask` takes it.

    A service that has not answered yet is asked once, as its address may be wrong, unless the caller waits for it.
    """

    def __init__(self, url: str, patience: float, wait_for_service: bool) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self.headers: dict[str, str] = {}
        self._is_known = wait_for_service

    def use_token(self, token: str) -> None:
        """Send this token with each request from now on. Raises ValueError if no header can have it."""
        token = token.strip()
        if not token.isascii() or not token.isprintable() or " " in token or not token:
            raise ValueError("this is no token: it is empty, has spaces, or characters beyond ASCII")
        self.headers["Authorization"] = f"Bearer {token}"

    def _prepared(self, request: Request) -> dict[str, Any]:
        """The arguments of httpx for a request."""
        return {
            "method": request.method,
            "url": self.url + request.target,
            "headers": {**self.headers, **request.headers},
            "content": request.content,
        }

    def _answer(self, response: httpx.Response, content: bytes) -> Answer:
        self._is_known = True
        return Answer(response.status_code, response.headers, content)

    def _lost(self, error: Exception) -> Lost:
        can_be_repeated = self._is_known and not isinstance(error, NEVER_SENT)
        return Lost(error, not isinstance(error, (*NOT_SENT, *NEVER_SENT)), can_be_repeated)


class BlockingConnection(Connection):
    """A connection whose calls block. It closes a client of httpx that it has made itself."""

    def __init__(self, url: str, patience: float, wait_for_service: bool, http: httpx.Client | None) -> None:
        super().__init__(url, patience, wait_for_service)
        self._own = http is None
        self._http = http or httpx.Client(timeout=TIMEOUT)

    def close(self) -> None:
        if self._own:
            self._http.close()

    def carry_out(self, flow: Flow[T]) -> T:
        """The result of a flow."""
        reply: Reply = None
        try:
            while True:
                reply = self._do(flow.send(reply))
        except StopIteration as done:
            result: T = done.value
            return result

    def hand_out(self, flow: Flow[None]) -> Generator[Json, None, None]:
        """The items of a flow. Its stream is closed when the iterator is."""
        reply: Reply = None
        lines: Iterator[str] = iter(())
        with ExitStack() as stream:
            while True:
                try:
                    step = flow.send(reply)
                except StopIteration:
                    return
                reply = None
                if isinstance(step, Item):
                    yield step.value
                elif isinstance(step, Listen):
                    stream.close()
                    try:
                        prepared = self._prepared(step.request)
                        response = stream.enter_context(self._http.stream(**prepared, timeout=SILENCE))
                        reply = self._answer(response, b"" if _has_lines(response) else response.read())
                    except FAILURES as error:
                        reply = self._lost(error)
                    else:
                        lines = _lines(response.iter_bytes())
                elif isinstance(step, NextLine):
                    try:
                        reply = next(lines, None)
                    except (*FAILURES, httpx.StreamError):
                        pass
                else:
                    reply = self._do(step)

    def _do(self, step: Any) -> Reply:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        try:
            response = self._http.request(**self._prepared(step), timeout=_timeout(self._http.timeout, step))
        except FAILURES as error:
            return self._lost(error)
        return self._answer(response, response.content)


class AwaitingConnection(Connection):
    """A connection for asyncio. It closes a client of httpx that it has made itself."""

    def __init__(self, url: str, patience: float, wait_for_service: bool, http: httpx.AsyncClient | None) -> None:
        super().__init__(url, patience, wait_for_service)
        self._own = http is None
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT)

    async def close(self) -> None:
        if self._own:
            await self._http.aclose()

    async def carry_out(self, flow: Flow[T]) -> T:
        """The result of a flow."""
        reply: Reply = None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as done:
                result: T = done.value
                return result
            reply = await self._do(step)

    async def hand_out(self, flow: Flow[None]) -> AsyncGenerator[Json, None]:
        """The items of a flow. Its stream is closed when the iterator is."""
        reply: Reply = None
        lines: AsyncIterator[str] | None = None
        async with AsyncExitStack() as stream:
            while True:
                try:
                    step = flow.send(reply)
                except StopIteration:
                    return
                reply = None
                if isinstance(step, Item):
                    yield step.value
                elif isinstance(step, Listen):
                    await stream.aclose()
                    try:
                        prepared = self._prepared(step.request)
                        response = await stream.enter_async_context(self._http.stream(**prepared, timeout=SILENCE))
                        reply = self._answer(response, b"" if _has_lines(response) else await response.aread())
                    except FAILURES as error:
                        reply = self._lost(error)
                    else:
                        lines = _awaited_lines(response.aiter_bytes())
                elif isinstance(step, NextLine):
                    try:
                        reply = await anext(lines, None) if lines else None
                    except (*FAILURES, httpx.StreamError):
                        pass
                else:
                    reply = await self._do(step)

    async def _do(self, step: Any) -> Reply:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        try:
            response = await self._http.request(**self._prepared(step), timeout=_timeout(self._http.timeout, step))
        except FAILURES as error:
            return self._lost(error)
        return self._answer(response, response.content)


def _timeout(usual: httpx.Timeout, request: Request) -> httpx.Timeout:
    """How long each part of an attempt may take: as long as usual, but not longer than the request has time."""
    if request.ends is None:
        return usual
    left = max(request.ends - time.monotonic(), MIN_TIMEOUT_SECONDS)
    return httpx.Timeout(**{part: min(left, seconds or left) for part, seconds in usual.as_dict().items()})


def _has_lines(response: httpx.Response) -> bool:
    return response.is_success and response.headers.get("content-type", "").startswith(JSON_LINES)


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """Lines of JSON: only a line feed ends one, as texts of JSON may hold all other separators, such as U+2028.

    What follows the last one has broken off: a proxy may end a stream as if it were whole.
    """
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from map(_decoded, lines)


async def _awaited_lines(chunks: AsyncIterator[bytes]) -> AsyncGenerator[str, None]:
    """`_lines` for asyncio."""
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield _decoded(line)


def _decoded(line: bytes) -> str:
    return line.decode(errors="replace")


class Blocking:
    """Its methods return results."""

    connection: BlockingConnection


class Awaiting:
    """Its methods return awaitables of results, and asynchronous iterators."""

    connection: AwaitingConnection


class flow(Generic[P, T]):
    """A method that is written as a flow: `Blocking` objects return its result, `Awaiting` ones an awaitable of it."""

    operation: Operation | None = None

    def __init__(self, function: Callable[Concatenate[Any, P], Flow[T]]) -> None:
        self.function = function
        update_wrapper(self, function)  # type: ignore[arg-type]

    @overload
    def __get__(self, instance: None, owner: Any) -> flow[P, T]: ...
    @overload
    def __get__(self, instance: Blocking, owner: Any) -> Callable[P, T]: ...
    @overload
    def __get__(self, instance: Awaiting, owner: Any) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else _bound(self.function, instance, instance.connection.carry_out)


class items(Generic[P]):
    """A method that is written as a flow of items: `Blocking` objects return an iterator, `Awaiting` ones `async`."""

    def __init__(self, function: Callable[Concatenate[Any, P], Flow[None]]) -> None:
        self.function = function
        update_wrapper(self, function)  # type: ignore[arg-type]

    @overload
    def __get__(self, instance: None, owner: Any) -> items[P]: ...
    @overload
    def __get__(self, instance: Blocking, owner: Any) -> Callable[P, Generator[Json, None, None]]: ...
    @overload
    def __get__(self, instance: Awaiting, owner: Any) -> Callable[P, AsyncGenerator[Json, None]]: ...
    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else _bound(self.function, instance, instance.connection.hand_out)


def _bound(function: Callable[..., Any], instance: Any, run: Callable[[Any], Any]) -> Callable[..., Any]:
    def method(*values: Any, **fields: Any) -> Any:
        return run(function(instance, *values, **fields))

    return update_wrapper(method, function)
