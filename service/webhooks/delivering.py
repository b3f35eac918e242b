"""Delivering: due inboxes become messages, and due messages are sent, many at once, until there is nothing left to do.

Each lane has a capacity of its own. So webhooks that fail, never answer or answer late delay neither
those that work nor new ones.
"""

import asyncio
import logging
import random
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from projections.due_inboxes import DueInbox
from service.backend import Backend
from service.webhooks.addresses import BadUrl, Target, parse_url
from service.webhooks.attempts import attempt
from service.webhooks.endpoints import Webhook, Webhooks, parse_webhook
from service.webhooks.messages import LEASE_MS, make_messages
from service.webhooks.outbox import Taken

logger = logging.getLogger(__name__)
TICK_SECONDS = 0.025
"""The interval at which the store is read while there is work."""
LINGER_SECONDS = 1.0
"""How long a job waits for more work, because the next job would take a few milliseconds to begin."""
MAX_JOB_SECONDS = 3600.0
STOP_SECONDS = 5.0
"""How long requests under way may take when the process is to stop. What is not done by then is sent again."""
INBOXES_AT_ONCE = 20
"""That are compared between two looks at what may be sent to webhooks that are not known to work."""
MAX_REQUESTS_TO_A_HOST = 8
MAX_REQUESTS_OF_A_PLAYER = 4
PUT_BACK_MS = 150
"""How long a webhook waits, up to twice, whose host or player has as many requests under way as allowed."""


class Lane(NamedTuple):
    """`capacity`: requests under way. `at_once`: how many begin in a tick, which bounds their CPU time.

    `lookups`: of names, at the same time. `reserve`: a tick takes at most the free places divided by this
    number. So receivers that never answer do not take all places for ten seconds.
    """

    capacity: int
    at_once: int
    lookups: int
    reserve: int = 1

    def room(self, busy: int) -> int:
        """How many requests may begin now, beside those that are under way."""
        free = self.capacity - busy
        return min(self.at_once, free, max(1, free // self.reserve))


LANES: Mapping[str, Lane] = {
    "healthy": Lane(64, 16, 16),
    "new": Lane(512, 8, 16, reserve=64),
    "failing": Lane(256, 4, 32, reserve=64),
    "slow": Lane(256, 4, 16, reserve=16),
}
GetAddressInfo = Callable[..., Sequence[Any]]
"""As `socket.getaddrinfo`."""


class Surroundings(NamedTuple):
    """`now`: seconds since 1970; None: the clock of the store. `linger_seconds`: how long a job waits for more work."""

    getaddrinfo: GetAddressInfo = socket.getaddrinfo
    now: Callable[[], float] | None = None
    linger_seconds: float = LINGER_SECONDS


class Delivery:
    """One job: its requests under way, and what limits them."""

    def __init__(self, backend: Backend, surroundings: Surroundings) -> None:
        self._backend = backend
        self._webhooks = Webhooks(backend.redis, backend.keys, backend.clock)
        self._getaddrinfo, now, self._linger_seconds = surroundings
        self._now = now or backend.clock
        self._changed = asyncio.Event()  # a request or a comparison has ended
        self._running: dict[asyncio.Task[None], str] = {}
        self._hosts: Counter[str] = Counter()
        self._players: Counter[str] = Counter()

    async def run(self, is_stopped: Callable[[], bool]) -> None:
        """Make and send messages until there has been nothing to do for `linger_seconds`, or until stopped."""
        began = busy = time.monotonic()
        comparing = self._start_comparing(0.0)
        while not is_stopped() and time.monotonic() < began + MAX_JOB_SECONDS:
            has_compared = comparing.done()
            made = comparing.result() if has_compared else 0
            if has_compared:
                comparing = self._start_comparing(0.0 if made else TICK_SECONDS)
            if self._send_due(everywhere=has_compared) or made or self._running:
                busy = time.monotonic()
            elif has_compared and time.monotonic() >= busy + self._linger_seconds:
                break
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), TICK_SECONDS)
            self._changed.clear()
        await comparing
        if self._running:
            await asyncio.wait(self._running, timeout=STOP_SECONDS)  # `asyncio.run` cancels what is left

    def _start_comparing(self, pause_seconds: float) -> asyncio.Task[int]:
        comparing = asyncio.create_task(asyncio.to_thread(self._compare, pause_seconds))
        comparing.add_done_callback(lambda _: self._changed.set())
        return comparing

    def _compare(self, pause_seconds: float) -> int:
        """Make the messages of due inboxes, after a pause. Returns how many there were.

        It takes one of each player, and then looks again who has something due: nobody waits for the many of another.
        """
        time.sleep(pause_seconds)
        compared = 0
        while compared < INBOXES_AT_ONCE:
            now_ms = int(self._now() * 1000)
            due = self._webhooks.inboxes.take(now_ms, now_ms + LEASE_MS, INBOXES_AT_ONCE - compared)
            if not due:
                break
            for each in due:
                self._make_messages(each, now_ms)
            compared += len(due)
        return compared

    def _make_messages(self, due: DueInbox, now_ms: int) -> None:
        try:
            make_messages(self._backend, self._webhooks, due, now_ms)
        except RedisError:
            raise
        except Exception:
            logger.exception("the inbox of %s in game %s could not be compared", due.player, due.game)

    def _send_due(self, everywhere: bool) -> int:
        """Begin to send what is due, as far as there is room. Returns how many webhooks were due.

        `everywhere`: also to webhooks that are not known to work. These may be looked at once a tick.
        """
        now_ms = int(self._now() * 1000)
        busy = Counter(self._running.values())
        limits = {name: lane.room(busy[name]) for name, lane in LANES.items()}
        asked = limits if everywhere else {"healthy": limits["healthy"]}
        taken = self._webhooks.outbox.take(now_ms, now_ms + LEASE_MS, asked)
        for each in taken:
            webhook = parse_webhook(each.config)
            target = _target(self._backend, webhook)
            host = target.host if target else ""
            if self._hosts[host] >= MAX_REQUESTS_TO_A_HOST or self._players[webhook.player] >= MAX_REQUESTS_OF_A_PLAYER:
                self._webhooks.outbox.put_back(each, now_ms + PUT_BACK_MS * (1 + random.random()))
                continue
            self._begin(each, host, webhook.player, self._attempt(each, webhook, target))
        return len(taken)

    def _begin(self, taken: Taken, host: str, player: str, sending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(sending)
        self._running[task] = taken.lane
        self._hosts[host] += 1
        self._players[player] += 1

        def done(ended: asyncio.Task[None]) -> None:
            del self._running[ended]
            self._changed.set()
            self._hosts -= Counter([host])
            self._players -= Counter([player])
            if not ended.cancelled() and (error := ended.exception()):
                logger.error("a message of %s was not settled, it is sent again", taken.member, exc_info=error)

        task.add_done_callback(done)

    async def _attempt(self, taken: Taken, webhook: Webhook, target: Target | None) -> None:
        resolve = partial(self._resolve, taken.lane)
        await attempt(self._backend, self._webhooks, taken, webhook, target, resolve, self._now)

    async def _resolve(self, lane: str, host: str, port: int) -> list[str]:
        """The addresses of a name, by the threads of the lane: a silent name server blocks one of them."""
        look_up = partial(self._getaddrinfo, host, port, type=socket.SOCK_STREAM)
        rows = await asyncio.get_running_loop().run_in_executor(_lookups(lane), look_up)
        return list(dict.fromkeys(str(row[4][0]) for row in rows))


def _target(backend: Backend, webhook: Webhook) -> Target | None:
    """Where the webhook leads; None if it may not be called any more."""
    try:
        return parse_url(webhook.url, backend.settings.webhook_allowed_networks)
    except BadUrl:
        return None


@cache
def _lookups(lane: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(LANES[lane].lookups, thread_name_prefix=f"lookup-{lane}")


def deliver(backend: Backend, is_stopped: Callable[[], bool], surroundings: Surroundings | None = None) -> None:
    """Make and send the messages of all webhooks that are due."""
    asyncio.run(Delivery(backend, surroundings or Surroundings()).run(is_stopped))
