"""Where puzzles are: the positions, their ratings, and who tried which of them.

All keys share the tag of the lists, so that a try changes both ratings in one step.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib.resources import files
from secrets import token_bytes
from typing import Any, NamedTuple

import zstandard
from redis import Redis

from projections.record.ratings import NEWCOMER, Rating
from service.accounts.layout import puzzle_ratings_key, puzzle_tries_key
from service.puzzles.ratings import Both, puzzle_points, rate_try
from store.keys import Keys

Json = dict[str, Any]
MAX_PUZZLES = 20_000
"""Puzzles that are kept; later ones are not. One takes about 2 kB."""
MAX_LOST_RACES = 20
"""How often a try is rated again because another one was stored in the meantime."""
MAX_LOOKED_AT = 2_000
"""Of the puzzles above and below the rating of a player, so many are looked at for one that is not tried."""
LOOKED_AT_ONCE = 100
SECRET_BYTES = 32
OWN_GAME = b""
"""Stands among the tries of a player for a puzzle from a game of the player."""
ALL = "all"
"""The list of the puzzles of all themes."""


class TooManyTries(Exception):
    """Too many try the same puzzle at once."""


class Facts(NamedTuple):
    """What a list tells of a puzzle, beside its rating. `seats`: how many play."""

    themes: Sequence[str]
    round: int
    phase: str
    seats: int
    side: str


class Puzzle(NamedTuple):
    """A puzzle. `game`, `version`, `seat`: where it comes from; `view`: what is shown; `legal`: bodies of intentions.

    `choices`: different ones, the best first: `intention`, `value` (the lead that it promises), for some a `plan`.
    """

    facts: Facts
    game: str
    version: int
    seat: int
    view: Json
    legal: list[Json]
    choices: list[Json]


class Try(NamedTuple):
    """The first try of a player."""

    is_right: bool
    intention: Json


class Listed(NamedTuple):
    """A puzzle in a list. `tried`: the first try of the player who asks."""

    id: str
    facts: Facts
    rating: Rating
    tried: Try | None


class Outcome(NamedTuple):
    """What a try came to. `is_counted`: it was the first one of the player, and moved both ratings."""

    is_counted: bool
    before: Both
    after: Both


def puzzle_id(game: str, phase: str, secret: bytes) -> str:
    """The id of the puzzle of a game: one for a pick, one for another move. So no game gives more, however often it is
    analysed. Who does not know the secret does not learn the game from it."""
    return blake2b(game.encode(), digest_size=6, key=secret).hexdigest() + ("p" if phase == "draft" else "m")


class Puzzles:
    """The puzzles of the service. No process keeps any in memory."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis, self._keys, self._key = redis, keys, keys.lobby("puzzles")
        self._players = puzzle_ratings_key(keys)
        self._keep, self._try = (
            redis.register_script(files(__package__).joinpath(f"{name}.lua").read_text("utf-8"))
            for name in ("keep", "try")
        )

    def keep(self, puzzle: Puzzle, players: Iterable[str] = ()) -> bool:
        """Keep a puzzle, unless its game has one of this kind already, or there are MAX_PUZZLES.

        `players`: the accounts of its game, who know the position: no try of theirs counts.
        """
        content = zstandard.compress(json.dumps(puzzle[1:], separators=(",", ":")).encode())
        facts, start = json.dumps(puzzle.facts), puzzle_points(NEWCOMER)
        number = self.id_of(puzzle.game, puzzle.facts.phase)
        args: list[Any] = [number, MAX_PUZZLES, content, facts, start, ALL, *puzzle.facts.themes]
        is_kept = bool(self._keep(keys=[self._key], args=args))
        for player in players if is_kept else ():
            self._redis.hsetnx(self._tries(player), number, OWN_GAME)
        return is_kept

    def id_of(self, game: str, phase: str) -> str:
        """The id of the puzzle of a game, a pick or another move, whether or not it is kept."""
        return puzzle_id(game, phase, self._secret())

    def _secret(self) -> bytes:
        """The key of the ids, of this store alone."""
        name = f"{self._key}:secret"
        self._redis.set(name, token_bytes(SECRET_BYTES), nx=True)
        found: Any = self._redis.get(name)
        return bytes(found)

    def read(self, puzzle: str) -> Puzzle | None:
        """The puzzle of this id, None if there is none."""
        found: Any = self._redis.hget(self._key, puzzle)
        facts: Any = self._redis.hget(f"{self._key}:facts", puzzle)
        if not found or not facts:
            return None
        return Puzzle(Facts(*json.loads(facts)), *json.loads(zstandard.decompress(found)))

    def count(self) -> int:
        """How many puzzles there are."""
        return int(self._redis.hlen(self._key))

    def rating(self, puzzle: str) -> Rating:
        """The rating of a puzzle."""
        return _rating(self._redis.hget(f"{self._key}:ratings", puzzle))

    def rating_of(self, player: str) -> Rating:
        """The rating of a player as one who tries puzzles; that of a newcomer before the first try."""
        return _rating(self._redis.hget(self._players, player))

    def first_try(self, player: str, puzzle: str) -> Try | None:
        """The first try of a player at a puzzle."""
        return self.first_tries(player, [puzzle])[0]

    def first_tries(self, player: str, puzzles: Sequence[str]) -> list[Try | None]:
        """By puzzle, the first try of a player. `puzzles`: one at least."""
        found: Any = self._redis.hmget(self._tries(player), puzzles)
        return [Try(*json.loads(each)) if each else None for each in found]

    def all_tries(self, player: str) -> Iterator[tuple[str, Try]]:
        """The puzzles that a player tried, with the first try at each."""
        for puzzle, text in self._redis.hscan_iter(self._tries(player)):
            if text != OWN_GAME:
                yield puzzle.decode(), Try(*json.loads(text))

    def page(self, player: str, theme: str, low: int, high: int, first: int, most: int) -> list[Listed]:
        """At most `most` puzzles of a theme, or of ALL, after the `first` easiest ones with `low` to `high` points."""
        found: Any = self._redis.zrange(self._list(theme), low, high, byscore=True, offset=first, num=most)
        return self._listed(player, [each.decode() for each in found])

    def near(self, player: str, theme: str) -> str | None:
        """The puzzle of a theme, or of ALL, that the player has not tried and whose rating is nearest to the player's.

        None if all are tried, as far as MAX_LOOKED_AT reaches.
        """
        own = puzzle_points(self.rating_of(player))
        found = [each for is_up in (True, False) if (each := self._untried(player, theme, own, is_up))]
        return min(found, key=lambda each: abs(each[1] - own))[0] if found else None

    def _untried(self, player: str, theme: str, own: int, is_up: bool) -> tuple[str, float] | None:
        """The nearest such puzzle with at least as many points, or with fewer; and its points."""
        start, end = (own, "+inf") if is_up else (f"({own}", "-inf")
        for first in range(0, MAX_LOOKED_AT, LOOKED_AT_ONCE):
            found: Any = self._redis.zrange(
                self._list(theme), start, end, desc=not is_up, byscore=True,
                offset=first, num=LOOKED_AT_ONCE, withscores=True,
            )  # fmt: skip
            if not found:
                return None
            tries: Any = self._redis.hmget(self._tries(player), [puzzle for puzzle, _ in found])
            for (puzzle, points), tried in zip(found, tries, strict=True):
                if tried is None:
                    return puzzle.decode(), points
        return None

    def add_try(self, player: str, puzzle: str, themes: Sequence[str], made: Try) -> Outcome:
        """Count the try of a player, if it is the first one at this puzzle. Raises TooManyTries."""
        for _ in range(MAX_LOST_RACES):
            stored = self._both(player, puzzle)
            before = Both(*map(_rating, stored))
            after = rate_try(before, made.is_right)
            args: list[Any] = [
                puzzle, player, *[each or "" for each in stored], *map(json.dumps, after),
                json.dumps(made), puzzle_points(after.puzzle), ALL, *themes,
            ]  # fmt: skip
            outcome = int(self._try(keys=[self._key], args=args))
            if outcome == TRIED_BEFORE:  # maybe only just now, by the same request: read what that try came to
                now = Both(*map(_rating, self._both(player, puzzle)))
                return Outcome(False, now, now)
            if outcome == COUNTED:
                return Outcome(True, before, after)
        raise TooManyTries

    def _both(self, player: str, puzzle: str) -> list[bytes | None]:
        """The ratings of a player and of a puzzle, as they are stored."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.hget(self._players, player)
        pipe.hget(f"{self._key}:ratings", puzzle)
        stored: list[bytes | None] = pipe.execute()
        return stored

    def _listed(self, player: str, puzzles: Sequence[str]) -> list[Listed]:
        if not puzzles:
            return []
        facts: Any = self._redis.hmget(f"{self._key}:facts", puzzles)
        ratings: Any = self._redis.hmget(f"{self._key}:ratings", puzzles)
        return [
            Listed(each, Facts(*json.loads(fact)), _rating(rating), tried)
            for each, fact, rating, tried in zip(
                puzzles, facts, ratings, self.first_tries(player, puzzles), strict=True
            )
        ]

    def _list(self, theme: str) -> str:
        return f"{self._key}:by:{theme}"

    def _tries(self, player: str) -> str:
        return puzzle_tries_key(self._keys, player)


COUNTED, TRIED_BEFORE = 1, 2
"""What `try.lua` gives; 0 if another try was stored in the meantime."""


def _rating(text: Any) -> Rating:
    return Rating(*json.loads(text)) if text else NEWCOMER
