"""Requests that could cost much more than they do: many writers, big inboxes, long games, common names."""

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import httpx
from flask.testing import FlaskClient

from service.backend import open_backend
from tests.bench.abuse.pieces import LONG_GAME, lengthen
from tests.bench.inbox import REPETITIONS, cpu_ms, open_games
from tests.bench.live import cpu_seconds
from tests.bench.service import server, settings, web
from tests.end_to_end.running import children
from tests.service.client import Caller, Service, id_of
from wonderful_client import Client, Problem

WRITERS = ((15, 60), (30, 60))
"""How many at once, and how many intentions each."""
INBOXES = ((300, 30), (1000, 30))
"""How many games, and how many streams of their player."""
STREAM_SECONDS = 35
NAMESAKES = 3_000


def report() -> None:
    """Print what each of these costs."""
    for writers, each in WRITERS:
        _contention(writers, each)
    for games, streams in INBOXES:
        _inbox(games, streams)
    _long_game()
    _namesakes()


def _contention(writers: int, each: int) -> None:
    """Writers who all send intentions of one game, to two web processes."""
    with server("everysec") as url, web(url) as port:
        base = f"http://127.0.0.1:{port}"
        service = Service(open_backend(settings(url)))
        game, callers = service.start_game(2)
        codes, seconds, lock = Counter[Any](), list[float](), threading.Lock()

        def send(number: int) -> None:
            headers = {"Authorization": f"Bearer {callers[number % 2].token}"}
            with httpx.Client(base_url=base, headers=headers, timeout=60) as client:
                for turn in range(each):
                    began, body = time.monotonic(), {"type": "auto_ready", "on": (turn + number) % 2 == 0}
                    answer = client.post(f"{game}/intentions", json=body)
                    with lock:
                        codes[answer.status_code] += 1
                        seconds.append(time.monotonic() - began)

        _at_once(send, writers)
    seconds.sort()
    p50, p99 = [1000 * seconds[int(share * len(seconds))] for share in (0.5, 0.99)]
    print(f"{writers} writers of a game: answers {dict(codes)}, p50 {p50:.0f} ms, p99 {p99:.0f} ms")


def _inbox(games: int, streams: int) -> None:
    """The inbox of a player with many games, half of which wait for them: a poll, and streams while nothing happens."""
    with server("everysec") as url:
        service = Service(open_backend(settings(url)))
        reader = open_games(service, games)
        client, headers = FlaskClient(Service(open_backend(settings(url))).app), _bearer(reader)
        first = cpu_ms(lambda: client.get("/v1/turns", headers=headers), 1)
        kilobytes = len(client.get("/v1/turns", headers=headers).data) / 1000
        poll = cpu_ms(lambda: client.get("/v1/turns", headers=headers))
        print(f"{games} games: first poll {first:.0f} ms of CPU, a poll {poll:.1f} ms and {kilobytes:.0f} kB")
        with web(url, WEB_WORKERS="1") as port, _open_streams(port, reader, streams) as received:
            began = _web_cpu()
            waiting = len(range(0, games, 2))
            while len(received) < streams * waiting:
                time.sleep(0.1)
            opened = _web_cpu() - began
            time.sleep(5)
            began = _web_cpu()
            time.sleep(STREAM_SECONDS)
            idle = (_web_cpu() - began) / STREAM_SECONDS
        print(f"{games} games, {streams} streams: {opened:.1f} s of CPU to open them, then {idle:.2%} of a core")


@contextmanager
def _open_streams(port: int, reader: Caller, count: int) -> Iterator[list[int]]:
    """This number of streams of the reader's inbox; gives a list with an element for each item of any of them."""
    received, stop = list[int](), threading.Event()

    def follow(number: int) -> None:
        with Client(f"http://127.0.0.1:{port}", reader.token, patience=0) as client, suppress(Problem):
            for _ in client.inbox():
                received.append(number)
                if stop.is_set():
                    return

    threads = [threading.Thread(target=follow, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    yield received
    stop.set()


def _long_game() -> None:
    """Old versions of a game that is nearly as long as one may be, half-way through its log; then forks of it."""
    with server("everysec") as url:
        service = Service(open_backend(settings(url)))
        game, callers = service.start_game(2)
        service.play(game, callers, until="planning")
        lengthen(service.parts, id_of(game), callers[0].id, LONG_GAME)
        service.project(game)
        fresh = FlaskClient(Service(open_backend(settings(url))).app)
        client, headers = FlaskClient(service.app), _bearer(callers[0])
        versions = Random(1).sample(range(LONG_GAME // 4, LONG_GAME), REPETITIONS + 1)
        first = cpu_ms(lambda: fresh.post(f"{game}/rewinds", headers=headers, json={"version": versions[0]}), 1)
        client.post(f"{game}/rewinds/1/decline", headers=headers)
        each = iter(versions)
        rewind = cpu_ms(lambda: fresh.post(f"{game}/rewinds", headers=headers, json={"version": next(each)}))
        print(f"a game of {LONG_GAME} events: a rewind {rewind:.1f} ms of CPU, the first of all {first:.0f} ms")
        service.play(game, callers)
        service.project(game)
        each = iter(versions)
        at = cpu_ms(lambda: client.get(f"{game}?at={next(each)}", headers=headers))
        each = iter(versions)
        fork = cpu_ms(lambda: client.post(f"{game}/forks", headers=headers, json={"version": next(each)}))
        print(f"the game when it is over: ?at= {at:.1f} ms of CPU, a fork {fork:.1f} ms")


def _namesakes() -> None:
    """An invitation of a name that thousands of bots have."""
    with server("everysec") as url:
        service = Service(open_backend(settings(url)))
        ada = service.new_player("Ada")
        for _ in range(NAMESAKES):
            service.new_bot("Legion")
        client, headers = FlaskClient(service.app), _bearer(ada)

        def invite() -> None:
            client.post("/v1/games", headers=headers, json={"seats": 2, "invited": ["Legion"]})

        print(f"an invitation of a name of {NAMESAKES} bots: {cpu_ms(invite):.1f} ms of CPU")


def _at_once(act: Callable[[int], None], count: int) -> None:
    threads = [threading.Thread(target=act, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _bearer(caller: Caller) -> dict[str, str]:
    return {"Authorization": f"Bearer {caller.token}"}


def _web_cpu() -> float:
    """The CPU seconds that the web workers, the processes of this one's children, have used."""
    return sum(cpu_seconds(pid) for master, _ in children(os.getpid()) for pid, _ in children(master))
