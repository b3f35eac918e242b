"""A subscription to channels that notices when it hears nothing because nobody speaks to it any more."""

from collections.abc import Mapping
from time import monotonic
from types import TracebackType
from typing import Any, Self

from redis import exceptions as errors

from store.server import connect_blocking

SILENCE_SECONDS = 2.0
"""After this time without a message the server is asked for one; after as long again it is given up."""


class Subscription:
    """Messages of channels, as redis-py gives them; also those of type `subscribe`. Raises RedisError."""

    def __init__(self, url: str, *channels: str) -> None:
        self._redis = connect_blocking(url)
        self._pubsub: Any = self._redis.pubsub()  # type: ignore[no-untyped-call]
        self._pubsub.subscribe(*channels)
        self._heard = monotonic()
        self._asked = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the subscription."""
        self._pubsub.close()
        self._redis.close()

    def next(self, seconds: float) -> Mapping[str, Any] | None:
        """The next message; None if there is none for `seconds`. Raises ConnectionError if nobody answers."""
        message = self._pubsub.get_message(timeout=seconds)
        now = monotonic()
        if message is not None:
            self._heard, self._asked = now, False
        elif now - self._heard > SILENCE_SECONDS:
            if self._asked:
                raise errors.ConnectionError("the subscription has become silent")
            self._pubsub.ping()
            self._heard, self._asked = now, True
        return None if message is None or message["type"] == "pong" else message
