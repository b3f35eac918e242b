"""Handles: the names by which people find each other, such as `ada`. No two of them look alike.

A handle is ASCII, so neither letters of another script nor right-to-left text can imitate one. What looks alike within
ASCII has the same *skeleton* (Unicode UTS 39), and the service gives each skeleton to one account only.
"""

import re
import unicodedata
from collections.abc import Iterator

from bots import STRATEGIES

MIN_HANDLE_CHARACTERS, MAX_HANDLE_CHARACTERS = 3, 20
_HANDLE = re.compile("[a-z][a-z0-9_-]{2,19}")
_LOOKS_LIKE = str.maketrans({"-": "", "_": "", "0": "o", "1": "l", "i": "l", "5": "s"})
_PAIRS = (("rn", "m"), ("vv", "w"))


def normalize(text: str) -> str | None:
    """The handle as it is stored: case does not count. None for a text that is no handle.

    >>> normalize("Ada"), normalize("аda"), normalize("a b")
    ('ada', None, None)
    """
    # Lower-casing turns the Kelvin sign into an ASCII `k`, so the text must be ASCII before.
    handle = text.lower() if text.isascii() else ""
    return handle if _HANDLE.fullmatch(handle) else None


def skeleton(handle: str) -> str:
    """What all handles that look like this one have in common.

    Dashes and underscores do not count; 0 is o, 1 and i are l, 5 is s; rn is m, vv is w.

    >>> skeleton("modern-1") == skeleton("m0demi"), skeleton("ada") == skeleton("eda")
    (True, False)
    """
    found = handle.translate(_LOOKS_LIKE)
    for pair, letter in _PAIRS:
        found = found.replace(pair, letter)
    return found


_RESERVED_WORDS = """
admin administrator root moderator mod staff support help service system official wonderful wonderful-world
me you everyone everybody all here anybody nobody none null anonymous unknown guest
player players former-player seat bot bots human spectator winner current
"""
RESERVED = frozenset(map(skeleton, (*_RESERVED_WORDS.split(), *STRATEGIES)))
"""The skeletons of handles that nobody gets: they would speak for the service, for its bots or for nobody."""


def is_reserved(handle: str) -> bool:
    """Whether nobody gets this handle."""
    return skeleton(handle) in RESERVED


def suggestions(name: str, player_id: str) -> Iterator[str]:
    """Handles for an account that chose none, the best first: its name in ASCII; then with more and more of its id.

    >>> [*suggestions("Ada Lovelace", "k3j2mnpq")]
    ['ada-lovelace', 'ada-lovelace-k3j2', 'ada-lovelac-k3j2mnpq']
    >>> [*suggestions("愛", "k3j2mnpq")]
    ['player-k3j2', 'player-k3j2mnpq']
    """
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub("[^a-z0-9_]+", "-", ascii_name).lstrip("-_0123456789").rstrip("-_")[:MAX_HANDLE_CHARACTERS]
    if len(base) >= MIN_HANDLE_CHARACTERS and not is_reserved(base):
        yield base
    base = base or "player"
    for suffix in (player_id[:4], player_id):
        yield f"{base[: MAX_HANDLE_CHARACTERS - 1 - len(suffix)]}-{suffix}"
