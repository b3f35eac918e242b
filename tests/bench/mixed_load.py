"""The load of the mixed measurement, in a process of its own: tables at which people play, and all else that they ask.

`python -m tests.bench.mixed_load` takes a plan as JSON on standard input. It adds tables until the writes are too slow,
takes the last ones away again, and holds that load. It prints a line of JSON for each step, and at last the result.
"""

import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from bots import STRATEGIES
from tests.bench.connection import Answer, Connection
from tests.bench.http import pick

Json = dict[str, Any]
THINK_SECONDS = 0.5
"""How long a person thinks, on average."""
READ_SECONDS = 2.0
"""Between two other requests of a table, on average."""
UNDO_SHARE = 0.06
OPENED_AT_ONCE = 10
"""Tables: more at once would be a load of its own."""
CONNECTIONS = 6
"""That look at the kept games."""
PEOPLE = 4
"""At each table, each with an account."""
WRITES = ("POST intentions", "POST undo")


class Load:
    """What all tables share. `latencies`: (moment, ms) of the answers by route; moments of time.monotonic()."""

    def __init__(self, plan: Json) -> None:
        self.plan = plan
        self.latencies: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.finished: list[str] = []
        self.refused = 0
        self.items = 0

    def since(self, moment: float) -> dict[str, list[float]]:
        """The sorted latencies by route, in ms, of the answers after a moment."""
        found = {route: sorted(ms for at, ms in times if at >= moment) for route, times in self.latencies.items()}
        return {route: times for route, times in sorted(found.items()) if times}

    def write_p99(self, moment: float) -> float:
        """p99 of the writes since a moment, in ms."""
        since = self.since(moment)
        times = sorted(ms for route in WRITES for ms in since.get(route, []))
        return pick(times, 0.99) if times else 0.0


class Client(Connection):
    """A connection of an account, whose latencies count."""

    def __init__(self, load: Load, token: str) -> None:
        super().__init__(load.plan["port"], f"Authorization: Bearer {token}\r\n")
        self._load = load

    async def timed(self, route: str, path: str, body: Any = None, content: bytes = b"") -> Answer:
        """Ask and count. `route`: the method, and what it counts as. Raises on errors but 409."""
        began = time.monotonic()
        answer = await self.ask(route.split()[0], path, body, content)
        self._load.latencies[route].append((began, (time.monotonic() - began) * 1000))
        if answer.status >= 400 and answer.status != 409:
            raise RuntimeError(f"{route} {path}: {answer.status} {answer.body[:300]!r}")
        self._load.refused += answer.status == 409
        return answer

    async def json(self, route: str, path: str, body: Any = None) -> Any:
        return (await self.timed(route, path, body)).json()

    async def follow(self, path: str, awake: asyncio.Event) -> None:
        """Read a stream to its end; `awake` is set at each piece, and at the end."""
        try:
            async for piece in self.pieces(path):
                self._load.items += piece.count(b'{"type": ')
                awake.set()
        finally:
            awake.set()


class Table:
    """Two people who play with each other, one who plays against bots, and one who looks on and asks for all else.

    All have live streams of their games, and streams of their inboxes.
    """

    def __init__(self, load: Load, number: int) -> None:
        self._load = load
        self._rng = Random(number)
        tokens = load.plan["tokens"][PEOPLE * number : PEOPLE * (number + 1)]
        self._people = [Client(load, token) for token in tokens]
        self._bots = [[*STRATEGIES][number % len(STRATEGIES)]]
        self._game = ""

    async def run(self) -> None:
        """Go on until cancelled."""
        ada, ben, cy, dora = self._people
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._play_on([ada, ben], {"seats": 2}))
                tasks.create_task(self._play_on([cy], {"seats": 2, "bots": self._bots}))
                tasks.create_task(self._look_on(dora))
                for each in self._people:
                    tasks.create_task(self._keep(each, "/v1/turns"))
        finally:
            for each in self._people:
                each.close()

    async def _keep(self, client: Client, path: str) -> None:
        while True:
            await client.follow(path, asyncio.Event())

    async def _play_on(self, people: Sequence[Client], options: Json) -> None:
        """Play one game after the other."""
        host, *guests = people
        while True:
            game = (await host.json("POST games", "/v1/games", options))["id"]
            for each in guests:
                await each.json("POST seats", f"/v1/games/{game}/seats", {})
            await host.json("POST start", f"/v1/games/{game}/start")
            if guests:
                self._game = game
            async with asyncio.TaskGroup() as tasks:
                for each in people:
                    tasks.create_task(self._play(each, game))
            self._load.finished.append(game)

    async def _play(self, client: Client, game: str) -> None:
        """Play a game to its end: think, look what is possible, and do it. The stream tells when to look again."""
        path, awake = f"/v1/games/{game}", asyncio.Event()
        stream = asyncio.create_task(client.follow(f"{path}/events", awake))
        try:
            while (await client.json("GET game", path))["status"] == "playing":
                awake.clear()
                if legal := await client.json("GET legal", f"{path}/legal"):
                    await asyncio.sleep(self._rng.expovariate(1 / THINK_SECONDS))
                    await client.timed("POST intentions", f"{path}/intentions", self._rng.choice(legal))
                    if self._rng.random() < UNDO_SHARE:
                        await self._undo(client, path)
                else:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(awake.wait(), 20)
        finally:
            stream.cancel()

    async def _undo(self, client: Client, path: str) -> None:
        if version := (await client.json("GET game", path))["undoable"]:
            await client.timed("POST undo", f"{path}/undo", {"version": version})

    async def _look_on(self, client: Client) -> None:
        """Look at lists, replays, logs and boards; ask for decisions and verifications. Follow the people's game."""
        asks = (self._list, self._list, self._replay, self._replay, self._audit, self._board, self._decide)
        watching, stream = "", None
        try:
            while True:
                await asyncio.sleep(self._rng.expovariate(1 / READ_SECONDS))
                if self._game != watching:
                    watching = self._game
                    stream = asyncio.create_task(client.follow(f"/v1/games/{watching}/events", asyncio.Event()))
                await self._rng.choice(asks)(client)
        finally:
            if stream:
                stream.cancel()

    async def _list(self, client: Client) -> None:
        await client.json("GET games", f"/v1/games?status={self._rng.choice(['open', 'playing', 'finished'])}")

    async def _board(self, client: Client) -> None:
        await client.json("GET leaderboards", "/v1/leaderboards")

    async def _replay(self, client: Client) -> None:
        """Three frames of a game that is over, from anywhere."""
        if self._load.finished:
            path = f"/v1/games/{self._rng.choice(self._load.finished[-200:])}/replay"
            await client.json("GET replay", f"{path}?from={self._rng.randint(1, 200)}&limit=3")

    async def _audit(self, client: Client) -> None:
        """The log of a game that is over, verified."""
        if self._load.finished:
            path = f"/v1/games/{self._rng.choice(self._load.finished[-200:])}/log"
            log = await client.timed("GET log", path)
            if log.status == 200:  # 409: it is over, and its score is not yet there
                await client.timed("POST verifications", "/v1/verifications", content=log.body)

    async def _decide(self, client: Client) -> None:
        """A decision in a view of somebody else's game, by any strategy."""
        strategy = self._rng.choice([*STRATEGIES])
        path, body = f"/v1/bots/{strategy}/decisions", {"view": self._load.plan["view"]}
        asked = await client.timed("POST decisions", path, body)
        pending = asked.status == 202
        while pending:
            await asyncio.sleep(0.1)
            pending = (await client.json("GET decisions", asked.headers["location"]))["status"] == "pending"


async def look_at_all(load: Load) -> None:
    """Look at every game of the plan, over so many connections that each web process has some."""

    async def look(client: Client) -> None:
        for game in load.plan["games"]:
            await client.timed("GET game", f"/v1/games/{game}")
        client.close()

    await asyncio.gather(*[look(Client(load, token)) for token in load.plan["tokens"][:CONNECTIONS]])


async def run(plan: Json) -> Json:
    """Look at all games, step up, hold, and return the latencies of the holding."""
    load, tables = Load(plan), []
    await look_at_all(load)
    await _add(load, tables, plan["first"])
    began = await _rest(tables, plan["step_seconds"])
    _tell(load, len(tables), began)
    while load.write_p99(began) <= plan["bound_ms"] and PEOPLE * (len(tables) + plan["step"]) <= len(plan["tokens"]):
        await _add(load, tables, plan["step"])
        began = await _rest(tables, plan["step_seconds"])
        _tell(load, len(tables), began)
    await _remove(tables, plan["step"])
    await _rest(tables, plan["step_seconds"])
    load.latencies.clear()
    print(json.dumps({"holding": len(tables)}), flush=True)
    began, games, items, refused = time.monotonic(), len(load.finished), load.items, load.refused
    while time.monotonic() < began + plan["seconds"]:
        since = await _rest(tables, min(60.0, began + plan["seconds"] - time.monotonic()))
        _tell(load, len(tables), since)
    seconds = time.monotonic() - began
    await _remove(tables, len(tables))
    return {
        "tables": len(tables),
        "seconds": seconds,
        "latencies": load.since(began),
        "games": len(load.finished) - games,
        "items": load.items - items,
        "refused": load.refused - refused,
        "cpu": time.process_time(),
    }


async def _add(load: Load, tables: list[asyncio.Task[None]], count: int) -> None:
    for _ in range(count):
        tables.append(asyncio.create_task(Table(load, len(tables)).run()))
        await asyncio.sleep(1 / OPENED_AT_ONCE)


async def _remove(tables: list[asyncio.Task[None]], count: int) -> None:
    """Cancel the newest tables."""
    for task in tables[len(tables) - count :]:
        task.cancel()
    await asyncio.gather(*tables[len(tables) - count :], return_exceptions=True)
    del tables[len(tables) - count :]


async def _rest(tables: Sequence[asyncio.Task[None]], seconds: float) -> float:
    """Let the tables play for so long; returns when it began. Raises what a table raised."""
    began = time.monotonic()
    done, _ = await asyncio.wait(tables, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
    return began


def _tell(load: Load, tables: int, since: float) -> None:
    found = load.since(since)
    writes, answers = (sum(len(found.get(route, [])) for route in routes) for routes in (WRITES, found))
    seconds = time.monotonic() - since
    told = {"tables": tables, "p99": load.write_p99(since), "writes": writes / seconds, "requests": answers / seconds}
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(json.loads(sys.stdin.readline())))))
