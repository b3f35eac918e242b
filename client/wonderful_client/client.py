"""The clients: one whose calls block, and one for asyncio. Both have all methods of Operations and Bots."""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

import httpx

from .bots import Bots
from .drivers import Awaiting, AwaitingConnection, Blocking, BlockingConnection, Connection
from .game import GameFlows
from .operations import Operations

PATIENCE_SECONDS = 60.0
AnyClient = TypeVar("AnyClient", bound="Client")
AnyAsyncClient = TypeVar("AnyAsyncClient", bound="AsyncClient")


class Client(Blocking, Operations, Bots):
    """A service at `url`, for the account of `token`; without one, register a player first.

    `patience`: so many seconds a request has, with its repeats if it gets no answer or the service is too busy; 0: it
    is sent once. Let it be longer than a `wait`.
    An address that has never answered is asked once, because it may be wrong, unless you `wait_for_service`.
    `language`: of sentences, such as `fr`. `http`: a client of httpx to use, with your timeouts, proxies and hooks.
    Methods raise Problem.

    >>> client.get_me()["name"]
    'Ada'
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
        wait_for_service: bool = False,
        language: str | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self.connection = BlockingConnection(url, patience, wait_for_service, http)
        _set_headers(self.connection, token, language)

    def __enter__(self: AnyClient) -> AnyClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()


class AsyncClient(Awaiting, Operations, Bots):
    """`Client` for asyncio: `await` its methods, and read `inbox`, `listen`, `rest` and `play` by `async for`."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
        wait_for_service: bool = False,
        language: str | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.connection = AwaitingConnection(url, patience, wait_for_service, http)
        _set_headers(self.connection, token, language)

    async def __aenter__(self: AnyAsyncClient) -> AnyAsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self.connection.close()


class Game(Blocking, GameFlows):
    __doc__ = GameFlows.__doc__

    def __init__(self, client: Client, game: str) -> None:
        self.connection = client.connection
        super().__init__(game)


class AsyncGame(Awaiting, GameFlows):
    """`Game` for asyncio."""

    def __init__(self, client: AsyncClient, game: str) -> None:
        self.connection = client.connection
        super().__init__(game)


def _set_headers(connection: Connection, token: str | None, language: str | None) -> None:
    if token is not None:
        connection.use_token(token)
    if language is not None:
        connection.headers["Accept-Language"] = language
