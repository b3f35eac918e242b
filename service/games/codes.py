"""Invite codes: who has the code of a private game may join it. They stand beside the log, in keys of their own.

Once the game has started, only the hash of the code is left, which leads its players to the game.
"""

from hashlib import sha256
from hmac import compare_digest

from redis.client import Pipeline

import game as rules
from events import IdempotencyKey
from game.options import Options
from projections.games import Loaded
from service.accounts import Player
from service.backend import Backend
from service.games.opening import REPEATABLE_SECONDS
from service.ids import new_code
from service.limits.tries import TooManyTries, count_try, take_back_try

CODE_CHARACTERS = 10
"""49 bits. With the limits below, a stranger needs millions of accounts to hit the code of any game."""
MAX_WRONG_CODES = 10
"""By one player in an hour, over all games."""
MAX_WRONG_CODES_OF_GAME = 100
"""For one game in an hour, by all players."""
SPARE_SECONDS = 3600
"""A code that nobody deletes outlives its game by that long."""
RENEWED = b"1"
"""Stands in the place of the new code once the game has it."""


class TooManyCodes(TooManyTries):
    """The player, or all players together, sent too many wrong codes."""


def normalized(code: str) -> str:
    """The code as it is stored: case, blanks and dashes do not count."""
    return code.replace("-", "").replace(" ", "").upper()


def make_code(backend: Backend, game: str, open_seconds: int) -> str:
    """The code of a private game that is being opened, the same each time you ask. `open_seconds`: its longest life."""
    seconds = open_seconds + SPARE_SECONDS
    backend.confirmed.set(backend.keys.code(game), new_code(CODE_CHARACTERS), nx=True, ex=seconds)
    code = code_of(backend, game) or new_code(CODE_CHARACTERS)
    backend.confirmed.set(_finder(backend, code), game, ex=seconds)
    return code


def make_code_if_private(backend: Backend, game: str, options: Options) -> None:
    """Give a game that is being opened its code, if it needs one."""
    if options.visibility == "private":
        make_code(backend, game, options.open_seconds)


def renew_code_once(backend: Backend, game: str, former: str | None, open_seconds: int, key: IdempotencyKey) -> bool:
    """A new code for the game, one for the key in REPEATABLE_SECONDS. Whether this is the first request under it.

    `former`: the code that the game had before it was seen to be open.

    The codes come first: so requests at the same time, and one after another that was cut short, renew the same one to
    the same one. Once the game has another one, there is nothing left to do.
    """
    name = backend.keys.lobby(f"renewed:{game}:{key.field}")
    codes = f"{new_code(CODE_CHARACTERS)} {former or ''}"
    is_first = backend.confirmed.set(name, codes, nx=True, ex=REPEATABLE_SECONDS)
    stored = backend.confirmed.get(name)
    if isinstance(stored, bytes) and stored != RENEWED:
        code, _, replaced = stored.decode().partition(" ")
        _replace_code(backend, game, replaced, code, open_seconds + SPARE_SECONDS)
        backend.confirmed.set(name, RENEWED, ex=REPEATABLE_SECONDS)
    return bool(is_first)


def _replace_code(backend: Backend, game: str, former: str, code: str, seconds: int) -> None:
    """Let a game have this code if it has the former one. Its wrong codes are then counted anew.

    A code that the game does not have afterwards is worth nothing from now on.
    """
    key = backend.keys.code(game)

    def change(pipe: Pipeline) -> None:
        held = pipe.get(key)
        pipe.multi()
        if (held.decode() if isinstance(held, bytes) else "") == former:
            pipe.set(key, code, ex=seconds)

    backend.confirmed.set(_finder(backend, code), game, ex=seconds)
    backend.confirmed.transaction(change, key)
    now = code_of(backend, game)
    for each in {former, code} - {now}:
        backend.confirmed.delete(_finder(backend, each))
    if now == code:
        backend.confirmed.delete(_game_counter(backend, game))


def code_of(backend: Backend, game: str) -> str | None:
    """The code of a game; None for a game that has none."""
    code = backend.confirmed.get(backend.keys.code(game))
    return code.decode() if isinstance(code, bytes) else None


def drop_code(backend: Backend, game: str) -> None:
    """Forget the code of a game that has started or ended. Its hash still leads those at the table to the game."""
    code = code_of(backend, game)
    if code is not None:
        backend.confirmed.persist(_finder(backend, code))
        backend.confirmed.delete(backend.keys.code(game))


def is_code_of(backend: Backend, player: Player, game: str, code: str) -> bool:
    """Whether a player has the code of a game. A wrong one counts, also for a game that has none or does not exist.

    Raises TooManyCodes.
    """
    most = {_player_counter(backend, player): MAX_WRONG_CODES, _game_counter(backend, game): MAX_WRONG_CODES_OF_GAME}
    count_try(backend.redis, most, TooManyCodes)
    right = compare_digest((code_of(backend, game) or new_code(CODE_CHARACTERS)).encode(), normalized(code).encode())
    if right:
        take_back_try(backend.redis, most)
    return right


def find_game(backend: Backend, player: Player, code: str) -> Loaded | None:
    """The game to which this code leads a player; None for a wrong code, which counts. Raises TooManyCodes.

    It counts, too, if the code leads only others to a game: so nobody learns that there is one.
    """
    most = {_player_counter(backend, player): MAX_WRONG_CODES}
    count_try(backend.redis, most, TooManyCodes)
    game = backend.confirmed.get(_finder(backend, normalized(code)))
    loaded = backend.games.load(game.decode()) if isinstance(game, bytes) else None
    if loaded is None or not loaded.version or not _leads(loaded.state, player):
        return None
    take_back_try(backend.redis, most)
    return loaded


def _leads(state: rules.State, player: Player) -> bool:
    """Whether the code of a game leads a player there: those at the table always, others while they may join."""
    joinable = state.status == "open" and player.id not in state.removed
    return joinable or rules.is_at_table(state, player.id)


def _finder(backend: Backend, code: str) -> str:
    """The key that leads from a code to its game. It holds a hash, so that looking it up tells no part of a code."""
    return backend.keys.lobby(f"code:{sha256(code.encode()).hexdigest()}")


def _player_counter(backend: Backend, player: Player) -> str:
    return backend.keys.lobby(f"wrong-codes:player:{player.id}")


def _game_counter(backend: Backend, game: str) -> str:
    """Of any id that a client sends, which may be long."""
    return backend.keys.lobby(f"wrong-codes:game:{sha256(game.encode()).hexdigest()}")
