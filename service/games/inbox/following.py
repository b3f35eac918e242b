"""Reading an inbox as its items come: as a stream without end, or once, by a request that waits."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from time import monotonic

from redis.exceptions import RedisError

from service.games.inbox.inbox import Inbox, Page, Rank
from service.games.inbox.items import Item
from service.games.wakeups import KEEP_ALIVE_SECONDS, Waiter

logger = logging.getLogger(__name__)
LOOK_SECONDS = 30.0
"""A notice may get lost, so a stream looks at all games again that often."""


def follow_inbox(inbox: Inbox, waiter: Waiter, is_stopped: Callable[[], bool]) -> Iterator[Item | None]:
    """Everything that waits, then everything that comes, until stopped; None when a sign of life is due.

    It also ends when the store does not answer: an item may be lost then, and the client's next stream brings it.
    """
    try:
        yield from _follow(inbox, waiter, is_stopped)
    except RedisError as error:
        logger.warning("cannot read an inbox, its stream ends: %s", error)


def _follow(inbox: Inbox, waiter: Waiter, is_stopped: Callable[[], bool]) -> Iterator[Item | None]:
    games: set[str] | None = None
    look_at, silent_at = monotonic() + LOOK_SECONDS, monotonic() + KEEP_ALIVE_SECONDS
    while not is_stopped():
        for item in inbox.new_items(games):
            yield item
            silent_at = monotonic() + KEEP_ALIVE_SECONDS
        if inbox.has_more:
            games = set()
            continue
        waiter.wait(max(0.0, min(silent_at - monotonic(), inbox.seconds_to_next())))
        games = waiter.take()
        if monotonic() >= silent_at:
            yield None
            silent_at = monotonic() + KEEP_ALIVE_SECONDS
        if monotonic() >= look_at:
            look_at, games = monotonic() + LOOK_SECONDS, None


def first_items(
    inbox: Inbox,
    waiter: Waiter,
    is_stopped: Callable[[], bool],
    seconds: float,
    limit: int,
    after: Rank | None = None,
    place: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Page:
    """What waits, at most `limit` items; if nothing does, what comes first before the time or the process ends.

    `after`: where the page before ended; then nothing is waited for. `place`: what the request holds while it waits.
    """
    deadline, page = monotonic() + seconds, inbox.page(limit, after)
    if page.items or not seconds or after is not None:
        return page
    with place():
        while not page.items and (left := deadline - monotonic()) > 0 and not is_stopped():
            waiter.wait(min(left, inbox.seconds_to_next()))
            page = Page([*islice(inbox.new_items(waiter.take()), limit)])
    return page
