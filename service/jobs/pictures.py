"""Pictures of what people share: a worker draws one when somebody asks for it, and it is kept for a while."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from redis import Redis
from rq.exceptions import DuplicateJobError

import game as rules
from game.views.values import player_of
from projections.effects import NOBODY
from projections.games import Loaded
from service.accounts import Accounts
from service.backend import Backend
from service.games.viewers import is_open_to_all, seated_players
from service.jobs.lanes import Room, by_account, has_room
from service.jobs.queues import Queues
from service.pictures.final_table import Empire, final_table
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


class Pictures:
    """The pictures of finished games, on the server of the queues: they are no part of the store."""

    def __init__(self, queues: Queues, prefix: str) -> None:
        """`prefix`: of all keys."""
        self._queues, self._kept = queues, KeptPictures(queues.redis, prefix)

    def read(self, game: str) -> bytes | None:
        """The picture of a game as PNG; None if it is not drawn yet."""
        return self._kept.read(game)

    def ask(self, game: str) -> bool:
        """Let a worker draw the picture of a game, unless one is about to; False while too many wait."""
        queue = self._queues.lanes[LANE]
        if not has_room(by_account(queue.job_ids), NOBODY, ROOM):
            return False
        with suppress(DuplicateJobError):
            queue.enqueue_call(
                "service.jobs.picture",
                args=(game,),
                job_id=f"picture-{NOBODY}-{game}",
                unique=True,
                timeout=LIMIT_SECONDS,
                result_ttl=0,
                failure_ttl=0,
                ttl=WAITING_SECONDS,
            )
        return True


class KeptPictures:
    """Drawn pictures, MAX_KEPT at most, each for KEPT_SECONDS."""

    def __init__(self, redis: Redis, prefix: str) -> None:
        self._redis, self._prefix = redis, f"{prefix}pictures"

    def read(self, game: str) -> bytes | None:
        """The picture of a game, if it is kept."""
        found: Any = self._redis.get(self._key(game))
        return bytes(found) if found else None

    def keep(self, game: str, picture: bytes) -> None:
        """Keep a picture, and drop the oldest ones that are too many."""
        pipe = self._redis.pipeline()
        pipe.set(self._key(game), picture, ex=KEPT_SECONDS)
        pipe.zadd(self._prefix, {game: read_time(self._redis)})
        pipe.expire(self._prefix, KEPT_SECONDS)
        pipe.zcard(self._prefix)
        too_many = pipe.execute()[-1] - MAX_KEPT
        if too_many > 0:
            dropped: Any = self._redis.zpopmin(self._prefix, too_many)
            self._redis.delete(*[self._key(name.decode()) for name, _ in dropped])

    def _key(self, game: str) -> str:
        return f"{self._prefix}:{game}"


def draw_picture(backend: Backend, queues: Redis, game: str) -> None:
    """Draw the picture of a finished game that is open to everybody, and keep it. `queues`: their server."""
    loaded = backend.games.load(game)
    if is_open_to_all(loaded.state, backend.accounts.now_ms):
        kept = KeptPictures(queues, backend.settings.key_prefix)
        kept.keep(game, final_table(_title(loaded), empires_of(loaded.state, backend.accounts)))


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
