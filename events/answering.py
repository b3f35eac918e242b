"""Whether the service answers, and when it did not: the time in which it does not is nobody's.

Each web process beats while it serves. One that beats is enough. All times are those of the store.
"""

from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from game.outages import Outage
from store.clock import DAY_MS
from store.keys import Keys

SPARE_MS = 250
"""A beat so soon after another one is not stored: many processes write no more often than a few."""
OUTAGE_MS = 3000
"""A time without a beat is an outage from this length on. A shorter one is a restarted process, or a busy machine."""
KEPT_MS = 366 * DAY_MS
"""An outage is kept as long as it can matter: a game without moves may last a year."""
MAX_OUTAGES = 100
"""The oldest are dropped. They still count in the games to which they were given back."""


class Answers(NamedTuple):
    """When the service answered. `beat_ms`: last, None if it has never told. `outages`: ascending; none is later."""

    beat_ms: int | None = None
    outages: tuple[Outage, ...] = ()

    def known_until(self, now_ms: float) -> float:
        """The last moment, at most `now_ms`, at which the service is known to have answered (ms since 1970)."""
        return now_ms if self.beat_ms is None else min(self.beat_ms, now_ms)


class Answering:
    """The beats of the service, on its store."""

    def __init__(self, redis: Redis, confirmed: Redis, keys: Keys) -> None:
        """`confirmed`: the client that appends to games, so that a beat fails when no intention can be accepted."""
        self._redis = redis
        self._keys = [keys.lobby("beat"), keys.lobby("outages")]
        self._beat = confirmed.register_script(files(__package__).joinpath("beat.lua").read_text("utf-8"))

    def beat(self) -> int:
        """Note that the service answers. Returns how many ms an outage lasted that ends now, otherwise 0.

        A store in trouble takes no beat: then the service does not answer.
        """
        try:
            return int(self._beat(keys=self._keys, args=[SPARE_MS, OUTAGE_MS, KEPT_MS, MAX_OUTAGES]))
        except RedisError:
            return 0

    def read(self) -> Answers:
        """When the service answered, in one round trip."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.get(self._keys[0])  # first: an outage that ended with this beat is then in the list
        pipe.lrange(self._keys[1], 0, -1)
        beat: Any
        beat, outages = pipe.execute()
        return Answers(None if beat is None else int(beat), tuple([parse_outage(text) for text in outages]))


def parse_outage(text: bytes) -> Outage:
    """An outage as it is stored.

    >>> parse_outage(b"1795395985954-1795395999954")
    Outage(from_ms=1795395985954, to_ms=1795395999954)
    """
    from_ms, to_ms = text.split(b"-")
    return Outage(int(from_ms), int(to_ms))
