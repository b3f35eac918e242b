"""A service that has played: games in every state, with all that projector, workers and web processes store of them."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from projections.feed import Feed
from service.backend import Backend, check_store, open_backend
from service.jobs.queues import Queues
from service.settings import read_settings
from store.server import connect_blocking
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Service, ended_processes, id_of


def backend_at(url: str, prefix: str = "wonderful:", **more: str) -> Backend:
    """A backend whose store is begun."""
    made = open_backend(read_settings({"REDIS_URL": url, "KEY_PREFIX": prefix, "PORT": "1", **more} | HIGH_LIMITS))
    check_store(made)
    return made


def follow(parts: Backend, service: Service) -> None:
    """Project and acknowledge all that the feed has, and schedule what is due, as a projector does."""
    queues = Queues(parts.settings, parts.games.load)
    with closing(connect_blocking(parts.settings.redis_url or "")) as blocking:
        feed = Feed(parts.redis, blocking, parts.keys, "one")
        while found := feed.wait(1):
            service.project(*(f"/v1/games/{game}" for game in found))
            feed.acknowledge(pointer for pointers in found.values() for pointer in pointers)
    for effect in parts.snapshots.due_effects():
        queues.enqueue(effect)
    queues.redis.close()


@pytest.fixture(scope="session")
def games(service: Service, finished: tuple[str, list[object]]) -> Iterator[dict[str, str]]:
    """Ids of games by their state. None of them is to be changed."""
    with ended_processes():
        opener = service.new_player("Ada")
        opened = service.open_game(opener, bots=["greedy"], visibility="private")
        waiting = service.seat_and_start(opener, bots=["greedy", "planner"])
        playing, callers = service.start_game(2, clock={"kind": "per_phase", "seconds": 600})
        service.play(playing, callers, until="planning")
        over = finished[0]
        follow(service.parts, service)
        yield {"open": id_of(opened), "bots": id_of(waiting), "playing": id_of(playing), "finished": id_of(over)}
