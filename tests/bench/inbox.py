"""The inbox of a player with many games: a poll, and a stream while nothing happens."""

import statistics
import time
from collections.abc import Callable

from flask.testing import FlaskClient

from service.accounts import Player
from service.backend import open_backend
from service.games.inbox.inbox import Inbox
from tests.bench.service import server, settings
from tests.service.client import Caller, Service

GAMES = 300
REPETITIONS = 20


def report() -> None:
    """Open games of two people, half of which wait for the reader, and print what the reader's inbox costs."""
    with server("everysec") as url:
        service = Service(open_backend(settings(url)))
        reader = open_games(service, GAMES)
        player = Player(reader.id, "Reader", "human")
        inbox = Inbox(service.parts, player)
        first, *_ = inbox.new_items()
        client, headers = FlaskClient(service.app), {"Authorization": f"Bearer {reader.token}"}
        _print("poll", lambda: client.get("/v1/turns", headers=headers))
        _print("first look of another process", lambda: [*Inbox(open_backend(settings(url)), player).new_items()])
        _print("stream, a look without a notice", lambda: [*inbox.new_items()])
        _print("stream, a notice without an item", lambda: [*inbox.new_items([first.data["game"]])])


def open_games(service: Service, games: int) -> Caller:
    """A player of so many games of two, half of which wait for them."""
    reader, other = service.new_player("Reader"), service.new_player("Other")
    for number in range(games):
        game = service.seat_and_start(reader, other)
        if number % 2:
            reader.post(f"{game}/intentions", reader.get(f"{game}/legal").json[0])
    return reader


def _print(name: str, run: Callable[[], object]) -> None:
    print(f"{GAMES} games, {name}: {cpu_ms(run):.1f} ms of CPU")


def cpu_ms(run: Callable[[], object], repetitions: int = REPETITIONS) -> float:
    """The median of the CPU time of this process, in ms."""
    spent = []
    for _ in range(repetitions):
        began = time.process_time()
        run()
        spent.append((time.process_time() - began) * 1000)
    return statistics.median(spent)
