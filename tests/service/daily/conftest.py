"""A service on a store of its own, with a clock that tests set: days pass as they say."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from events import RedisLog
from game.daily import day_at
from projections.games import Games
from projections.replay import Replays
from service.accounts import Accounts
from service.backend import Backend
from tests.service.client import Caller, Service, id_of, own_backend

MORNING = 1_795_852_800.0
"""2026-11-28, 08:00 UTC."""
DAY_SECONDS = 86_400


class Days:
    """`seconds`: now, since 1970. `service`: a process of the service, which goes by that clock."""

    def __init__(self, parts: Backend) -> None:
        self.seconds = MORNING
        self._parts = parts
        self.service = self.process()

    def process(self) -> Service:
        """Another process of the service, which has loaded nothing yet."""
        parts = self._parts
        log = RedisLog(parts.redis, parts.keys, lambda: self.seconds)
        games = Games(log, parts.snapshots.load)
        return Service(
            replace(
                parts,
                clock=lambda: self.seconds,
                log=log,
                games=games,
                replays=Replays(log, parts.milestones.past_at),
                accounts=Accounts(parts.redis, parts.keys, lambda: self.seconds),
            )
        )

    @property
    def today(self) -> str:
        return day_at(int(self.seconds * 1000))

    def pass_days(self, days: float = 1) -> None:
        self.seconds += days * DAY_SECONDS

    def begin(self, caller: Caller) -> str:
        """The address of the try of today, begun."""
        answer = caller.post("/v1/daily/games")
        assert answer.status_code == 201, answer.text
        return f"/v1/games/{answer.json['id']}"

    def finish(self, caller: Caller, seed: int = 1) -> str:
        """The address of the try of today, played to its end."""
        game = self.begin(caller)
        self.service.play(game, [caller], seed)
        self.service.project(game)
        return game

    def score(self, game: str) -> int:
        result = self.service.parts.games.load(id_of(game)).state.result
        assert result
        return result.scores[0]["total"]


@pytest.fixture
def days(redis_url: str) -> Iterator[Days]:
    """A morning, in a store that has no deals yet."""
    with own_backend(redis_url) as parts:
        yield Days(parts)
