"""Answers that wait for news of a game."""

from time import monotonic

from service.api.auth import refuse_again
from service.api.current import app
from service.games.token_watch import TokenWatch
from service.games.wakeups import Waiter


def wait_for_news(waiter: Waiter, watch: TokenWatch, deadline: float) -> bool:
    """Wait until there may be news; False when the time or the process ends. Raises as `refuse_again`.

    `deadline`: of the monotonic clock, in seconds.
    """
    while not app.wakeups.is_stopped():
        if watch.is_over():
            refuse_again()
        if not waiter.wait(max(0, deadline - monotonic())):
            return False
        if waiter.take() != set():
            return True
    return False
