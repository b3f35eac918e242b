"""Postponing: an effect with a time waits outside its lane while its account has many jobs there.

It stays in the store, with a later time. So however many clocks of one account run out at once, the lane stays short,
and those of the others find room.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from service.jobs.lanes import Room, by_account, has_room

TIMED_ROOM = Room(own=100, crowd=1000, most=10_000)
"""Of the lane of quick jobs. It takes long to find out whether a job is live while more than `crowd` wait."""
LOOK_SECONDS = 0.2
"""The interval at which the lane is checked for what waits."""
APART_SECONDS = 0.01
"""Between the effects of an account that are postponed, so that it costs little to look at them again."""


class Postponing:
    """Whether effects with a time may become jobs now, as this process knows the lane.

    `waiting`: gives the names of the jobs in the lane.
    """

    def __init__(self, waiting: Callable[[], Iterable[str]], now: Callable[[], float] = monotonic) -> None:
        self._read, self._now = waiting, now
        self._waiting = Counter[str]()
        self._look_at = now()
        self._turns: dict[str, float] = {}

    def seconds(self, account: str) -> float:
        """0 if another effect of the account may become a job, otherwise for how long to postpone this one.

        What may become a job counts as waiting from now on.
        """
        now = self._now()
        if now >= self._look_at:
            self._waiting, self._look_at = by_account(self._read()), now + LOOK_SECONDS
            self._turns = {each: turn for each, turn in self._turns.items() if turn > now}
        if has_room(self._waiting, account, TIMED_ROOM):
            self._waiting[account] += 1
            return 0.0
        self._turns[account] = max(now, self._turns.get(account, now)) + APART_SECONDS
        return self._turns[account] - now
