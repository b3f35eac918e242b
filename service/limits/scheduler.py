"""Requests by account: a web process answers few of one account at a time, so that nobody waits for a flood of another.

A process computes one thing at a time. Without turns, a request would wait at each of its steps for all others that
have arrived. A request has its turn from its first bytes until its answer begins; each piece of an answer that is sent
while it is made has a turn of its own. It gives the turn back while it waits for something else than the store, and
loses it when the store takes long: then the process has time.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network
from threading import Event, Lock
from time import monotonic, sleep
from typing import NamedTuple, TypeVar

from service.limits.addresses import client_address, subject_of
from service.limits.level import Level, LimitExceeded
from service.limits.policies import ADDRESS, Policy
from store.patience import StoreDeadline, store_deadline

AT_ONCE_ALONE, AT_ONCE = 2, 1
"""Requests of an account, or of an address, that have their turn at once. While one waits for the store, the process
computes the other: who is alone would be slower with a single one. Among others, each has one."""
ALONE_SECONDS = 1.0
"""An account, or an address, is alone when no other one has sent a request for this time."""
STUCK_SECONDS = 0.01
"""A request that waits for the store for this time loses its turn to the next one, and goes on without it."""
MAX_FORWARDED_CHARACTERS = 1000
"""Of X-Forwarded-For, from the right."""
_TOKEN = re.compile(rb"\r\nauthorization: *bearer +([!-~]{1,200})", re.IGNORECASE)
_FORWARDED = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.IGNORECASE)
Piece = TypeVar("Piece")
Networks = tuple[IPv4Network | IPv6Network, ...]


class Claim(NamedTuple):
    """What a request claims to be before it is read. `forwarded`: X-Forwarded-For."""

    token: str
    forwarded: str


def read_claim(data: bytes) -> Claim:
    """Token and addresses of the head of a request, as far as it has arrived.

    >>> read_claim(b"GET / HTTP/1.1\\r\\nAuthorization: Bearer abc\\r\\nHost: x\\r\\n\\r\\n")
    Claim(token='abc', forwarded='')
    """
    head = data.partition(b"\r\n\r\n")[0]
    token, forwarded = _TOKEN.search(head), _FORWARDED.findall(head)
    addresses = b",".join(forwarded)[-MAX_FORWARDED_CHARACTERS:]  # what is kept has a bounded size
    return Claim(token[1].decode("ascii") if token else "", addresses.decode("latin-1"))


@lru_cache(10_000)
def address_subject(peer: str, forwarded: str, trusted: Networks) -> str | None:
    """Whose limits a request counts for, as `subject_of` gives it. `forwarded`: X-Forwarded-For, from the right."""
    return subject_of(client_address(peer, forwarded, trusted))


class _Line:
    """Those of one account or address: `serving` have their turn, `waiting` do not, the first one goes next."""

    __slots__ = ("serving", "waiting")

    def __init__(self) -> None:
        self.serving: set[Turn] = set()
        self.waiting: deque[Turn] = deque()

    def admit(self, at_once: int) -> None:
        """Let those that wait have the places that are free. Then wake the next one, which watches the others."""
        while self.waiting and len(self.serving) < at_once:
            first = self.waiting.popleft()
            self.serving.add(first)
            first.woken.set()
        if self.waiting:
            self.waiting[0].woken.set()


class _Company:
    """Who sent the newest request, and who the newest one of anybody else. Moments by the monotonic clock."""

    __slots__ = ("at", "name", "other_at")

    def __init__(self) -> None:
        self.name, self.at, self.other_at = "", -ALONE_SECONDS, -ALONE_SECONDS

    def note(self, name: str, now: float) -> None:
        """A request of this line has come."""
        if name != self.name:
            self.name, self.other_at = name, self.at
        self.at = now

    def is_alone(self, name: str, now: float) -> bool:
        """Whether no other line has had a request for ALONE_SECONDS."""
        return now - (self.other_at if name == self.name else self.at) >= ALONE_SECONDS


_NOBODY = Event()


class Turn:
    """The turn of a request. `waits`: those of its thread for the store."""

    __slots__ = ("_turns", "lines", "waits", "wanted", "woken")

    def __init__(self, turns: "RequestScheduler", lines: list[str]) -> None:
        self._turns = turns
        self.lines = lines
        self.waits: StoreDeadline = store_deadline()
        self.wanted = True
        self.woken = _NOBODY  # most requests never wait

    def end(self) -> None:
        """The request needs its turn no more."""
        if self.wanted:
            self.wanted = False
            self._turns.leave(self)

    @contextmanager
    def again(self) -> Iterator[None]:
        """The request has its turn inside the block, although it may have ended."""
        if self.wanted:
            yield
            return
        self._turns.join(self)
        try:
            yield
        finally:
            self._turns.leave(self)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Others have the turn inside the block."""
        if not self.wanted:
            yield
            return
        self._turns.leave(self)
        try:
            yield
        finally:
            self._turns.join(self)


_own: ContextVar[Turn | None] = ContextVar("turn", default=None)


@contextmanager
def aside() -> Iterator[None]:
    """Inside the block this thread waits for something that takes long: others have its turn meanwhile.

    It counts as a new request for the store: it may wait for it as long as before.
    """
    turn = _own.get()
    if turn is None:
        yield
    else:
        with turn.aside():
            yield
    store_deadline().spent = 0.0


def in_turns(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces of an answer that is sent while it is made: each is made in a turn of its own."""
    making = iter(pieces)
    while True:
        turn = _own.get()
        with turn.again() if turn else nullcontext():
            try:
                piece = next(making)
            except StopIteration:
                return
        yield piece


def pause(seconds: float) -> None:
    """Sleep, while others have the turn."""
    with aside():
        sleep(seconds)


class RequestScheduler:
    """The turns of a process. `policy`: how many of an account, or of an address, may wait; None: any number."""

    def __init__(self, policy: Policy | None, now: Callable[[], float] = monotonic) -> None:
        self._policy = policy
        self._now = now
        self._lines: dict[str, _Line] = {}
        self._accounts, self._addresses = _Company(), _Company()
        self._lock = Lock()

    def take(self, account: str | None, address: str | None) -> Turn | None:
        """Wait for the turn of a request; None if it needs none, without account and address. LimitExceeded."""
        lines = []
        if account or address:
            # Those of an address that have no account are a line like that of an account.
            lines.append(f"account {account}" if account else f"nobody {address}")
        if address:
            lines.append(f"address {address}")
        if not lines:
            return None
        turn = Turn(self, lines)
        _own.set(turn)
        self.join(turn, self._policy)
        return turn

    def join(self, turn: Turn, policy: Policy | None = None) -> None:
        """Wait in the turn's lines, one after the other. `policy`: how many may wait in each. Raises LimitExceeded."""
        try:
            for name in turn.lines:
                self._join(turn, name, policy)
        except BaseException:
            turn.wanted = False
            self.leave(turn)
            raise

    def leave(self, turn: Turn) -> None:
        """Leave all lines; the next ones have their turn."""
        with self._lock:
            for name in turn.lines:
                line = self._lines.get(name)
                if line is None:
                    continue
                if turn in line.serving:
                    line.serving.discard(turn)
                    line.admit(self._places(name))
                elif turn in line.waiting:
                    line.waiting.remove(turn)
                    line.admit(self._places(name))
                if not line.serving and not line.waiting:
                    del self._lines[name]

    def _company(self, name: str) -> "_Company":
        return self._addresses if name.startswith(ADDRESS) else self._accounts

    def _places(self, name: str) -> int:
        """How many requests of a line have their turn at once."""
        return AT_ONCE_ALONE if self._company(name).is_alone(name, self._now()) else AT_ONCE

    def _join(self, turn: Turn, name: str, policy: Policy | None) -> None:
        with self._lock:
            self._company(name).note(name, self._now())
            line = self._lines.get(name)
            if line is None:
                line = self._lines[name] = _Line()
            if not line.waiting and len(line.serving) < self._places(name):
                line.serving.add(turn)
                return
            if policy and len(line.waiting) >= policy.quota:
                whose = policy if name.startswith("account") else policy._replace(per=ADDRESS)
                raise LimitExceeded(Level(whose, policy.quota, 0, 1))
            turn.woken = Event()
            line.waiting.append(turn)
        while True:
            with self._lock:
                if turn in line.serving:
                    break
                turn.woken.clear()
                is_next = line.waiting[0] is turn
            began = self._now()
            if turn.woken.wait(STUCK_SECONDS if is_next else None):
                continue
            if self._now() - began < 2 * STUCK_SECONDS:  # otherwise the process is busy, and not the store slow
                sleep(0)  # an answer of the store that has come ends the wait for it
                self._pass(line)
        sleep(0)  # what has come meanwhile goes first

    def _pass(self, line: _Line) -> None:
        """Take the turn from those that wait for the store."""
        long_ago = self._now() - STUCK_SECONDS
        for turn in [*line.serving]:
            since = turn.waits.since
            if since is not None and since < long_ago:
                self.leave(turn)
