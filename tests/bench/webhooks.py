"""Webhooks: from an event to its message, alone, beside a loud player, and beside 10,000 receivers that are dead."""

import json
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from events.entry import timestamp
from projections.notices import Notices
from service.backend import Backend, open_backend
from service.games.inbox.items import ITEM_KINDS
from service.settings import read_settings
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import OutboxMessage
from service.webhooks.signing import new_secret
from tests.bench.clocks import start_game
from tests.bench.service import process, server
from tests.service.webhooks.receivers import Received, Receiver, receiving

EVENTS, DEAD = 200, 10_000
PAUSE_SECONDS = 0.05
"""Between two events: a site on which something happens 20 times a second."""
LOUD_GAMES, LOUD_WEBHOOKS = 970, 10
"""Of one player. Each game has news for each webhook again and again."""
LOUD_PAUSE_SECONDS = 3.0
"""Between two rounds of news in all of these games."""


def report() -> None:
    with server() as url, receiving() as receiver:
        environ = {"REDIS_URL": url, "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8"}
        parts = open_backend(read_settings(environ))
        with _processes(environ), _black_hole() as black_hole:
            time.sleep(3)
            _measure(parts, receiver, "alone")
            with _loud_player(parts):
                _measure(
                    parts,
                    receiver,
                    f"beside a player with {LOUD_WEBHOOKS} webhooks and {LOUD_GAMES} games that never rest",
                )
            refused = f"http://127.0.0.1:{_closed_port()}/"
            _add_dead(
                parts, "refuse", [refused.replace("127.0.0.1", f"127.0.{n // 250}.{n % 250 + 1}") for n in range(DEAD)]
            )
            _measure(parts, receiver, f"beside {DEAD:,} receivers that refuse connections")
            _measure(parts, receiver, "a webhook made after these", first=True)
            _add_dead(
                parts,
                "silent",
                [black_hole.replace("127.0.0.1", f"127.1.{n // 250}.{n % 250 + 1}") for n in range(DEAD)],
            )
            _measure(parts, receiver, f"beside {DEAD:,} more that never answer")
            _measure(parts, receiver, "a webhook made after these", first=True)
            waiting = sum(parts.redis.zcard(parts.keys.lobby(f"webhook:due:{lane}")) for lane in ("new", "failing"))
            print(f"webhooks: {waiting:,} receivers still fail")


@contextmanager
def _processes(environ: dict[str, str]) -> Iterator[None]:
    with ExitStack() as stack:
        for command in (["projector"], ["worker", "--webhooks"]):
            stack.enter_context(process(environ, "-m", "service.commands.cli", *command))
        yield


def _measure(parts: Backend, receiver: Receiver, title: str, first: bool = False) -> None:
    """Print how long messages take from the append of the event. `first`: each to a webhook that had none before."""
    arrived: dict[str, float] = {}
    lock = threading.Lock()

    def answer(received: Received) -> tuple[int, dict[str, str], bytes]:
        with lock:
            arrived.setdefault(json.loads(received.body)["game"], time.perf_counter())
        return 204, {}, b""

    receiver.answer = answer
    store, appended = Webhooks(parts.redis, parts.keys), dict[str, float]()
    players = [f"p{time.time_ns()}{number}" for number in range(EVENTS if first else 20)]
    for player in players:
        parts.redis.hset(parts.accounts.layout.player(player), mapping={"name": "Ada", "kind": "human"})
        store.create(_webhook(player, receiver.url), 0)
    if not first:  # they are proven by a message before
        _append_starts(parts, players, {})
        _await(lambda: len(arrived) == len(players))
        arrived.clear()
        players *= EVENTS // len(players)
    _append_starts(parts, players, appended)
    _await(lambda: appended.keys() <= arrived.keys())
    delays = sorted((arrived[game] - began) * 1000 for game, began in appended.items())
    p50, p99 = statistics.median(delays), delays[int(len(delays) * 0.99)]
    print(f"webhooks {title}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {delays[-1]:.0f} ms ({len(delays)} events)")


def _append_starts(parts: Backend, players: list[str], appended: dict[str, float]) -> None:
    """Start a game for each player, one after another; when each had started."""
    for number, player in enumerate(players):
        game = f"w{time.time_ns()}{number}"
        start_game(parts.log, game, 3600, player)
        appended[game] = time.perf_counter()
        time.sleep(PAUSE_SECONDS)


@contextmanager
def _loud_player(parts: Backend) -> Iterator[None]:
    """A player whose games all have news again and again, for each of many webhooks, which work."""
    player, store = f"loud{time.time_ns()}", Webhooks(parts.redis, parts.keys)
    parts.redis.hset(parts.accounts.layout.player(player), mapping={"name": "Eve", "kind": "human"})
    games = [f"l{time.time_ns()}{number}" for number in range(LOUD_GAMES)]
    for game in games:
        start_game(parts.log, game, 3600, player)
    states = [parts.games.load(game).state for game in games]
    stopped = threading.Event()

    def be_loud(made: list[Webhook]) -> None:
        notices = Notices(parts.redis, parts.keys)
        while not stopped.is_set():
            for each in made:  # it has forgotten what it was told, as if each game had moved on
                parts.redis.hdel(store.outbox.memory_key(each.member), *games)
            for game, state in zip(games, states, strict=True):
                notices.send(game, state)
            stopped.wait(LOUD_PAUSE_SECONDS)

    with receiving() as receiver:
        made = [store.create(_webhook(player, receiver.url), 0) for _ in range(LOUD_WEBHOOKS)]
        thread = threading.Thread(target=be_loud, args=(made,))
        thread.start()
        _await(lambda: len(receiver.received) > LOUD_GAMES)
        try:
            yield
        finally:
            stopped.set()
            thread.join()
            store.forget_account(player)


def _add_dead(parts: Backend, name: str, urls: list[str]) -> None:
    """Webhooks of as many players, each with a message that waits, as if something had happened to all of them."""
    store, now_ms = Webhooks(parts.redis, parts.keys), int(time.time() * 1000)
    for number, url in enumerate(urls):
        made = store.create(_webhook(f"{name}{number}", url), 0)
        item = {"id": "1", "type": "test", "game": None, "version": None, "seat": None, "timestamp": timestamp(now_ms)}
        store.outbox.add(made.member, OutboxMessage(f"{made.id}-test", now_ms, item, ""))


def _webhook(player: str, url: str) -> Webhook:
    now_ms = int(time.time() * 1000)
    items = tuple(kind for kind in ITEM_KINDS if kind == "your_turn")
    return Webhook("", player, url, "standard", items, None, "en", False, now_ms, ((new_secret(), None),))


@contextmanager
def _black_hole() -> Iterator[str]:
    """The URL of a server, on all addresses of this machine, that accepts connections and never answers."""
    with socket.socket() as listening:
        listening.bind(("0.0.0.0", 0))
        listening.listen(4096)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"


def _closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(condition, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("a message did not arrive")
        time.sleep(0.01)
