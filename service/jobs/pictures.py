"""Pictures of what people share: a worker draws one when somebody asks for it, and it is kept for a while."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, NamedTuple

from redis import Redis
from rq.exceptions import DuplicateJobError

import game as rules
from game.daily import day_at, day_ends_ms, is_day, mode_of_day
from game.views.values import player_of
from projections.effects import NOBODY
from projections.games import Loaded
from projections.record.leaderboards import DAILY, Board, score_of
from projections.record.store import Row
from service.accounts import Accounts
from service.backend import Backend
from service.daily.seeds import read_secret
from service.games.viewers import is_open_to_all, seated_players
from service.jobs.lanes import Room, by_account, has_room
from service.jobs.queues import Queues
from service.language.names import names
from service.pictures.day import MAX_BEST, Best, day_picture
from service.pictures.final_table import Empire, final_table
from service.pictures.puzzle import puzzle_picture
from service.puzzles.ratings import puzzle_points
from service.puzzles.store import Puzzles
from store.clock import read_time

LANE = "decisions"
ROOM = Room(own=20, crowd=20, most=20)
"""How many pictures may wait. Nobody's account asks for one, so all of them have one room."""
WAITING_SECONDS = 30
LIMIT_SECONDS = 10
"""Drawing takes 0.3 s of CPU."""
KEPT_SECONDS = 3600
MAX_KEPT = 500
"""Pictures of at most 150 kB. The oldest go first."""


class Picture(NamedTuple):
    """What is drawn: the game, the day of the daily deal or the puzzle of this id. `kind`: of KINDS."""

    kind: str
    id: str

    @property
    def name(self) -> str:
        return f"{self.kind}:{self.id}"


class Pictures:
    """The pictures, on the server of the queues: they are no part of the store."""

    def __init__(self, queues: Queues, prefix: str) -> None:
        """`prefix`: of all keys."""
        self._queues, self._kept = queues, KeptPictures(queues.redis, prefix)

    def read(self, picture: Picture, names: Sequence[str] = ()) -> bytes | None:
        """The picture as PNG, with these names; None if it is not drawn yet."""
        return self._kept.read(picture, names)

    def ask(self, picture: Picture) -> bool:
        """Let a worker draw a picture, unless one is about to; False while too many wait."""
        queue = self._queues.lanes[LANE]
        if not has_room(by_account(queue.job_ids), NOBODY, ROOM):
            return False
        with suppress(DuplicateJobError):
            queue.enqueue_call(
                "service.jobs.picture",
                args=tuple(picture),
                job_id=f"picture-{NOBODY}-{picture.kind}-{picture.id}",
                unique=True,
                timeout=LIMIT_SECONDS,
                result_ttl=0,
                failure_ttl=0,
                ttl=WAITING_SECONDS,
            )
        return True


class KeptPictures:
    """Drawn pictures, MAX_KEPT at most, each for KEPT_SECONDS.

    `names`: those of the people in it, as `names_in` gives them. A picture with a former name is not found again.
    """

    def __init__(self, redis: Redis, prefix: str) -> None:
        self._redis, self._prefix = redis, f"{prefix}pictures"

    def read(self, picture: Picture, names: Sequence[str] = ()) -> bytes | None:
        """A picture, if it is kept."""
        found: Any = self._redis.get(self._key(_member(picture, names)))
        return bytes(found) if found else None

    def keep(self, picture: Picture, drawn: bytes, names: Sequence[str] = ()) -> None:
        """Keep a picture, and drop the oldest ones that are too many."""
        member = _member(picture, names)
        pipe = self._redis.pipeline()
        pipe.set(self._key(member), drawn, ex=KEPT_SECONDS)
        pipe.zadd(self._prefix, {member: read_time(self._redis)})
        pipe.expire(self._prefix, KEPT_SECONDS)
        pipe.zcard(self._prefix)
        too_many = pipe.execute()[-1] - MAX_KEPT
        if too_many > 0:
            dropped: Any = self._redis.zpopmin(self._prefix, too_many)
            self._redis.delete(*[self._key(each.decode()) for each, _ in dropped])

    def _key(self, member: str) -> str:
        return f"{self._prefix}:{member}"


def _member(picture: Picture, names: Sequence[str]) -> str:
    """What tells a kept picture from all others."""
    return f"{picture.name}:{blake2b(repr(list(names)).encode(), digest_size=8).hexdigest()}"


def is_there(backend: Backend, picture: Picture) -> bool:
    """Whether there is what a picture shows, and everybody may see it."""
    return picture.kind in KINDS and KINDS[picture.kind].is_there(backend, picture.id)


def names_in(backend: Backend, picture: Picture) -> list[str]:
    """The names of the people in a picture that is there, as they are called now."""
    return KINDS[picture.kind].names(backend, picture.id)


def draw_picture(backend: Backend, queues: Redis, picture: Picture) -> None:
    """Draw a picture of what everybody may see, and keep it. `queues`: their server."""
    backend.accounts.forget(None)  # a worker hears of no change of a name
    if is_there(backend, picture):
        names, drawn = names_in(backend, picture), KINDS[picture.kind].draw(backend, picture.id)
        KeptPictures(queues, backend.settings.key_prefix).keep(picture, drawn, names)


def _has_game(backend: Backend, game: str) -> bool:
    return is_open_to_all(backend.games.load(game).state, backend.accounts.now_ms)


def _names_in_game(backend: Backend, game: str) -> list[str]:
    return [each.name for each in empires_of(backend.games.load(game).state, backend.accounts)]


def _draw_game(backend: Backend, game: str) -> bytes:
    loaded = backend.games.load(game)
    return final_table(_title(loaded), empires_of(loaded.state, backend.accounts))


def _has_day(backend: Backend, day: str) -> bool:
    return is_day(day) and read_secret(backend).first <= day <= day_at(backend.accounts.now_ms())


def _names_in_day(backend: Backend, day: str) -> list[str]:
    return [each.name for each in _best_of_day(backend, day)]


def _draw_day(backend: Backend, day: str) -> bytes:
    side, scenario = mode_of_day(day)
    return day_picture(day, names("en")[scenario] if scenario else f"Solo · {side}", _best_of_day(backend, day))


def _best_of_day(backend: Backend, day: str) -> list[Best]:
    """The best of the table of a day that is over; none before."""
    rows: list[Row] = []
    if backend.accounts.now_ms() >= day_ends_ms(day):
        rows = backend.record.rows(Board(DAILY, day, kind="human"), 0, MAX_BEST)
    players = backend.accounts.by_ids([row.player for row in rows])
    return [Best(players[row.player].name, row.place, score_of(row.number)[0]) for row in rows if row.player in players]


def _has_puzzle(backend: Backend, puzzle: str) -> bool:
    return Puzzles(backend.redis, backend.keys).read(puzzle) is not None


def _draw_puzzle(backend: Backend, puzzle: str) -> bytes:
    puzzles = Puzzles(backend.redis, backend.keys)
    found = puzzles.read(puzzle)
    assert found is not None
    own = found.view["seats"][found.seat]
    cards = found.view["hand"] or [*own["drafted"], *[site["card"] for site in own["construction"]]]
    return puzzle_picture(puzzle_points(puzzles.rating(puzzle)), cards)


class Kind(NamedTuple):
    """`is_there`: whether everybody may see the thing of this id; `names`: of the people in it; `draw`: its picture."""

    is_there: Callable[[Backend, str], bool]
    names: Callable[[Backend, str], list[str]]
    draw: Callable[[Backend, str], bytes]


KINDS = {
    "games": Kind(_has_game, _names_in_game, _draw_game),
    "daily": Kind(_has_day, _names_in_day, _draw_day),
    "puzzles": Kind(_has_puzzle, lambda backend, puzzle: [], _draw_puzzle),
}


def empires_of(state: rules.State, accounts: Accounts) -> list[Empire]:
    """The empires of a finished game, the best first. Equal ones share a place."""
    assert state.result is not None
    players, ranking = seated_players(state, accounts), state.result.ranking
    empires: list[Empire] = []
    for tied in ranking:
        place = len(empires) + 1
        for index in tied:
            seat = state.seats[index]
            name = players[seat.player].name if seat.player in players else (player_of(seat) or {}).get("name", "")
            points = state.result.scores[index]["total"]
            empires.append(Empire(name, seat.empire or "", tuple(seat.constructed), points, place))
    return empires


def _title(loaded: Loaded) -> str:
    """What is no word of a language: the scenario, the side, the day."""
    options, day = loaded.state.options, datetime.fromtimestamp(loaded.touched_ms / 1000, UTC).date()
    return " · ".join([*([options.scenario] if options.scenario else []), options.side, day.isoformat()])
