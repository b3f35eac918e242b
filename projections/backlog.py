"""The backlog: games to which the feed points and that are not projected yet. The accounts take turns.

Otherwise the fast games of one account would delay everybody else's. The order is that of start-time fair queueing:
each projection moves the next turn of its account back by the time that it takes. An account that comes anew has its
turn at once, and waits for one game of each other account, as a rule.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cachetools import LRUCache

import game as rules
from projections.effects import NOBODY, account_behind, is_account
from projections.feed import Pointer

MAX_POINTERS = 10_000
"""The most that are held; the others wait in the feed, where nobody takes turns."""
MAX_COUNTED_SECONDS = 0.1
"""So much of a projection counts at most: the account is not to blame for a store that does not answer."""
MAX_KNOWN = 20_000
"""Accounts, and games, of which something is kept while nothing of them waits."""


class Next(NamedTuple):
    """A game to project, what pointed to it, and the accounts that wrote to it."""

    game: str
    pointers: list[Pointer]
    accounts: tuple[str, ...]


class _Waiting:
    """A game that waits. Its pointers and the accounts are in the order in which they came."""

    __slots__ = ("accounts", "pointers")

    def __init__(self) -> None:
        self.pointers: dict[Pointer, None] = {}
        self.accounts: dict[str, None] = {}


class _Line:
    """The games of an account, the one that waits longest first. `turn`: the lowest of all lines goes next."""

    __slots__ = ("games", "turn")

    def __init__(self, turn: float) -> None:
        self.turn = turn
        self.games: dict[str, None] = {}


class Backlog:
    """The games that wait, each once, in the line of each account that wrote to it."""

    def __init__(self) -> None:
        self._waiting: dict[str, _Waiting] = {}
        self._lines: dict[str, _Line] = {}
        self._held = 0
        self._turn = 0.0
        self._turns: LRUCache[str, float] = LRUCache(MAX_KNOWN)
        self._behind: LRUCache[str, str] = LRUCache(MAX_KNOWN)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether no more pointers should be read."""
        return self._held >= MAX_POINTERS

    def add(self, found: Mapping[str, Sequence[Pointer]]) -> None:
        """Let games wait. `found`: what points to each. Moves of bots count for the account behind the game."""
        for game, pointers in found.items():
            waiting = self._waiting.setdefault(game, _Waiting())
            self._held -= len(waiting.pointers)
            waiting.pointers.update(dict.fromkeys(pointers))  # the feed gives a pointer again that waits for long
            self._held += len(waiting.pointers)
            for pointer in pointers:
                account = self._account(game, pointer)
                waiting.accounts[account] = self._line(account).games[game] = None

    def take(self) -> Next | None:
        """The game to project next: the one that waits longest for the account whose turn it is."""
        if not self._lines:
            return None
        line = min(self._lines.values(), key=lambda each: each.turn)
        self._turn, game = line.turn, next(iter(line.games))
        waiting = self._waiting.pop(game)
        self._held -= len(waiting.pointers)
        for account in waiting.accounts:
            self._leave(account, game)
        return Next(game, [*waiting.pointers], (*waiting.accounts,))

    def count(self, done: Next, seconds: float, state: rules.State | None) -> None:
        """Count the time that a game took, in equal parts. `state`: the game as it is now; None if it failed."""
        if state:
            self._behind[done.game] = account_behind(state)
        part = min(seconds, MAX_COUNTED_SECONDS) / len(done.accounts)
        for account in done.accounts:
            self._move_back(self._behind.get(done.game, NOBODY) if account == NOBODY else account, part)

    def _account(self, game: str, pointer: Pointer) -> str:
        return pointer.actor if is_account(pointer.actor) else self._behind.get(game, NOBODY)

    def _line(self, account: str) -> _Line:
        """The account's line; a new one has its turn now, or where the last projection has moved it."""
        if account not in self._lines:
            self._lines[account] = _Line(max(self._turn, self._turns.get(account, 0.0)))
        return self._lines[account]

    def _leave(self, account: str, game: str) -> None:
        line = self._lines[account]
        del line.games[game]
        if not line.games:
            self._turns[account] = line.turn
            del self._lines[account]

    def _move_back(self, account: str, seconds: float) -> None:
        if account in self._lines:
            self._lines[account].turn += seconds
        else:
            self._turns[account] = max(self._turn, self._turns.get(account, 0.0)) + seconds
            if not self._lines:
                self._turn = max(self._turn, self._turns[account])  # nobody is ahead of anybody
