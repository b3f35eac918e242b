"""What came of a look at a limit."""

from typing import NamedTuple

from service.limits.policies import Policy


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
