"""How full a limit is, and what a refusal says."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.message import Message
from service.limits.policies import ADDRESS, Policy


class Level(NamedTuple):
    """How full a limit is for its subject. `quota`: of this subject. `remaining`: what is left of it.

    `seconds`: until all of it is there again; after a refusal: until it is worth to try again. 0: now.
    """

    policy: Policy
    quota: int
    remaining: int
    seconds: int


class LimitExceeded(Exception):
    """A limit refuses what was asked for."""

    def __init__(self, level: Level) -> None:
        super().__init__(f"{level.policy.name}: try again in {level.seconds} s")
        self.level = level


def refusal_detail(level: Level) -> Message:
    """What the one who is refused is told."""
    values = {"limit": level.policy.name, "quota": level.quota, "seconds": level.seconds}
    if level.policy.per == ADDRESS:
        return Message("your address has used up {limit} ({quota}): try again in {seconds} s", **values)
    return Message("your account has used up {limit} ({quota}): try again in {seconds} s", **values)


def refusal_members(level: Level) -> Mapping[str, Any]:
    """What the problem of a refusal has beside the members of every problem."""
    policy = level.policy
    described = {"name": policy.name, "per": policy.per, "quota": level.quota, "window": policy.window}
    return {"violated-policies": [policy.name], "limit": described | {"seconds": level.seconds}}
