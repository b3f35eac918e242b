"""Attacks: what each connection of one stranger sends again and again, as fast as it is answered."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from tests.bench.connection import Answer, Connection

CONNECTIONS = 24
PIPELINED = 50
IDLE_CONNECTIONS = HELD_REQUESTS = 1_500
REPRESENTATION = "Prefer: return=representation\r\n"
THREE_BOTS = {"seats": 4, "bots": ["greedy"] * 3}
LOOK_SECONDS = 0.01
"""Between two looks whether it is one's turn again."""
BIG_JSON = [[]] * 14_000


class Stranger(Connection):
    """One connection of a stranger. `number`: of the connection. `game`: what it plays. `shared`: by all of them."""

    def __init__(self, plan: dict[str, Any], number: int, statuses: Counter[str], shared: dict[str, str]) -> None:
        token = plan["tokens"][number % len(plan["tokens"])]
        super().__init__(plan["port"], f"Authorization: Bearer {token}\r\nX-Forwarded-For: {plan['address']}\r\n")
        self.plan, self.number, self.game, self.legal = plan, number, "", []
        self._statuses = statuses
        self.shared = shared

    def another(self) -> "Stranger":
        """One more connection of the same stranger."""
        return Stranger(self.plan, self.number, self._statuses, self.shared)

    async def ask(self, method: str, path: str, body: Any = None, content: bytes = b"", more: str = "") -> Answer:
        answer = await super().ask(method, path, body, content, more)
        self._statuses[str(answer.status)] += 1
        return answer

    async def start(self, options: dict[str, Any]) -> str:
        """The address of a new game that has started; none if it was refused."""
        opened = await self.ask("POST", "/v1/games", options)
        if opened.status != 201:
            return ""
        game = opened.headers["location"]
        await self.ask("POST", f"{game}/start")
        return game

    async def act(self, body: Any) -> dict[str, Any]:
        """Send an intention; the answer. Look again what is legal when it was refused or the game waits for others."""
        answer = (await self.ask("POST", f"{self.game}/intentions", body, more=REPRESENTATION)).json()
        self.legal = answer.get("legal", [])
        return answer


Attack = Callable[[Stranger], Awaitable[None]]


def starting(options: dict[str, Any]) -> Attack:
    """Open and start one game after the other."""

    async def attack(stranger: Stranger) -> None:
        await stranger.start(options)

    return attack


def asking(method: str, path: str, body: Any = None) -> Attack:
    """Send one request again and again. `path`: with places for what the plan names."""

    async def attack(stranger: Stranger) -> None:
        await stranger.ask(method, path.format(**stranger.plan), body)

    return attack


async def play(stranger: Stranger) -> None:
    """Play a game with three bots, then the next one."""
    if not stranger.game:
        stranger.game = await stranger.start(THREE_BOTS)
    if not stranger.legal:
        await asyncio.sleep(LOOK_SECONDS)
        looked = await stranger.ask("GET", f"{stranger.game}/legal")
        stranger.legal = looked.json() if looked.status == 200 else []
        return
    if (await stranger.act(stranger.legal[0])).get("view", {}).get("status") == "finished":
        stranger.game, stranger.legal = "", []


async def take_back(stranger: Stranger) -> None:
    """Move in a game that one plays alone, and take the move back."""
    if not stranger.game:
        stranger.game = await stranger.start({"seats": 1})
    if not stranger.legal:
        looked = await stranger.ask("GET", f"{stranger.game}/legal")
        stranger.legal = looked.json() if looked.status == 200 else []
        if not stranger.legal:
            stranger.game = ""
            return
    view = (await stranger.act(stranger.legal[0])).get("view", {})
    if version := view.get("undoable"):
        await stranger.ask("POST", f"{stranger.game}/undo", {"version": version})


async def rewind(stranger: Stranger) -> None:
    """Move three times in a game that one plays alone, then go back to its beginning."""
    if not stranger.game:
        stranger.game = await stranger.start({"seats": 1})
    stranger.legal = (await stranger.ask("GET", f"{stranger.game}/legal")).json()
    for _ in range(3):
        if isinstance(stranger.legal, list) and stranger.legal:
            await stranger.act(stranger.legal[0])
    await stranger.ask("POST", f"{stranger.game}/rewinds", {"version": 5})


async def lively_game(stranger: Stranger) -> str:
    """The game in which the first connection moves and takes back, for all others; none yet, or for the first."""
    if stranger.number == 0:
        await take_back(stranger)
        stranger.shared["game"] = stranger.game
        return ""
    if not (game := stranger.shared.get("game", "")):
        await asyncio.sleep(LOOK_SECONDS)
    return game


async def follow_one_game(stranger: Stranger) -> None:
    """One connection moves and takes back; all others have compressed streams of that game."""
    if not (game := await lively_game(stranger)):
        return
    async for _ in stranger.pieces(f"{game}/events", more="Accept-Encoding: gzip\r\n"):
        if stranger.shared["game"] != game:
            return


async def wait_for_news(stranger: Stranger) -> None:
    """One connection moves and takes back; all others hold many requests that wait for news of that game."""
    if not (game := await lively_game(stranger)):
        return
    held = [stranger.another() for _ in range(HELD_REQUESTS // CONNECTIONS)]
    try:
        await asyncio.gather(*[each.ask("GET", f"{game}/events?after=1000000&wait=30") for each in held])
    finally:
        for each in held:
            each.close()


async def verify(stranger: Stranger) -> None:
    """Have the log of a game verified."""
    if "log" not in stranger.shared:
        stranger.shared["log"] = (await stranger.ask("GET", f"{stranger.plan['over']}/log")).body.decode()
    await stranger.ask("POST", "/v1/verifications", content=stranger.shared["log"].encode())


async def decide(stranger: Stranger) -> None:
    """Ask for a decision of `search`."""
    await stranger.ask("POST", "/v1/bots/search/decisions", {"view": stranger.plan["view"]})


async def decide_long(stranger: Stranger) -> None:
    """Ask for a decision of `search` that may take five seconds."""
    body = {"view": stranger.plan["view"], "budget": {"seconds": 5}}
    await stranger.ask("POST", "/v1/bots/search/decisions", body)


async def invite(stranger: Stranger) -> None:
    """Open a game for somebody else, and abort it."""
    opened = await stranger.ask("POST", "/v1/games", {"seats": 2, "invited": ["Other"], "name": "x" * 40})
    if opened.status == 201:
        await stranger.ask("POST", f"{opened.headers['location']}/abort")


async def hand_out_tokens(stranger: Stranger) -> None:
    """Make a token, and end it."""
    made = await stranger.ask("POST", "/v1/tokens", {"name": "x", "scopes": ["read"]})
    if made.status == 201:
        await stranger.ask("DELETE", f"/v1/tokens/{made.json()['id']}")


async def connect_anew(stranger: Stranger) -> None:
    """A new connection for each request."""
    await stranger.ask("GET", stranger.plan["playing"])
    stranger.close()


async def pipeline(stranger: Stranger) -> None:
    """Send many requests at once, then read all answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", stranger.plan["port"])
    try:
        writer.write(stranger.request("GET", stranger.plan["playing"]) * PIPELINED)
        for _ in range(PIPELINED):
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]))
    finally:
        writer.close()


async def stay(stranger: Stranger) -> None:
    """Hold many connections on which nothing comes, and ask on another one."""
    if not stranger.game:
        stranger.game = "held"
        held = IDLE_CONNECTIONS // CONNECTIONS
        opened = [await asyncio.open_connection("127.0.0.1", stranger.plan["port"]) for _ in range(held)]
        stranger.held = opened
    await stranger.ask("GET", stranger.plan["playing"])


ATTACKS: dict[str, Attack] = {
    "games of 3 bots": starting(THREE_BOTS),
    "solo games of greedy": starting({"seats": 1, "bots": ["greedy"]}),
    "solo games of search": starting({"seats": 1, "bots": ["search"]}),
    "games that wait": starting({"seats": 1}),
    "forks": asking("POST", "{over}/forks", {"version": 60, "seat": 0, "bots": ["greedy"]}),
    "moves": play,
    "moves taken back": take_back,
    "rewinds": rewind,
    "streams of one game": follow_one_game,
    "requests that wait": wait_for_news,
    "decisions": decide,
    "long decisions": decide_long,
    "verifications": verify,
    "invitations": invite,
    "tokens": hand_out_tokens,
    "views": asking("GET", "{playing}"),
    "old views": asking("GET", "{over}?at=100"),
    "replays": asking("GET", "{over}/replay?limit=100"),
    "replays by phase": asking("GET", "{over}/replay?by=phase&limit=100&lang=fr"),
    "events": asking("GET", "{over}/events?limit=1000"),
    "logs": asking("GET", "{over}/log"),
    "lists": asking("GET", "/v1/games?limit=100&status=open"),
    "filtered lists": asking("GET", "/v1/games?limit=100&free_seats=true&bots=false"),
    "leaderboards": asking("GET", "/v1/leaderboards?limit=100"),
    "catalogue": asking("GET", "/v1/catalogue"),
    "description": asking("GET", "/openapi.yaml"),
    "problems": asking("GET", "/problems"),
    "inbox": asking("GET", "/v1/turns"),
    "export": asking("GET", "/v1/players/me/export"),
    "statistics": asking("GET", "/v1/players/{other}/statistics"),
    "refused intentions": asking("POST", "{over}/intentions", {"type": "ready"}),
    "big JSON": asking("POST", "/v1/games", BIG_JSON),
    "registrations": asking("POST", "/v1/players", {"name": "Flood"}),
    "webhooks": asking("POST", "/v1/webhooks", {"url": "https://example.org/", "format": "standard"}),
    "new connections": connect_anew,
    "idle connections": stay,
    "pipelines": pipeline,
}
"""By name: what each connection does again and again."""
