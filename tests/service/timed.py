"""A service whose log has a clock of its own, so that a test can let time pass."""

from dataclasses import replace

from events import RedisLog
from projections.games import Games
from service.jobs.expiries import expire_seats
from tests.service.client import Service, id_of


class Timed:
    """`seconds`: now, since 1970. `service`: the service, on the same store as the one that it is made from."""

    def __init__(self, service: Service) -> None:
        self.seconds = 1_700_000_000.0
        log = RedisLog(service.parts.redis, service.parts.keys, lambda: self.seconds)
        self.service = Service(replace(service.parts, log=log, games=Games(log, service.parts.snapshots.load)))

    def expire(self, game: str) -> None:
        """Do what the service does about the seats whose time is up now."""
        expire_seats(self.service.parts, id_of(game), lambda: self.seconds)
