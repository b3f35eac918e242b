"""How a store is saved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from store.buckets import Bucket
from store.clock import DAY_MS


@dataclass(frozen=True)
class Options:
    """The options of a backup.

    `days`: for how many days every second can be restored, if that takes `max_bytes` at most. `tell`, `warn`: take a
    line for the operator, the second one if something is wrong. `min_bytes`: a smaller increment is no reason for a new
    base, however small the base is. `verify`: the command that verifies the backup while it follows the store; empty:
    nothing does. `bucket`: gets a copy of what is saved.
    """

    days: int
    max_bytes: int
    tell: Callable[[str], None]
    warn: Callable[[str], None]
    min_bytes: int = 16 << 20
    verify: Sequence[str] = ()
    bucket: Bucket | None = None

    def kept_from_ms(self, now_ms: int) -> int:
        """From when on every second can be restored. Both times: ms since 1970."""
        return now_ms - self.days * DAY_MS
