"""The limits of a service: what a request takes, and from whom. Without an answer of the store, nothing is refused."""

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from redis import Redis
from redis.exceptions import RedisError

from service.limits.buckets import Buckets, Want, quotas_key
from service.limits.held import DAY_SECONDS, Held
from service.limits.level import Level
from service.limits.policies import ACCOUNT, ADDRESS, KINDS, POLICIES, SERVICE, with_quotas
from service.limits.refusals import Refusals
from store.keys import Keys
from store.patience import store_deadline

Result = TypeVar("Result")
logger = logging.getLogger(__name__)
PAUSE_SECONDS = 1.0
"""After a failure of the store, no limit is counted for that long, so that requests wait for the store once."""
MAX_WAIT_SECONDS = 0.4
"""A request waits for its limits for that long, and has the rest of its time for what it asks for."""
GAME_SECONDS = 60 * DAY_SECONDS
"""A game that nobody takes from the list counts for that long at most."""
LONG_POLL_SECONDS = 60.0
"""A request that waits for news counts for that long at most, longer than it may wait."""
STREAM_SECONDS = 120.0
"""A stream counts for that long after its last sign of life: a process may die."""


class Asker(NamedTuple):
    """Who asks. `account`: an id; None without a token. `address`: as `subject_of` gives it; None: unknown."""

    account: str | None
    address: str | None


class Limits:
    """All limits. `quotas`: other ones than the defaults, by name; None: there are no limits.

    `refusals`: when this process answers what they refuse.
    """

    def __init__(
        self, redis: Redis, keys: Keys, quotas: Mapping[str, int] | None, now: Callable[[], float] = monotonic
    ) -> None:
        self._redis, self._keys, self._now = redis, keys, now
        self.policies = {} if quotas is None else with_quotas(quotas)
        self._buckets, self._held = Buckets(redis, keys, now), Held(redis, keys)
        self.refusals = Refusals()
        self._paused_until, self._fails = 0.0, False

    def take(self, kind: str, asker: Asker, cost: int = 1) -> list[Level]:
        """Take `cost` from the rates of KINDS: how full they are now. Raises LimitExceeded."""
        wanted = self._wanted(kind, asker, cost)
        if not wanted:
            return []
        return self._buckets.take_held(wanted) or self._unless_down(lambda: self._buckets.take(wanted), [])

    def give_back(self, tokens: Mapping[str, int], asker: Asker) -> None:
        """Put tokens back into rates, by kind (of KINDS), without asking the store."""
        self._buckets.give_back([(want, count) for kind, count in tokens.items() for want in self._wanted(kind, asker)])

    def hold(self, kind: str, asker: Asker, member: str, seconds: float) -> list[Level]:
        """Hold a place of KINDS for a member: the limits that have none left; none of them: it has its places."""
        wanted = self._wanted(kind, asker)
        return self._unless_down(lambda: self._hold(wanted, member, seconds), []) if wanted else []

    def hold_anyway(self, kind: str, asker: Asker, members: Sequence[str], seconds: float) -> None:
        """Hold a place for each member, also beyond the limit."""
        wanted = self._wanted(kind, asker)
        for member in members if wanted else ():
            self._unless_down(lambda: self._held.hold(wanted, member, seconds, anyway=True), None)  # noqa: B023

    def release(self, kind: str, asker: Asker, members: Sequence[str]) -> None:
        """Free the places of these members."""
        self._unless_down(lambda: self._held.release(self._wanted(kind, asker), members), None)

    def members(self, kind: str, asker: Asker) -> list[str]:
        """Who holds places of this kind, each once."""
        wanted = self._wanted(kind, asker)
        found: list[list[str]] = self._unless_down(lambda: [self._held.members(want) for want in wanted], [])
        return [*dict.fromkeys(chain.from_iterable(found))]

    def levels(self, asker: Asker) -> list[Level]:
        """All limits that the store counts, and what is left for the asker. Raises RedisError.

        Of an address without limits everything is left.
        """
        names = [name for name, policy in self.policies.items() if policy.per != SERVICE]
        wanted = [want for name in names if (want := self._want(name, asker))]
        rates = [want for want in wanted if want.policy.window]
        counts = [want for want in wanted if not want.policy.window]
        free = [each for each in self.policies.values() if each.per == ADDRESS and asker.address is None]
        found = [*self._buckets.look(rates), *self._held.hold(counts, "", 0)[0]]
        found += [Level(policy, policy.quota, policy.quota, 0) for policy in free]
        order = [*self.policies]
        return sorted(found, key=lambda level: order.index(level.policy.name))

    def quotas_of(self, account: str) -> dict[str, int]:
        """The quotas of this account alone, by name of the limit. Raises RedisError."""
        stored: Any = self._redis.hgetall(quotas_key(self._keys, account))
        return {name.decode(): int(quota) for name, quota in stored.items() if name.decode() in POLICIES}

    def set_quotas(self, account: str, quotas: Mapping[str, int]) -> None:
        """Give an account quotas of its own, in all processes within seconds. Other limits get the default."""
        pipe, key = self._redis.pipeline(transaction=True), quotas_key(self._keys, account)
        pipe.delete(key)
        if quotas:
            pipe.hset(key, mapping={name: str(quota) for name, quota in quotas.items()})
        pipe.execute()

    def _hold(self, wanted: Sequence[Want], member: str, seconds: float) -> list[Level]:
        _, refused = self._held.hold(wanted, member, seconds)
        if refused:
            self._held.release(wanted, [member])
        return refused

    def _wanted(self, kind: str, asker: Asker, cost: int = 1) -> list[Want]:
        return [want for name in KINDS[kind] if (want := self._want(name, asker, cost))]

    def _want(self, name: str, asker: Asker, cost: int = 1) -> Want | None:
        """None without the limit, or without the account or the address that it is for."""
        policy = self.policies.get(name)
        if policy is None:
            return None
        if policy.per == ACCOUNT:
            return Want(policy, asker.account, asker.account, cost) if asker.account else None
        return Want(policy, asker.address, "", cost) if asker.address else None

    def _unless_down(self, ask: Callable[[], Result], otherwise: Result) -> Result:
        """What the store answers; `otherwise` if it fails, or failed only just now."""
        if self._now() < self._paused_until:
            return otherwise
        try:
            with store_deadline().at_most(MAX_WAIT_SECONDS):
                found = ask()
        except RedisError as error:
            self._paused_until = self._now() + PAUSE_SECONDS
            if not self._fails:
                logger.warning("limits are not counted, because the store fails: %s", type(error).__name__)
            self._fails = True
            return otherwise
        if self._fails:
            self._fails = False
            logger.warning("limits are counted again")
        return found
