"""The backlog: games to which the feed points and that are not projected yet. The accounts take turns.

Otherwise the fast games of one account would delay everybody else's. The next game is one of the account that used
least of the projector's time in the last minute or two.
"""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import NamedTuple

from cachetools import LRUCache

import game as rules
from projections.effects import NOBODY, account_behind, is_account
from projections.feed import Pointer

MAX_POINTERS = 10_000
"""So many are held at most, and those of one more read; the others wait in the feed, where nobody takes turns."""
USE_SECONDS = 60.0
"""Time of use is summed up for so long. The sums of the current and of the last period count."""
MAX_KNOWN_GAMES = 20_000


class Next(NamedTuple):
    """A game to project, what pointed to it, and the account whose turn it is."""

    game: str
    pointers: list[Pointer]
    account: str


class Backlog:
    """The games that wait, each once, in one line for each account that wrote to it."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._pointers: dict[str, dict[Pointer, None]] = {}
        self._lines: dict[str, dict[str, None]] = {}
        self._held = 0
        self._behind: LRUCache[str, str] = LRUCache(MAX_KNOWN_GAMES)
        self._used: dict[str, float] = {}
        self._used_before: dict[str, float] = {}
        self._period = 0

    def __bool__(self) -> bool:
        return bool(self._pointers)

    @property
    def is_full(self) -> bool:
        """Whether no more pointers should be read."""
        return self._held >= MAX_POINTERS

    def add(self, found: Mapping[str, Sequence[Pointer]]) -> None:
        """Let games wait. `found`: what points to each. Moves of bots count for the account behind the game."""
        for game, pointers in found.items():
            waiting = self._pointers.setdefault(game, {})
            self._held -= len(waiting)
            waiting.update(dict.fromkeys(pointers))  # the feed gives a pointer again that waits for long
            self._held += len(waiting)
            for account in {self._account(game, pointer) for pointer in pointers}:
                self._lines.setdefault(account, {})[game] = None

    def take(self) -> Next | None:
        """The game to project next: the one that has waited longest for the account that used least."""
        self._forget_use()
        while self._lines:
            account = min(self._lines, key=self._use)
            line = self._lines[account]
            game = next(iter(line))
            del line[game]
            if not line:
                del self._lines[account]
            if pointers := self._pointers.pop(game, None):  # otherwise it was the turn of another account at its table
                self._held -= len(pointers)
                return Next(game, [*pointers], account)
        return None

    def count(self, done: Next, state: rules.State, seconds: float) -> None:
        """Count the time that it took to project a game. `state`: the game as it is now."""
        self._behind[done.game] = account_behind(state)
        self._used[done.account] = self._used.get(done.account, 0.0) + seconds

    def _forget_use(self) -> None:
        """Forget what was used before the last period."""
        period = int(self._now() // USE_SECONDS)
        if period != self._period:
            self._used_before = self._used if period == self._period + 1 else {}
            self._used, self._period = {}, period

    def _use(self, account: str) -> float:
        return self._used.get(account, 0.0) + self._used_before.get(account, 0.0)

    def _account(self, game: str, pointer: Pointer) -> str:
        return pointer.actor if is_account(pointer.actor) else self._behind.get(game, NOBODY)
