"""Valid requests of every operation that openapi.yaml describes, about what there is in a world."""

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from service.api.web_page import addresses
from tests.fuzz.messages import Request
from tests.fuzz.values import Values, word
from tests.fuzz.world import Account, Game, World

Json = Any
STATUSES: Mapping[str, tuple[str, ...]] = {
    "takeSeat": ("open",),
    "agreeToStart": ("open",),
    "startGame": ("open",),
    "invite": ("open",),
    "withdrawInvitation": ("open",),
    "removePlayer": ("open",),
    "changeTable": ("open",),
    "handOn": ("open",),
    "renewCode": ("open",),
    "act": ("playing",),
    "undo": ("playing",),
    "proposeRewind": ("playing",),
    "acceptRewind": ("playing",),
    "declineRewind": ("playing",),
    "listLegal": ("playing",),
    "returnToSeat": ("playing",),
    "getLog": ("finished",),
    "forkGame": ("finished",),
    "listForks": ("finished",),
    "playAgain": ("finished",),
    "getRematch": ("finished",),
}
"""The games that an operation is about, as a rule."""
WEIGHTS: Mapping[str, int] = {
    "act": 40, "listLegal": 12, "getGame": 15, "getDescription": 1, "verifyLog": 3, "getLog": 2, "getReplay": 6,
    "deleteMe": 1, "exportMe": 2, "abortGame": 2, "leaveSeat": 3, "decide": 10, "forkGame": 4, "openGame": 12,
    "takeSeat": 12, "startGame": 12, "registerPlayer": 6, "playAgain": 4, "undo": 12, "proposeRewind": 10,
    "listEvents": 14, "listTurns": 12, "revokeToken": 4, "rotateToken": 4,
}  # fmt: skip
"""How often an operation comes; 8 if it is not here. What costs much CPU of workers comes rarely."""
USUAL_WEIGHT = 8
PUBLIC = (
    "registerPlayer", "getRegistration", "recoverPlayer", "getCatalogue", "listBots", "getKeys", "getHealth",
    "getReadiness",
)  # fmt: skip
PAGES = (
    *(re.sub("<.*?>", "x", address) for address in addresses()),
    "/", "/docs", "/docs/api", "/page/app.js", "/board", "/qr/7KQ2M-XWF9R", "/metrics", "/favicon.ico",
    "/problems/no_such_game", "/robots.txt", "/daily/2026-11-28", "/v1", "/v1/", "/static/x", "/page/",
    "/docs/swagger-ui.css",
)  # fmt: skip
PUSH_KEYS = {
    "p256dh": "BI5TO2-gv3tGJbswZnwB-2B--fi4qA_vWzAGKHAxh7Kjc-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ",
    "auth": "AAECAwQFBgcICQoLDA0ODw",
}
ACCEPTS = (
    "application/json",
    "*/*",
    "application/x-ndjson",
    "text/event-stream",
    "text/html",
    "application/problem+json",
)
OF_OPERATORS = ("setLimits", "getLimits", "doAct", "listActs", "getActivity", "listGamesOf")
LANGUAGES = ("en", "fr", "es", "de, fr;q=0.5", "ja", "ru", "*", "fr-CA")


class Operation(NamedTuple):
    """One operation of the description. `body`: the schema of its body, None without one."""

    id: str
    method: str
    path: str
    parameters: tuple[Json, ...]
    body: Json
    media_type: str


class Operations:
    """Makes requests. `receiver`: a URL that answers webhooks."""

    def __init__(self, description: Json, world: World, receiver: str) -> None:
        components = description["components"]
        self.world = world
        self.by_id = {each.id: each for each in _operations(description)}
        self._receiver = receiver
        self._values = Values(components, self._hints())
        self._ids = [*self.by_id, "page"]
        self._weights = [WEIGHTS.get(id, USUAL_WEIGHT) for id in self._ids]
        self._game: Game | None = None

    def any(self, rng: Random) -> Request:
        """A request of any operation."""
        [id] = rng.choices(self._ids, self._weights)
        return self.page(rng) if id == "page" else self.make(id, rng)

    def page(self, rng: Random) -> Request:
        """A request for something that is no part of the API."""
        headers = (("Accept", rng.choice(("text/html", "*/*"))), ("Accept-Language", rng.choice(LANGUAGES)))
        return Request("page", rng.choice(("GET", "GET", "HEAD")), rng.choice(PAGES), headers)

    def make(
        self,
        operation_id: str,
        rng: Random,
        game: Game | None = None,
        account: Account | None = None,
        body: Json = None,
        **path: Json,
    ) -> Request:
        """A request of an operation. `game`, `account`, `body`, and values of the path; others are left to chance."""
        id, world = operation_id, self.world
        operation = self.by_id[id]
        self._game = game = game or world.game(rng, *(STATUSES.get(id, ()) if rng.random() < 0.85 else ()))
        account = account or self._caller(id, game, rng)
        token = rng.choice(account.tokens) if account.tokens and rng.random() < 0.1 else account.token
        token = None if id in PUBLIC and rng.random() < 0.8 else token
        target, token = self._target(operation, rng, path, token)
        query = self._query(operation, rng)
        headers = [("Authorization", f"Bearer {token}")] if token else []
        raw = b""
        if operation.media_type == "application/x-ndjson":
            raw = rng.choice(world.logs) if world.logs else b"{}"
            headers.append(("Content-Type", operation.media_type))
        elif operation.body is not None:
            value = self._body(operation, rng, game, account) if body is None else body
            raw = json.dumps(value, ensure_ascii=rng.random() < 0.3).encode("utf-8")
            headers.append(("Content-Type", "application/json"))
        headers += self._headers(id, rng)
        full = f"{target}?{urlencode(query)}" if query else target
        return Request(id, operation.method, full, tuple(headers), raw, token)

    def _caller(self, id: str, game: Game | None, rng: Random) -> Account:
        world = self.world
        if id in OF_OPERATORS and world.operator and rng.random() < 0.8:
            return world.operator
        return world.player_of(game, rng)

    def _target(self, operation: Operation, rng: Random, given: Json, token: str | None) -> tuple[str, str | None]:
        """The path, and the token of the account to which belongs what it names."""
        target = operation.path
        for name in [each["name"] for each in operation.parameters if each["in"] == "path"]:
            value = given.get(name)
            if value is None:
                value, token = self._in_path(operation, name, rng, token)
            target = target.replace(f"{{{name}}}", quote(str(value), safe="@"))
        return target, token

    def _in_path(self, operation: Operation, name: str, rng: Random, token: str | None) -> tuple[Json, str | None]:
        world, id = self.world, operation.id
        match name, operation.path.split("/")[-2 if operation.path.endswith("}") else -3]:
            case "id", _ if operation.path.startswith("/v1/puzzles"):
                return rng.choice(("0123456789abp", "x", "next")), token
            case "id", _ if operation.path.startswith("/v1/games/{id}"):
                return (self._game.id if self._game else "x"), token
            case "id", _ if id in OF_OPERATORS:
                return (world.limited.id if world.limited else "x"), token
            case "id" | "player", _ if "/players/" in operation.path or name == "player":
                return (world.text("handle" if rng.random() < 0.2 else "player", rng) or "x"), token
            case "id", _ if (
                "webhooks" in operation.path or "decisions" in operation.path or "verifications" in operation.path
            ):
                kind = operation.path.split("/")[2].rstrip("s")
                text = world.text(kind, rng) or f"{word(rng)} {token}"
                return text.split(" ")[0], text.split(" ")[1]
            case "id", _:
                return (world.text("token id", rng) or "x"), token
            case "seat", _:
                return rng.choice((0, 1, 1, 2, 3, 4, 5)), token
            case "number", _:
                return rng.choice((1, 1, 1, 2, 3)), token
            case "day", _:
                return (world.text("day", rng) or "2026-11-28"), token
            case "code", _ if operation.path.startswith("/problems"):
                return rng.choice(("no_such_game", "invalid_body", "x")), token
            case "code", _:
                return (world.text("code", rng) or "7KQ2M-XWF9R"), token
            case "strategy", _:
                return rng.choice(("random", "random", "greedy", "greedy", "planner", "search", "master")), token
        raise AssertionError(f"{operation.id} has a new parameter {name} in its path: say here what it may be")

    def _query(self, operation: Operation, rng: Random) -> dict[str, Json]:
        found = {}
        for each in operation.parameters:
            if each["in"] == "query" and rng.random() < 0.3:
                value = self._values.fitting(each["schema"], rng, f"{operation.id} {each['name']}")
                found[each["name"]] = str(value).lower() if isinstance(value, bool) else value
        return found

    def _headers(self, id: str, rng: Random) -> list[tuple[str, str]]:
        found, world = [], self.world
        if rng.random() < 0.25:
            found.append(("Accept-Language", rng.choice(LANGUAGES)))
        if rng.random() < (0.5 if id in ("listEvents", "listTurns") else 0.1):
            found.append(("Accept", rng.choice(ACCEPTS)))
        if rng.random() < 0.1:
            found.append(("Accept-Encoding", rng.choice(("gzip", "br", "gzip, br", "identity;q=0", "*"))))
        if rng.random() < 0.15:
            found.append(("Idempotency-Key", rng.choice((word(rng), word(rng) * 2, "key-of-many-requests", "k"))))
        if rng.random() < 0.1:
            found.append(("If-None-Match", world.text("etag", rng) or "*"))
        if id in ("act", "undo", "getGame") and rng.random() < 0.2:
            found.append(("If-Match", world.text("etag", rng) or "*"))
        if rng.random() < 0.1:
            found.append(("Prefer", "return=representation"))
        if rng.random() < 0.05:
            found.append(("Last-Event-ID", world.text("item", rng) or str(rng.randrange(300))))
        return found

    def _body(self, operation: Operation, rng: Random, game: Game | None, account: Account) -> Json:
        match operation.id:
            case "act":
                legal = self.world.legal.get((game.id if game else "", account.token), ())
                if legal and rng.random() < 0.85:
                    return (
                        rng.choice(legal)
                        if rng.random() < 0.7
                        else [rng.choice(legal) for _ in range(rng.randint(1, 3))]
                    )
            case "decide":
                if self.world.views:
                    budget = {"nodes": rng.choice((1, 5, 20))}
                    return {"view": rng.choice(self.world.views), "budget": budget, "seed": word(rng)}
            case "speakMcp" if rng.random() < 0.9:
                return self._message(rng, game, account)
            case "recoverPlayer" if rng.random() < 0.6:
                return {"player": account.id, "code": account.recovery_code}
            case "undo" | "proposeRewind" | "forkGame" if game:
                version = rng.randint(1, max(game.version, 1)) if rng.random() < 0.9 else game.version + 1
                bots = (
                    {"bots": rng.choices(("random", "greedy"), k=rng.randint(0, 2))}
                    if operation.id == "forkGame"
                    else {}
                )
                return {"version": version} | bots
            case "createWebhook" if rng.random() < 0.5:
                of_table = (
                    {"game": game.id, "follows_rematch": rng.random() < 0.5} if game and rng.random() < 0.7 else {}
                )
                return {"kind": rng.choice(("standard", "discord", "slack")), "url": self._receiver} | of_table
            case "openGame":
                return self._options(rng, operation)
            case "doAct" if rng.random() < 0.9:  # but one account, or there would soon be none to play with
                if game and rng.random() < 0.2:
                    return {"kind": "game_closed", "reason": "other", "game": game.id}
                limited = self.world.limited
                return {
                    "kind": rng.choice(("account_suspended", "account_unsuspended", "name_taken")),
                    "reason": "conduct",
                    "player": limited.id if limited else "x",
                }
            case "setLimits" if rng.random() < 0.3:
                return {"requests": 10_000_000, "intentions": 10_000_000}
        return self._values.fitting(operation.body, rng)

    def _message(self, rng: Random, game: Game | None, account: Account) -> Json:
        """A message of an agent, mostly a call."""
        method = rng.choice(("tools/call",) * 12 + ("tools/list", "resources/list", "prompts/list", "ping", "nonsense"))
        named = game.id if game else "x"
        legal = self.world.legal.get((named, account.token)) or ({"type": "ready"},)
        calls: Json = {
            "find_game": {"limit": rng.choice((1, 5, 21))},
            "join": {"against": rng.choices(("random", "greedy", "x"), k=rng.randint(1, 2))},
            "view": {"game": named, "after": rng.randrange(300)},
            "legal": {"game": named},
            "act": {"game": named, "intentions": [rng.choice(legal)]},
            "undo": {"game": named},
            "review": {"game": named, "seat": rng.randrange(6)},
            "rules": {"cards": [rng.choice(("zeppelin", "x"))]},
        }
        tool = rng.choice([*calls, *["act"] * 8])
        params = {"name": tool, "arguments": calls[tool]} if method == "tools/call" else {}
        return {"jsonrpc": "2.0", "id": rng.randrange(100), "method": method, "params": params}

    def _options(self, rng: Random, operation: Operation) -> Json:
        """Options of a game: mostly such as belong together."""
        if rng.random() < 0.25:
            return self._values.fitting(operation.body, rng)
        seats = rng.choice((1, 1, 2, 2, 2, 3, 4, 5))
        bots = (
            rng.choices(("random", "greedy", "random", "greedy", "planner"), k=rng.randint(0, seats - 1))
            if seats > 1
            else []
        )
        options: Json = {"seats": seats, "bots": bots}
        if seats == 1 and rng.random() < 0.4:
            options |= {"scenario": rng.choice(("SC01", "SC03", "SC06")), "side": "B"}
        if rng.random() < 0.25:
            options["visibility"] = "private"
        if rng.random() < 0.3:
            kind = rng.choice(("per_phase", "bank"))
            options["clock"] = {"kind": kind, "seconds": rng.choice((1, 20, 300, 86_400)), "misses": rng.choice((1, 3))}
            if kind == "bank":
                options["clock"]["increment"] = rng.choice((0, 5))
        if rng.random() < 0.2:
            options |= {"idle_seconds": rng.choice((60, 3600)), "open_seconds": rng.choice((10, 600, 86_400))}
        if rng.random() < 0.2:
            options["name"] = rng.choice(("Friday", "游戏", "é" * 40))
        return options

    def _hints(self) -> Json:
        world = self.world

        def often(chance: float, make: Any) -> Any:
            return lambda rng: make(rng) if rng.random() < chance else None

        def cursor(operation: str) -> Any:
            return often(0.8, lambda rng: world.text(f"{operation} cursor", rng) or world.text("cursor", rng))

        return {
            "player": often(0.9, lambda rng: world.text(rng.choice(("player", "player", "handle")), rng)),
            "invited": often(0.7, lambda rng: [world.text("player", rng)]),
            "code": often(0.8, lambda rng: world.text("code", rng)),
            "name": often(0.6, lambda rng: rng.choice(("Ada", "Ben", "Łukasz", "游戏", "Marvin", word(rng)))),
            "handle": often(0.8, word),
            "url": often(
                0.7,
                lambda rng: rng.choice(
                    (self._receiver, self._receiver, "https://hooks.example/x", "https://receiver.invalid/")
                ),
            ),
            "proof": lambda rng: {"challenge": word(rng), "nonce": word(rng)} if rng.random() < 0.3 else None,
            "subscription": often(0.7, lambda rng: {"endpoint": self._receiver, "keys": PUSH_KEYS}),
            "client_seed": often(0.8, word),
            "seed": often(0.8, word),
            "bots": often(0.9, lambda rng: rng.choices(("random", "greedy"), k=rng.randint(0, 2))),
            "listGames player": often(0.8, lambda rng: rng.choice(("me", world.text("player", rng)))),
            "listGames opponent": often(0.8, lambda rng: world.text(rng.choice(("player", "handle")), rng)),
            "listGames cursor": cursor("listGames"),
            "listForks cursor": cursor("listForks"),
            "listTurns cursor": cursor("listTurns"),
            "listLeaders cursor": cursor("listLeaders"),
            "listTurns after": often(0.8, lambda rng: world.text("listTurns after", rng)),
            "listEvents ticket": often(0.8, lambda rng: world.text("ticket", rng)),
            "listTurns ticket": often(0.8, lambda rng: world.text("ticket", rng)),
            "listEvents wait": lambda rng: 0,
            "listTurns wait": lambda rng: 0,
            "listEvents after": often(0.9, lambda rng: rng.randrange(400)),
            "getGame at": often(0.9, lambda rng: rng.randint(1, max(self._game.version, 1) if self._game else 9)),
            "getReplay from": often(0.9, lambda rng: rng.randint(1, max(self._game.version, 1) if self._game else 9)),
            "getReplay to": often(0.9, lambda rng: rng.randint(1, max(self._game.version, 1) if self._game else 9)),
            "getReplay limit": often(0.8, lambda rng: rng.randint(1, 5)),
            "getReplay fields": often(0.8, lambda rng: rng.choice(("round,phase", "none", "seats", "hand,discard"))),
            "getGame lang": often(0.8, lambda rng: rng.choice(LANGUAGES)),
            "listEvents lang": often(0.8, lambda rng: rng.choice(LANGUAGES)),
            "listEvents include": often(0.9, lambda rng: rng.choice(("view", "legal", "view,legal", "legal,view"))),
        }


def _operations(description: Json) -> list[Operation]:
    found = []
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            parameters = [*operation.get("parameters", ()), *item.get("parameters", ())]
            kept = tuple(each for each in parameters if "$ref" not in each)
            content = operation.get("requestBody", {}).get("content", {})
            media_type, body = next(iter(content.items()), ("", {"schema": None}))
            found.append(Operation(operation["operationId"], method.upper(), path, kept, body["schema"], media_type))
    return found
