"""Watching a token, for what stays open after a request was let in: a stream, or an answer that waits."""

from collections.abc import Callable
from time import monotonic

from service.accounts import Access, Accounts
from service.games.wakeups import Waiter

PAUSE_SECONDS = 1.0
"""Between two questions to the store, unless the account has changed."""


class TokenWatch:
    """`reason`: why it is over, as `Accounts.endings` says it; None as long as the token is good.

    The store is asked when the waiter has heard that the account has changed; and, because that message may get lost,
    whenever what stays open looks for news: at the latest when a sign of life is due.
    """

    def __init__(self, accounts: Accounts, access: Access, waiter: Waiter) -> None:
        self._accounts = accounts
        self._access = access
        self._waiter = waiter
        self._next = monotonic() + PAUSE_SECONDS
        self.reason: str | None = None

    def is_over(self) -> bool:
        """Whether the token is good no more. Raises RedisError."""
        if self._waiter.take_accounts() == set() and monotonic() < self._next:
            return self.reason is not None
        self._next = monotonic() + PAUSE_SECONDS
        [self.reason] = self._accounts.endings([self._access])
        return self.reason is not None

    def or_over(self, is_stopped: Callable[[], bool]) -> Callable[[], bool]:
        """Whether it is over, for this or another reason."""
        return lambda: is_stopped() or self.is_over()
