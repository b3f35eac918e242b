"""Ids of games and players."""

from secrets import choice

_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"


def new_id() -> str:
    """A random id: 8 lower-case letters and digits, 40 bits. The caller checks that it is not in use."""
    return "".join(choice(_ALPHABET) for _ in range(8))
