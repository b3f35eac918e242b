"""A service whose log has a clock of its own, so that a test can let time pass."""

from dataclasses import replace

from events import RedisLog
from events.answering import Answering, Answers
from game.outages import Outage
from projections.games import Games
from service.jobs.expiries import expire_seats
from tests.service.client import Service, id_of


class Timed:
    """`seconds`: now, since 1970. `service`: the service, on the same store as the one that it is made from.

    `answers`: when the service answered.
    """

    def __init__(self, service: Service) -> None:
        self.seconds = 1_700_000_000.0
        self.answers = Answers()
        self.service = self.process(service)

    def process(self, service: Service) -> Service:
        """Another process of the service."""
        log = RedisLog(service.parts.redis, service.parts.keys, lambda: self.seconds)
        games = Games(log, service.parts.snapshots.load)
        return Service(replace(service.parts, log=log, games=games, answering=_Answering(self)))

    def outage(self, seconds: float) -> None:
        """Let time pass in which the service does not answer. Then it answers again."""
        begun_ms = int(self.seconds * 1000)
        self.seconds += seconds
        self.beat(Outage(begun_ms, int(self.seconds * 1000)))

    def beat(self, *outages: Outage) -> None:
        """The service answers now, after these outages."""
        self.answers = Answers(int(self.seconds * 1000), (*self.answers.outages, *outages))

    def expire(self, game: str) -> None:
        """Do what the service does about the seats whose time is up now."""
        expire_seats(self.service.parts, id_of(game), lambda: self.seconds)


class _Answering(Answering):
    """What a test says about when the service answered."""

    def __init__(self, timed: Timed) -> None:
        self._timed = timed

    def read(self) -> Answers:
        return self._timed.answers
