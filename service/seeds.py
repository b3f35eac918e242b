"""What is drawn when a game is opened: its id, and its server seed, kept apart from the log until the start."""

from secrets import token_hex

from events import Key
from service.backend import Backend
from service.ids import new_id

DAY = 86_400  # seconds for which a request to open a game can be repeated


def own_id(backend: Backend, entry: Key, kept: bool) -> str:
    """A new game's id; if it is `kept`, the same one for the same idempotency entry, for a day."""
    id = new_id()
    if not kept:
        return id
    name = backend.keys.lobby(f"opened:{entry.field}")
    backend.redis.set(name, id, nx=True, ex=DAY)
    return _text(backend.redis.get(name)) or id


def settled_seed(backend: Backend, game: str) -> str:
    """The server seed of a game to be opened: 32 random bytes, hexadecimal, the same when asked again."""
    seed = token_hex(32)
    backend.redis.set(backend.keys.seed(game), seed, nx=True)
    return stored_seed(backend, game) or seed


def stored_seed(backend: Backend, game: str) -> str | None:
    """The seed that was committed to when the game was opened; None once it is dropped."""
    return _text(backend.redis.get(backend.keys.seed(game)))


def _text(value: object) -> str | None:
    return value.decode() if isinstance(value, bytes) else None
