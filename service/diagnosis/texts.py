"""Amounts as people read them."""

from collections.abc import Sequence

MAX_NAMED = 5
"""Of a longer list, so many are named."""


def duration(seconds: float) -> str:
    """A time in its largest unit.

    >>> duration(0.4), duration(89), duration(5400), duration(200_000)
    ('0.4 s', '89 s', '90 min', '56 h')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    for limit, unit, name in ((120, 1, "s"), (7200, 60, "min"), (72 * 3600, 3600, "h")):
        if seconds < limit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds / 86_400:.0f} days"


def some(names: Sequence[str]) -> str:
    """The first names of a list, and how many there are more.

    >>> some(["a", "b"]), some(list("abcdefg"))
    ('a, b', 'a, b, c, d, e and 2 more')
    """
    more = len(names) - MAX_NAMED
    return ", ".join(names[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def count(number: int, what: str) -> str:
    """A number of things.

    >>> count(1, "game"), count(2, "game")
    ('1 game', '2 games')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
