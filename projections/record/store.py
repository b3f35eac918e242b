"""The record on Redis: added to game by game, rated in order, and read.

It is stored in generations. The current one is read. A rebuild fills another one beside it, and then makes it the
current one in one step. Games that finish in the meantime are added to both.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple

from redis import Redis

from game.views.fields import MODES
from projections.explorer.cells import UNRATED, strength_of
from projections.explorer.facts import facts_of, pack_facts
from projections.explorer.store import START
from projections.record.leaderboards import Board, Entered, daily_scores, periods, rating_entries, score_entries
from projections.record.ratings import (
    NEWCOMER,
    Rated,
    Rating,
    parse_ratings,
    parse_seats,
    points,
    rate_all,
    rated_seats,
    ratings_text,
    seats_text,
)
from projections.record.result import GameResult
from projections.record.statistics import additions
from store.keys import Keys

FIRST_GENERATION = "0"
MAX_LOST_RACES = 5
"""How often ratings are computed again because something was added in the meantime, before the caller tries again."""


class Row(NamedTuple):
    """A player on a board. `place`: 1 is the best; equal points or scores share it, and leave out the next ones.

    `number` sorts the board; `rating`: on boards of standard games.
    """

    place: int
    player: str
    number: float
    rating: Rating | None


class Record:
    """Results, statistics, ratings and leaderboards. Every method may be repeated without harm."""

    def __init__(self, redis: Redis, keys: Keys, generation: str | None = None) -> None:
        """`generation`: the one to add to, to rate and to read; None for the current one."""
        self._redis = redis
        self._generations = keys.lobby("record")
        self._generation = generation
        self._add, self._unrated, self._store, self._leave = (
            redis.register_script(files(__package__).joinpath(f"{name}.lua").read_text("utf-8"))
            for name in ("add", "unrated", "rate", "leave_boards")
        )

    def has(self, game: str) -> bool:
        """Whether a game was added."""
        return bool(self._redis.hexists(self._key("games"), game))

    def add(self, result: GameResult) -> bool:
        """Add a finished game, once: False if it was added before. `rate` then rates it.

        Without a generation of its own, the record adds it to the one that a rebuild fills, too.
        """
        seats, added = rated_seats(result), additions(result)
        add = {
            "generation": self._generation or "",
            "seats": seats_text(seats),
            "position": result.position if seats else "",
            "players": list(dict.fromkeys(seat.player for seat in seats)),
            "sums": [(each.player, *amount) for each in added for amount in each.sums.items()],
            "maxima": [(each.player, *most) for each in added for most in each.maxima.items()],
            "entries": [_stored(entry) for entry in score_entries(result)],
            "days": daily_scores(result),
            "explorer": START,
            "strengths": UNRATED * len(result.seats),
        }
        # By a rare filter, the numbers of the explorer can be those of one game: they tell of none that is not open to
        # all, such as a private game, or a daily deal with whose cards others still play.
        facts = pack_facts(facts_of(result)) if result.may_watch and not result.daily else b""
        args: list[Any] = [result.game, json.dumps(add), facts]
        return bool(self._add(keys=[self._generations], args=args))

    def rate(self, most: int) -> bool:
        """Rate at most `most` of the next games; returns whether more may be left.

        A game that was added late sets the record back to before it: all later games are rated again. Of several
        processes that rate at once, one stores its ratings, and the others begin again from these.
        """
        for _ in range(MAX_LOST_RACES):
            generation, revision, positions, texts, players, ratings = self._unrated(
                keys=[self._generations], args=[self._generation or "", most]
            )
            if not positions:
                return False
            before = {
                player.decode(): parse_ratings(text)[player.decode()]
                for player, text in zip(players, ratings, strict=True)
                if text
            }
            games = [parse_seats(text) for text in texts]
            found = _rated([position.decode() for position in positions], games, before)
            args: list[Any] = [generation, revision, positions[-1], json.dumps(found)]
            if self._store(keys=[self._generations], args=args):
                return len(positions) == most
        return True

    def rating(self, player: str) -> Rating | None:
        """The newest rating of a player; None before the first rated game."""
        text: Any = self._redis.hget(self._key("ratings:all"), player)
        return Rating(*json.loads(text)) if text else None

    def statistics(self, player: str) -> dict[str, int]:
        """The sums and maxima of a player, by field; empty without a game. `statistics.statistics` reads them."""
        fields: Any = self._redis.hgetall(self._key(f"statistics:{player}"))
        return {name.decode(): int(number) for name, number in fields.items()}

    def daily_scores(self, player: str, days: Sequence[str]) -> list[int | None]:
        """By day, one at least: the score of the try that the player finished on the day of its deal; None without."""
        found: Any = self._redis.hmget(self._key(f"days:{player}"), list(days))
        return [score and int(score) for score in found]

    def count(self, board: Board) -> int:
        """How many players are on a board."""
        return int(self._redis.zcard(self._key(f"board:{board.name}")))

    def place(self, board: Board, player: str) -> int | None:
        """The place of a player on a board of scores; None for one who is not on it."""
        key = self._key(f"board:{board.name}")
        number: Any = self._redis.zscore(key, player)
        if number is None:
            return None
        better: Any = self._redis.zcount(key, board.lowest_number(board.merit(number) + 1), inf)
        return int(better) + 1

    def leave_boards(self, player: str) -> None:
        """Take a player off all leaderboards, for ever: what is added, rated or rebuilt later enters them nowhere."""
        self._leave(keys=[self._generations], args=[player])

    def ranked_players(self) -> Iterator[str]:
        """All players on the boards of all time; a player can come several times."""
        for mode in MODES:
            for player, _ in self._redis.zscan_iter(self._key(f"board:{Board(mode).name}"), count=1000):
                yield player.decode()

    def rows(self, board: Board, first: int, most: int) -> list[Row]:
        """At most `most` players of a board after the `first` best ones."""
        generation = self._current()
        key = self._key(f"board:{board.name}", generation)
        found: Any = self._redis.zrange(key, first, first + most - 1, desc=True, withscores=True)
        places = self._places(board, key, first, [number for _, number in found])
        players = [player.decode() for player, _ in found]
        ratings: Any = [None] * len(players)
        if board.mode == "standard" and players:
            ratings = self._redis.hmget(self._key(f"ratings:{board.period}", generation), players)
        return [
            Row(place, player, number, Rating(*json.loads(text)) if text else None)
            for place, player, (_, number), text in zip(places, players, found, ratings, strict=True)
        ]

    def _places(self, board: Board, key: str, first: int, numbers: Sequence[float]) -> list[int]:
        """The places of the entries with these numbers, which follow the `first` best ones of a board."""
        if not numbers:
            return []
        merits = [board.merit(number) for number in numbers]
        better: Any = self._redis.zcount(key, board.lowest_number(merits[0] + 1), inf)
        places = [min(first, better) + 1]  # a better one may have come since
        for at in range(1, len(merits)):
            places.append(places[-1] if merits[at] == merits[at - 1] else first + at + 1)
        return places

    def _current(self) -> str:
        if self._generation is not None:
            return self._generation
        stored: Any = self._redis.hget(self._generations, "current")
        return stored.decode() if stored else FIRST_GENERATION

    def _key(self, name: str, generation: str | None = None) -> str:
        return f"{self._generations}:{generation or self._current()}:{name}"


def _rated(positions: list[str], games: list[list[Rated]], before: Mapping[str, Rating]) -> dict[str, Any]:
    """What to store after these games: the ratings after each, and of each player and period the last one."""
    after = rate_all(games, before)
    newest: dict[tuple[str, str], tuple[Rated, Rating]] = {}
    for position, seats, rated in zip(positions, games, after, strict=True):
        for period in periods(int(position[:13])):
            newest |= {(period, seat.player): (seat, rated[seat.player]) for seat in seats}
    return {
        "games": [(position[14:], ratings_text(each)) for position, each in zip(positions, after, strict=True)],
        "ratings": [(*key, json.dumps(rating)) for key, (_, rating) in newest.items()],
        "entries": [
            _stored(entry)
            for (period, _), (seat, rating) in newest.items()
            for entry in rating_entries(seat, rating, period)
        ],
        "explorer": START,
        "strengths": [
            (position[14:], strengths)
            for position, strengths in zip(positions, _strengths(games, before, after), strict=True)
        ],
    }


def _strengths(
    games: Sequence[Sequence[Rated]], before: Mapping[str, Rating], after: Sequence[Mapping[str, Rating]]
) -> Iterator[str]:
    """The strengths of the seats of each game, by the ratings before it: their first letters, by seat."""
    current = dict(before)
    for seats, rated in zip(games, after, strict=True):
        yield "".join([strength_of(points(current.get(seat.player, NEWCOMER)))[0] for seat in seats])
        current |= rated


def _stored(entry: Entered) -> tuple[str, str, str]:
    """An entry as the scripts take it: a number as text keeps its last digit."""
    return entry.board.name, entry.player, repr(entry.number)
