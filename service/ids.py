"""Identifiers of games and players."""

from secrets import choice

_LETTERS = "abcdefghjkmnpqrstvwxyz0123456789"


def new_id() -> str:
    """Eight lower-case letters and digits, 40 bits of chance; whoever stores it makes sure that it is new."""
    return "".join(choice(_LETTERS) for _ in range(8))
