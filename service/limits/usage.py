"""Who uses most of the rates: the buckets as they are in the store, for an operator."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from redis import Redis

from service.limits.buckets import bucket_key, quotas_key
from service.limits.policies import ACCOUNT, Policy
from store.clock import read_time
from store.keys import Keys

READ_AT_ONCE = 500


class Usage(NamedTuple):
    """What a subject, an account or an address, has used of a rate. `left`: of the quota of the subject, in tokens.

    `share`: what is used of the quota, 0..1.
    """

    share: float
    policy: Policy
    subject: str
    left: int
    quota: int


def busiest(redis: Redis, keys: Keys, policies: Iterable[Policy], count: int) -> list[Usage]:
    """Those that have used the largest share of a rate, the largest first. It only reads. Raises RedisError.

    What a process has drawn ahead counts as used. `policies`: with the quotas of the service.
    """
    return nlargest(count, _usages(redis, keys, policies))


def _usages(redis: Redis, keys: Keys, policies: Iterable[Policy]) -> Iterator[Usage]:
    """All rates of which something is used."""
    for policy in policies:
        if policy.window:
            prefix = bucket_key(keys, policy, "")
            subjects = [name.decode().removeprefix(prefix) for name in redis.scan_iter(f"{prefix}*", count=1000)]
            for at in range(0, len(subjects), READ_AT_ONCE):
                yield from _read(redis, keys, policy, subjects[at : at + READ_AT_ONCE])


def _read(redis: Redis, keys: Keys, policy: Policy, subjects: Sequence[str]) -> Iterator[Usage]:
    assert policy.window
    pipe, now_ms = redis.pipeline(transaction=False), read_time(redis) * 1000
    for subject in subjects:
        pipe.hmget(bucket_key(keys, policy, subject), "tokens", "at")
        pipe.hget(quotas_key(keys, subject if policy.per == ACCOUNT else ""), policy.name)
    answers = pipe.execute()
    for subject, (tokens, at_ms), own in zip(subjects, answers[::2], answers[1::2], strict=True):
        quota = int(own or policy.quota)
        if tokens is None:  # it has just filled
            continue
        filled = (now_ms - float(at_ms)) * quota / (policy.window * 1000)
        left = max(0, min(quota, round(float(tokens) + filled)))
        if left < quota:
            yield Usage(1 - left / quota, policy, subject, left, quota)
