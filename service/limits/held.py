"""What is held at the same time, such as streams: members of sorted sets in the store, which expire by themselves."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from redis import Redis

from service.limits.buckets import Want, quotas_key
from service.limits.level import Level
from store.keys import Keys

DAY_SECONDS = 86_400


class Held:
    """The places that subjects hold, on Redis."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis, self._keys = redis, keys
        self._script = redis.register_script(files(__package__).joinpath("hold.lua").read_text("utf-8"))

    def hold(
        self, wanted: Sequence[Want], member: str, seconds: float, anyway: bool = False
    ) -> tuple[list[Level], list[Level]]:
        """Hold a place of each: the levels, and those that have none left. `anyway`: hold it in any case.

        `member`: who holds it; "": look only. A place that is held already is held for `seconds` more. Raises
        RedisError.
        """
        pipe: Any = self._redis.pipeline(transaction=False)
        for want in wanted:
            args: list[str | int | float] = [
                want.policy.name,
                want.policy.quota,
                member,
                int(seconds * 1000),
                int(anyway),
            ]
            self._script(keys=[self._key(want), quotas_key(self._keys, want.account)], args=args, client=pipe)
        levels, refused = [], []
        for want, (held, taken, quota) in zip(wanted, pipe.execute(), strict=True):
            remaining = max(0, quota - taken)
            levels.append(Level(want.policy, quota, remaining, 0))
            if not held:
                refused.append(Level(want.policy, quota, 0, want.policy.seconds))
        return levels, refused

    def release(self, wanted: Sequence[Want], members: Iterable[str]) -> None:
        """Free the places of these members. Raises RedisError."""
        if given := [*members]:
            pipe = self._redis.pipeline(transaction=False)
            for want in wanted:
                pipe.zrem(self._key(want), *given)
            pipe.execute()

    def members(self, want: Want) -> list[str]:
        """Who holds a place. Raises RedisError."""
        found: Any = self._redis.zrange(self._key(want), 0, -1)
        return [member.decode() for member in found]

    def _key(self, want: Want) -> str:
        return self._keys.lobby(f"held:{want.policy.name}:{want.subject}")
