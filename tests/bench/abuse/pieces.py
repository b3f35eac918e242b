"""Reading a game that is as long as one may be: the CPU of each request, and its longest piece without a pause.

A piece is what a web process computes before any other request has its turn.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from flask.testing import FlaskClient

from events import Group, IdempotencyKey
from game.auto_ready import AutoReadySet
from service.backend import Backend, open_backend
from service.run.up import ROOT
from service.settings import read_settings
from tests.bench.service import server
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Caller, Service, id_of

LONG_GAME, MANY_REWINDS = 9_990, 300
ROUNDS = 5
MEASURE = "from gevent import monkey; monkey.patch_all(); from tests.bench.abuse.pieces import measure; measure(*{})"


def report() -> None:
    """Print a line for each kind of request."""
    with server("everysec") as url:
        service = Service(open_backend(read_settings({"REDIS_URL": url} | HIGH_LIMITS)))
        long, ada = long_game(service)
        rewound, eve = rewound_game(service)
        # The processes that tests and measurements share have no gevent.
        made = MEASURE.format((url, long, ada.token, rewound, eve.token))
        subprocess.run([sys.executable, "-c", made], cwd=ROOT, check=True)


def long_game(service: Service) -> tuple[str, Caller]:
    """A finished game that is nearly as long as one may be, in the middle of its first planning."""
    game, callers = service.start_game(2)
    service.play(game, callers, until="planning")
    lengthen(service.parts, id_of(game), callers[0].id, LONG_GAME)
    service.project(game)
    service.play(game, callers)
    service.project(game)
    return game, callers[0]


def lengthen(parts: Backend, game: str, player: str, version: int) -> None:
    """Append events until the game is at this version."""
    loaded = parts.games.load(game)
    while loaded.version < version:
        events = [AutoReadySet(0, on=loaded.version % 2 == 0)]
        key = IdempotencyKey(f"{player}:{loaded.version}", b"")
        parts.log.append(game, [Group(player, events)], loaded.version, loaded.head, key)
        loaded = parts.games.load(game)


def rewound_game(service: Service) -> tuple[str, Caller]:
    """A game that somebody plays alone and takes back again and again, each time to another version."""
    game, [eve] = service.start_game(1)
    rng = Random(1)
    first = service.version(game)
    for _ in range(MANY_REWINDS):
        for _ in range(3):
            eve.post(f"{game}/intentions", eve.get(f"{game}/legal").json[0])
        version = rng.randint(first, service.version(game) - 1)
        eve.post(f"{game}/rewinds", {"version": version})
        service.project(game)
    return game, eve


def measure(url: str, long: str, ada: str, rewound: str, eve: str) -> None:
    """Measure in a process like those of `web`."""
    versions = Random(2).sample(range(LONG_GAME // 4, LONG_GAME), 10)
    for name, path, token in (
        *((name, f"{long}{path}", ada) for name, path in paths(versions).items()),
        *((f"many rewinds: {name}", f"{rewound}{path}", eve) for name, path in rewound_paths().items()),
    ):
        found = []
        for coding in ("", *["br, gzip"] * (ROUNDS - 1)):  # each time in a process that knows nothing of the game
            headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": coding}
            if "lang" not in path:
                headers["Accept-Language"] = "*"
            client = FlaskClient(Service(open_backend(read_settings({"REDIS_URL": url} | HIGH_LIMITS))).app)
            client.get("/v1/players/me", headers=headers)
            found.append(pieces_of(lambda: client.get(path, headers=headers).data))  # noqa: B023
        total, longest = (
            statistics.median(each) for each in zip(*((sum(each), max(each)) for each in found), strict=True)
        )
        client_status = client.get(path, headers=headers)
        print(
            f"{name}: {total:.1f} ms of CPU, longest piece {longest:.1f} ms ({client_status.status_code}, "
            f"{len(client_status.data) >> 10} KiB)",
            flush=True,
        )


def paths(versions: list[int]) -> dict[str, str]:
    """Name → what to ask of a long game."""
    return {
        "view": f"?at={versions[0]}",
        "1,000 events": "/events?limit=1000",
        "1,000 events with texts": "/events?limit=1000&lang=fr&after=5000",
        "last 1,000 events": "/events?limit=1000&after=9300",
        "a frame": f"/replay?limit=1&from={versions[1]}",
        "100 frames with texts": "/replay?limit=100&lang=fr",
        "100 last frames": "/replay?limit=100&from=10050",
        "frames by phase": "/replay?by=phase&limit=100",
        "frames of the last round": "/replay?round=4&limit=100&fields=none",
        "frames of nothing": "/replay?round=1&phase=finished",
        "rewinds": "/rewinds",
        "log": "/log",
    }


def rewound_paths() -> dict[str, str]:
    """Name → what to ask of a game with many rewinds."""
    return {
        "view": "?at=700",
        "100 frames": "/replay?limit=100&from=700",
        "rewinds": "/rewinds",
        "events": "/events?limit=1000",
    }


def pieces_of(run: Callable[[], Any]) -> list[float]:
    """What was computed between two switches to another greenlet, in ms of CPU."""
    import greenlet

    found, began = [], time.thread_time()

    def switched(event: str, args: Any) -> None:
        nonlocal began
        now = time.thread_time()
        found.append((now - began) * 1000)
        began = now

    before = greenlet.settrace(switched)
    try:
        run()
    finally:
        greenlet.settrace(before)
    found.append((time.thread_time() - began) * 1000)
    return found
