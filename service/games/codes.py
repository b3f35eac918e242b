"""Invite codes: who has the code of a private game may join it. They stand beside the log, in keys of their own."""

from hashlib import sha256
from hmac import compare_digest

from redis.client import Pipeline

from game.option_fields import Options
from service.accounts import Player
from service.backend import Backend
from service.ids import new_code

CODE_CHARACTERS = 10
"""49 bits. With the limits below, a stranger needs millions of accounts to hit the code of any game."""
MAX_WRONG_CODES = 10
"""By one player within WINDOW_SECONDS, over all games."""
MAX_WRONG_CODES_OF_GAME = 100
"""For one game within WINDOW_SECONDS, by all players."""
WINDOW_SECONDS = 3600
SPARE_SECONDS = 3600
"""A code that nobody deletes outlives its game by that long."""


class TooManyCodes(Exception):
    """The player, or all players together, sent too many wrong codes. `seconds`: when to try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


def normalized(code: str) -> str:
    """The code as it is stored: case, blanks and dashes do not count."""
    return code.replace("-", "").replace(" ", "").upper()


def make_code(backend: Backend, game: str, open_seconds: int) -> str:
    """The code of a private game that is being opened, the same each time you ask. `open_seconds`: its longest life."""
    seconds = open_seconds + SPARE_SECONDS
    backend.redis.set(backend.keys.code(game), new_code(CODE_CHARACTERS), nx=True, ex=seconds)
    code = code_of(backend, game) or new_code(CODE_CHARACTERS)
    backend.redis.set(_finder(backend, code), game, ex=seconds)
    return code


def make_code_if_private(backend: Backend, game: str, options: Options) -> None:
    """Give a game that is being opened its code, if it needs one."""
    if options.visibility == "private":
        make_code(backend, game, options.open_seconds)


def renew_code(backend: Backend, game: str, open_seconds: int) -> str:
    """A new code for the game; the old one is worth nothing from now on, and wrong codes are counted anew."""
    drop_code(backend, game)
    backend.redis.delete(_game_counter(backend, game))
    return make_code(backend, game, open_seconds)


def code_of(backend: Backend, game: str) -> str | None:
    """The code of a game; None for a game that has none."""
    code = backend.redis.get(backend.keys.code(game))
    return code.decode() if isinstance(code, bytes) else None


def drop_code(backend: Backend, game: str) -> None:
    """Forget the code of a game that has started or ended."""
    code = code_of(backend, game)
    if code is not None:
        backend.redis.delete(backend.keys.code(game))
        backend.redis.delete(_finder(backend, code))


def is_code_of(backend: Backend, player: Player, game: str, code: str) -> bool:
    """Whether a player has the code of a game. A wrong one counts, also for a game that has none or does not exist.

    Raises TooManyCodes.
    """
    counters = [_player_counter(backend, player), _game_counter(backend, game)]
    _count(backend, counters, [MAX_WRONG_CODES, MAX_WRONG_CODES_OF_GAME])
    right = compare_digest((code_of(backend, game) or new_code(CODE_CHARACTERS)).encode(), normalized(code).encode())
    if right:
        _uncount(backend, counters)
    return right


def find_game(backend: Backend, player: Player, code: str) -> str | None:
    """The game with this code; None for a wrong code, which counts. Raises TooManyCodes."""
    counters = [_player_counter(backend, player)]
    _count(backend, counters, [MAX_WRONG_CODES])
    game = backend.redis.get(_finder(backend, normalized(code)))
    if not isinstance(game, bytes):
        return None
    _uncount(backend, counters)
    return game.decode()


def _finder(backend: Backend, code: str) -> str:
    """The key that leads from a code to its game. It holds a hash, so that looking it up tells no part of a code."""
    return backend.keys.lobby(f"code:{sha256(code.encode()).hexdigest()}")


def _player_counter(backend: Backend, player: Player) -> str:
    return backend.keys.lobby(f"wrong-codes:player:{player.id}")


def _game_counter(backend: Backend, game: str) -> str:
    """Of any id that a client sends, which may be long."""
    return backend.keys.lobby(f"wrong-codes:game:{sha256(game.encode()).hexdigest()}")


def _count(backend: Backend, counters: list[str], limits: list[int]) -> None:
    """Count a code as wrong before it is compared, so that nobody gets more tries by many requests at once."""
    pipe = backend.redis.pipeline(transaction=True)
    for counter in counters:
        _add(pipe, counter, 1)
        pipe.ttl(counter)
    answers = pipe.execute()
    for at, limit in enumerate(limits):
        _, number, seconds = answers[3 * at : 3 * at + 3]
        if number > limit:
            _uncount(backend, counters)
            raise TooManyCodes(max(seconds, 1))


def _uncount(backend: Backend, counters: list[str]) -> None:
    pipe = backend.redis.pipeline(transaction=True)
    for counter in counters:
        _add(pipe, counter, -1)
    pipe.execute()


def _add(pipe: Pipeline, counter: str, number: int) -> None:
    """Change a counter, which begins at 0 and lives for WINDOW_SECONDS."""
    pipe.set(counter, 0, nx=True, ex=WINDOW_SECONDS)
    pipe.incrby(counter, number)
