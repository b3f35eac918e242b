"""Inboxes as tests read them."""

from collections.abc import Callable, Iterable
from time import time

from service.backend import Backend
from service.games.inbox.inbox import Inbox
from service.games.inbox.items import Item
from tests.service.client import Caller, Service


def inbox_of(
    service: Service,
    caller: Caller,
    after: str | None = None,
    now_ms: Callable[[], float] = lambda: time() * 1000,
    parts: Backend | None = None,
) -> Inbox:
    """A new inbox of the caller, read by the process of `parts`, by default that of the service."""
    player = service.parts.accounts.by_id(caller.id)
    assert player
    return Inbox(parts or service.parts, player, after, now_ms)


def found(items: Iterable[Item]) -> list[tuple[str, str]]:
    """Kind and game of each item."""
    return [(item.kind, item.data["game"]) for item in items]


def everything(inbox: Inbox) -> list[Item]:
    """All that the inbox delivers now, also if that takes several reads."""
    items = [*inbox.new_items()]
    while inbox.has_more:
        items += inbox.new_items([])
    return items
