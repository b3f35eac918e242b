"""The server seed of a game, secret and stored apart from the log until the game starts."""

from secrets import token_hex

from service.backend import Backend


def new_seed() -> str:
    """32 random bytes, hexadecimal."""
    return token_hex(32)


def stored_seed(backend: Backend, game: str) -> str | None:
    """The seed that was committed to when the game was opened; None once it is dropped."""
    seed = backend.redis.get(backend.keys.seed(game))
    return seed.decode() if isinstance(seed, bytes) else None
