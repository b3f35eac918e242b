"""What the requests are about: accounts, games, and ids, cursors, views and logs that answers have shown."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.fuzz.messages import Answer, Request

Json = Any
MAX_KEPT = 60
"""Of each kind of text that answers show."""
MAX_GAMES, MAX_ACCOUNTS = 120, 60
MAX_KEPT_LOG_BYTES = 150_000


@dataclass
class Account:
    """An account, with the tokens that answers have shown for it."""

    id: str
    token: str
    handle: str = ""
    name: str = ""
    recovery_code: str = ""
    kind: str = "human"
    tokens: list[str] = field(default_factory=list)


@dataclass
class Game:
    """A game as the last answers showed it. `players`: ids of accounts that have seats."""

    id: str
    status: str = "open"
    version: int = 1
    seats: int = 1
    players: list[str] = field(default_factory=list)
    host: str = ""


class World:
    """`texts`: kind → what answers have shown of it, the newest at random places."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.games: dict[str, Game] = {}
        self.texts: dict[str, list[str]] = defaultdict(list)
        self.legal: dict[tuple[str, str], list[Json]] = {}
        self.views: list[Json] = []
        self.logs: list[bytes] = []
        self.operator: Account | None = None
        self.limited: Account | None = None
        self._rng = Random(0)

    # What there is

    def account(self, rng: Random) -> Account:
        return self.accounts[rng.choice([*self.accounts])]

    def game(self, rng: Random, *statuses: str) -> Game | None:
        """A game, of one of these statuses if there is one."""
        found = [game for game in self.games.values() if not statuses or game.status in statuses]
        if rng.random() < 0.9:
            found = [game for game in found if not self.accounts.keys().isdisjoint(game.players)] or found
        return rng.choice(found) if found else None

    def player_of(self, game: Game | None, rng: Random) -> Account:
        """An account with a seat in the game, if there is one; sometimes another one."""
        seated = [self.accounts[player] for player in (game.players if game else ()) if player in self.accounts]
        return rng.choice(seated) if seated and rng.random() < 0.9 else self.account(rng)

    def text(self, kind: str, rng: Random) -> str | None:
        """A text of this kind, None if no answer has shown one."""
        return rng.choice(self.texts[kind]) if self.texts[kind] else None

    # What answers show

    def keep(self, kind: str, text: str) -> None:
        self._keep(self.texts[kind], text)

    def _keep(self, kept: list[Any], value: Any, most: int = MAX_KEPT) -> None:
        if len(kept) < most:
            kept.append(value)
        else:
            kept[self._rng.randrange(most)] = value

    def learn(self, request: Request, answer: Answer, value: Json) -> None:
        """Keep what an answer shows. `value`: its JSON body, None without one."""
        self._rng.seed(f"{request.target} {answer.status}")
        if answer.status == 401 and request.token:
            self._forget_token(request.token)
        if answer.status >= 400 or request.method in ("HEAD", "OPTIONS"):
            return
        if (etag := answer.header("ETag")) and len(etag) < 80:
            self.keep("etag", etag)
        for link in re.findall(r"<([^>]*)>", answer.header("Link")):
            self.keep("link", link)
            for name, cursor in re.findall(r"[?&](cursor|after)=([^&]+)", link):
                self.keep(f"{request.operation} {name}", cursor)
                self.keep("cursor", cursor)
        learned = getattr(self, f"_after_{request.operation}", None)
        if learned and value is None and request.operation not in ("deleteMe", "getLog"):
            return
        if learned:
            learned(request, answer, value)
        elif isinstance(value, dict) and "seats" in value and "status" in value and "id" in value:
            self.learn_view(value)

    def learn_view(self, view: Json) -> None:
        """A game by a view of it, or by its summary."""
        if not isinstance(view.get("id"), str) or "version" not in view:
            return
        players = [seat["player"]["id"] for seat in view["seats"] if seat.get("player")]
        known = self.games.get(view["id"])
        if known and view["version"] < known.version:
            return
        game = Game(
            view["id"], view["status"], view["version"], len(view["seats"]), players, players[0] if players else ""
        )
        self.games[game.id] = game
        if "hand" in view and view["status"] == "playing":
            self._keep(self.views, view, 30)
        if code := view.get("code"):
            self.keep("code", code)
        if len(self.games) > MAX_GAMES:
            lost = [each.id for each in self.games.values() if not {*each.players} & self.accounts.keys()]
            over = [each.id for each in self.games.values() if each.status in ("finished", "abandoned")]
            del self.games[(lost or over or [*self.games])[0]]

    def add_account(self, account: Account) -> None:
        self.accounts[account.id] = account
        self.keep("player", account.id)
        if len(self.accounts) > MAX_ACCOUNTS:
            seated = {player for game in self.games.values() for player in game.players}
            idle = [id for id in self.accounts if id not in seated and id != account.id]
            del self.accounts[(idle or [*self.accounts])[0]]

    def _forget_token(self, token: str) -> None:
        for account in [*self.accounts.values()]:
            if token in account.tokens:
                account.tokens.remove(token)
            if account.token == token:
                del self.accounts[account.id]

    def _after_registerPlayer(self, request: Request, answer: Answer, value: Json) -> None:
        shown = {key: value.get(key) or "" for key in ("id", "token", "handle", "name", "recovery_code", "kind")}
        self.add_account(Account(**shown))

    _after_recoverPlayer = _after_registerPlayer

    def _after_changeMe(self, request: Request, answer: Answer, value: Json) -> None:
        self.keep("handle", f"@{value['handle']}")

    def _after_deleteMe(self, request: Request, answer: Answer, value: Json) -> None:
        if request.token:
            self._forget_account(request.token)

    def _forget_account(self, token: str) -> None:
        self.accounts = {id: each for id, each in self.accounts.items() if token not in (each.token, *each.tokens)}

    def _after_createToken(self, request: Request, answer: Answer, value: Json) -> None:
        self.keep("token id", value["id"])
        for account in self.accounts.values():
            if account.token == request.token:
                account.tokens = [*account.tokens[-3:], value["token"]]

    _after_rotateToken = _after_createToken

    def _after_listTokens(self, request: Request, answer: Answer, value: Json) -> None:
        for token in value[-3:]:
            self.keep("token id", token["id"])

    def _after_createTicket(self, request: Request, answer: Answer, value: Json) -> None:
        self.keep("ticket", value["ticket"])

    def _after_renewCode(self, request: Request, answer: Answer, value: Json) -> None:
        self.learn_view(value) if "seats" in value else self.keep("code", str(value.get("code")))

    def _after_renewRecoveryCode(self, request: Request, answer: Answer, value: Json) -> None:
        for account in self.accounts.values():
            if account.token == request.token:
                account.recovery_code = value["recovery_code"]

    def _after_createWebhook(self, request: Request, answer: Answer, value: Json) -> None:
        self.keep("webhook", f"{value['id']} {request.token}")

    def _after_decide(self, request: Request, answer: Answer, value: Json) -> None:
        if answer.status == 202:
            self.keep("decision", f"{value['id']} {request.token}")

    def _after_verifyLog(self, request: Request, answer: Answer, value: Json) -> None:
        if answer.status == 202:
            self.keep("verification", f"{value['id']} {request.token}")

    def _after_listLegal(self, request: Request, answer: Answer, value: Json) -> None:
        if isinstance(value, list) and request.token and request.method == "GET":
            game = request.path.split("/")[3]
            self.legal[game, request.token] = value
            if len(self.legal) > 500:
                del self.legal[next(iter(self.legal))]

    def _after_getLog(self, request: Request, answer: Answer, value: Json) -> None:
        if answer.status == 200 and 0 < len(answer.body) < MAX_KEPT_LOG_BYTES:
            self._keep(self.logs, answer.body, 12)

    def _after_listGames(self, request: Request, answer: Answer, value: Json) -> None:
        for summary in (value or ())[:3]:
            self.keep("game", summary["id"])

    _after_listForks = _after_listGames

    def _after_listTurns(self, request: Request, answer: Answer, value: Json) -> None:
        for item in (value or ())[:3]:
            self.keep("item", str(item["id"]))

    def _after_getDescription(self, request: Request, answer: Answer, value: Json) -> None:
        """Nothing that requests could use."""


def json_of(body: bytes) -> Json:
    """The JSON value of a body, None if it is not JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return None
