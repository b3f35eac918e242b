"""Ids of games and players, and of requests."""

from secrets import choice, token_hex

_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"


def new_id() -> str:
    """A random id: 8 lower-case letters and digits, 40 bits. The caller checks that it is not in use."""
    return "".join(choice(_ALPHABET) for _ in range(8))


def new_request_id() -> str:
    """A random id: 16 hexadecimal digits, 64 bits."""
    return token_hex(8)
