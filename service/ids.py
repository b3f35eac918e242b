"""Random texts: ids of games, players and requests, and codes that people type."""

from functools import partial
from secrets import choice, token_hex

_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of codes that people type: no two of its characters look alike."""

new_request_id = partial(token_hex, 8)
"""A random id of a request: 16 hexadecimal digits, 64 bits."""


def new_id() -> str:
    """A random id: 8 lower-case letters and digits, 40 bits. The caller checks that it is not in use."""
    return "".join(choice(_ALPHABET) for _ in range(8))


def new_code(characters: int) -> str:
    """A random code of `characters` characters, 4.95 bits each."""
    return "".join(choice(CODE_ALPHABET) for _ in range(characters))
