"""Rates: buckets of tokens in the store, of which each process draws blocks.

A process keeps up to BLOCK_SHARE of a quota for LEASE_SHARE of the window, so most requests cost no round trip. Tokens
are drawn before they are spent: all processes together never let more pass than the quota. Meanwhile another process
may refuse, at most a block early for each process. What a process does not spend goes back to the store.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from math import ceil
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from cachetools import LRUCache
from redis import Redis

from service.limits.level import Level, LimitExceeded
from service.limits.policies import Policy
from store.keys import Keys

BLOCK_SHARE, LEASE_SHARE = 1 / 20, 1 / 20
MAX_LEASES = 50_000
"""Of one process; those that were not used for longest go first, and what was left in them is lost."""
REFUSED_SECONDS = 1.0
"""The longest time a process refuses without asking the store again."""


class Want(NamedTuple):
    """What a request takes. `subject`: an account, an address. `account`: whose own quotas count; "": nobody's."""

    policy: Policy
    subject: str
    account: str
    cost: int = 1


def quotas_key(keys: Keys, account: str) -> str:
    """The key of the quotas that an account has alone."""
    return keys.lobby(f"quotas:{account}")


def bucket_key(keys: Keys, policy: Policy, subject: str) -> str:
    """The key of what a subject has left of a rate."""
    return keys.lobby(f"limit:{policy.name}:{subject}")


class _Lease:
    """The tokens of a bucket that this process holds. `until`, `refused_until`: by the monotonic clock."""

    __slots__ = ("quota", "refused_until", "stored", "tokens", "until")

    def __init__(self, quota: int) -> None:
        self.tokens, self.until, self.refused_until = 0, 0.0, 0.0
        self.quota, self.stored = quota, 0


class Buckets:
    """All rates, on Redis. Thread-safe. `now`: a monotonic clock, in seconds."""

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float] = monotonic) -> None:
        self._redis, self._keys, self._now = redis, keys, now
        self._leases: LRUCache[tuple[str, str], _Lease] = LRUCache(MAX_LEASES)
        self._lock = Lock()
        self._script = redis.register_script(files(__package__).joinpath("take.lua").read_text("utf-8"))

    def take_held(self, wanted: Sequence[Want]) -> list[Level]:
        """Take all that is wanted from what this process holds; if it lacks some, take nothing: an empty list."""
        return self._take(wanted, self._now())[0]

    def take(self, wanted: Sequence[Want]) -> list[Level]:
        """Take all that is wanted, or nothing. Raises LimitExceeded, and RedisError."""
        began = self._now()  # what is drawn counts, however long this process stands still meanwhile
        with self._lock:
            lacking = self._lacking(wanted, began)
        self._draw(lacking)
        levels, lacking = self._take(wanted, began)
        if lacking:
            raise LimitExceeded(self._refusal(lacking[0]))
        return levels

    def _take(self, wanted: Sequence[Want], now: float) -> tuple[list[Level], list[Want]]:
        """Take all that is wanted from what this process holds: the levels, or what it lacks."""
        with self._lock:
            if lacking := self._lacking(wanted, now):
                return [], lacking
            return [_taken(want, self._leases[want.policy.name, want.subject]) for want in wanted], []

    def give_back(self, given: Iterable[tuple[Want, int]]) -> None:
        """Put tokens back, where this process holds some of the bucket; it never holds more than a block."""
        with self._lock:
            for want, tokens in given:
                lease = self._leases.get((want.policy.name, want.subject))
                if lease:
                    lease.tokens = max(lease.tokens, min(lease.tokens + tokens, _block(lease.quota, want)))

    def look(self, wanted: Sequence[Want]) -> list[Level]:
        """How full these buckets are, by the store and this process. Raises RedisError."""
        found = []
        for want, (_, left, quota, _) in zip(wanted, self._ask([(want, 0, 0) for want in wanted]), strict=True):
            lease = self._leases.get((want.policy.name, want.subject))
            remaining = min(quota, left + (lease.tokens if lease and lease.until > self._now() else 0))
            found.append(_level(want.policy, quota, remaining))
        return found

    def _lacking(self, wanted: Sequence[Want], now: float) -> list[Want]:
        """What this process cannot give of what it holds."""
        lacking = []
        for want in wanted:
            lease = self._leases.get((want.policy.name, want.subject))
            if lease is None or lease.tokens < want.cost or now >= lease.until:
                lacking.append(want)
        return lacking

    def _draw(self, wanted: Sequence[Want]) -> None:
        """Fetch tokens for these from the store, except where it refused only just now."""
        asked, now = [], self._now()
        with self._lock:
            for want in wanted:
                lease = self._leases.get((want.policy.name, want.subject))
                if lease is None or lease.refused_until <= now:
                    asked.append((want, want.cost, lease.tokens if lease else 0))
                    if lease:
                        lease.tokens = 0
        if not asked:
            return
        answers = self._ask(asked)
        with self._lock:
            now = self._now()
            for (want, *_), (granted, left, quota, wait_ms) in zip(asked, answers, strict=True):
                key = want.policy.name, want.subject
                lease = self._leases.get(key) or _Lease(quota)
                self._leases[key] = lease
                lease.quota, lease.stored = quota, left
                lease.tokens += granted
                if granted:
                    lease.until = now + max(1.0, (want.policy.window or 0) * LEASE_SHARE)
                    lease.refused_until = 0.0
                else:
                    lease.refused_until = now + min(wait_ms / 1000, REFUSED_SECONDS)

    def _ask(self, asked: Sequence[tuple[Want, int, int]]) -> list[tuple[int, int, int, int]]:
        """Run the script for each (want, tokens needed, tokens brought back), in one round trip."""
        pipe: Any = self._redis.pipeline(transaction=False)
        for want, need, back in asked:
            policy = want.policy
            keys = [bucket_key(self._keys, policy, want.subject), quotas_key(self._keys, want.account)]
            share = BLOCK_SHARE if policy.leased else 0
            args: list[str | int | float] = [policy.name, policy.quota, (policy.window or 1) * 1000, need, share, back]
            self._script(keys=keys, args=args, client=pipe)
        found: list[tuple[int, int, int, int]] = pipe.execute()
        return found

    def _refusal(self, want: Want) -> Level:
        """The level of a bucket that refuses."""
        with self._lock:
            lease = self._leases.get((want.policy.name, want.subject)) or _Lease(want.policy.quota)
            lacking = max(1, want.cost - lease.tokens - lease.stored)
            seconds = ceil(lacking * (want.policy.window or 1) / lease.quota) if lease.quota else want.policy.window
            return Level(want.policy, lease.quota, 0, max(1, seconds or 1))


def _taken(want: Want, lease: _Lease) -> Level:
    """The level of a bucket after tokens were taken."""
    lease.tokens -= want.cost
    return _level(want.policy, lease.quota, lease.tokens + lease.stored)


def _block(quota: int, want: Want) -> int:
    return max(want.cost, int(quota * BLOCK_SHARE)) if want.policy.leased else want.cost


def _level(policy: Policy, quota: int, remaining: int) -> Level:
    remaining = min(remaining, quota)
    return Level(policy, quota, remaining, ceil((quota - remaining) * (policy.window or 0) / quota) if quota else 0)
