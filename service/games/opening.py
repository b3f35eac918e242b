"""Opening a game: its id, its server seed, its first events."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_hex

from events import Appended, Conflict, Group, IdempotencyKey, first_link
from service.backend import Backend
from service.games.write import KeyReused
from service.ids import new_id

REPEATABLE_SECONDS = 86_400
"""How long a request to open a game can be repeated under the same idempotency key."""

Opening = Callable[[str], Sequence[Group]]
"""The first event groups of a game, given its id."""


def open_game(backend: Backend, key: IdempotencyKey, opening: Opening, repeatable: bool) -> tuple[str, Appended]:
    """Open a game: its id and the versions of its first entries.

    `repeatable`: the client chose the key, so the same key opens the same game again. Raises KeyReused.
    """
    while True:
        game, is_claimed = _game_id(backend, key, repeatable)
        # Before `opening`, which would make secrets for a game that has started.
        outcome = _opened_before(backend, game, key) if is_claimed else None
        if outcome:
            break
        with suppress(Conflict):
            outcome = backend.log.append(game, opening(game), 0, first_link(game), key)
            break
        if repeatable:  # another game has this id: claim the next one
            backend.confirmed.delete(_opened(backend, key))
    if outcome.known and outcome.digest != key.digest:
        raise KeyReused(key.field)
    return game, outcome


def is_opened(backend: Backend, key: IdempotencyKey) -> bool:
    """Whether a request under this key has opened a game, or was about to, in the last REPEATABLE_SECONDS."""
    return bool(backend.redis.exists(_opened(backend, key)))


def check_unbound(backend: Backend, key: IdempotencyKey, game: str) -> None:
    """Raises KeyReused for a key that has opened another game, or is bound to one."""
    if _text(backend.confirmed.get(_opened(backend, key))) not in (None, game):
        raise KeyReused(key.field)


def bind(backend: Backend, key: IdempotencyKey, game: str) -> None:
    """Bind a key to the game that it led to, for REPEATABLE_SECONDS: it neither opens a game nor leads to another."""
    backend.confirmed.set(_opened(backend, key), game, nx=True, ex=REPEATABLE_SECONDS)


def _opened(backend: Backend, key: IdempotencyKey) -> str:
    return backend.keys.lobby(f"opened:{key.field}")


def _game_id(backend: Backend, key: IdempotencyKey, repeatable: bool) -> tuple[str, bool]:
    """A new id; for a repeatable request the same one each time, for REPEATABLE_SECONDS; and whether it had one."""
    game = new_id()
    if not repeatable:
        return game, False
    name = _opened(backend, key)
    backend.confirmed.set(name, game, nx=True, ex=REPEATABLE_SECONDS)
    claimed = _text(backend.confirmed.get(name)) or game
    return claimed, claimed != game


def _opened_before(backend: Backend, game: str, key: IdempotencyKey) -> Appended | None:
    """What an earlier request under the key appended to the game whose id it claimed; None: nothing yet.

    An archived game has no idempotency entries any more. Then it is the first append, if that is the player's.
    """
    entries, known = backend.log.tail(game, 0, first_link(game), key.field)
    if known or not entries or entries[0].actor != key.field.partition(":")[0]:
        return known
    last = next(entry.version for entry in entries if entry.hash)
    return Appended(1, last, key.digest, known=True)


def make_server_seed(backend: Backend, game: str) -> str:
    """The server seed of a game that is being opened: 32 random bytes, hexadecimal, the same each time you ask."""
    seed = token_hex(32)
    backend.confirmed.set(backend.keys.seed(game), seed, nx=True)
    return stored_server_seed(backend, game) or seed


def stored_server_seed(backend: Backend, game: str) -> str | None:
    """The seed that the game's commitment is for; None once the game has started."""
    return _text(backend.confirmed.get(backend.keys.seed(game)))


def _text(value: object) -> str | None:
    return value.decode() if isinstance(value, bytes) else None
