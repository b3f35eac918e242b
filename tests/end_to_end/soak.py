"""Players that record every answer, the tables they play at, and one that gives the other workers something to do."""

import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any, NamedTuple

import httpx

import game as rules
from tests.end_to_end.running import PATIENCE_SECONDS, REPEAT_SECONDS, Json, PersistentPlayer
from tests.end_to_end.soak_requests import Kind, Position, Request, batch_or_single, by_weight

TEMPORARY_CODES = {"store_unavailable", "too_busy", "seed_unavailable"}
"""Codes of an answer 503."""
REPEATED = 0.05
"""The share of accepted requests that are sent again at once."""
OPENING_SECONDS = 0.5
"""Between two games that are opened and not played."""
BOTS_OVERDUE_SECONDS = 30.0
"""After so long without a move of its bots a game has come to a stand."""


class Sent(NamedTuple):
    """A request with its answer: 2xx if it was accepted, 4xx if it was refused."""

    address: str
    request: Request
    key: str
    status: int
    content: bytes

    @property
    def accepted(self) -> bool:
        return self.status < 400

    @property
    def answer(self) -> Json:
        answer: Json = json.loads(self.content)
        return answer

    @property
    def game(self) -> str:
        """The id of the game; the answer to an opening holds it."""
        return str(self.answer["id"]) if self.request.kind == "open" else self.address.split("/")[3]


class HeldRequest(NamedTuple):
    """A request for events with `wait`: when it began and ended, and its answer; status 0: none."""

    began: float
    ended: float
    status: int
    events: int


class Broken(NamedTuple):
    """A request whose connection was refused or broke: when it began and ended."""

    began: float
    ended: float
    error: str


def find_fault(answer: httpx.Response) -> str | None:
    """The fault of an answer, None for one that a client must expect at any time."""
    answered = f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:300]!r}"
    expected = "application/json" if answer.is_success else "application/problem+json"
    if answer.headers.get("Content-Type") != expected:
        return f"not {expected}: {answered}"
    try:
        body = answer.json()
    except ValueError:
        return f"not JSON: {answered}"
    if answer.is_success:
        return None
    if body.get("status") != answer.status_code or not body.get("code") or not body.get("detail"):
        return f"not a whole problem: {answered}"
    if answer.status_code == 503:
        known = body["code"] in TEMPORARY_CODES and answer.headers.get("Retry-After", "").isdecimal()
        return None if known else f"503 without a known code, or Retry-After: {answered}"
    return None if answer.status_code in (409, 422) else f"unexpected: {answered}"


class Unavailable(NamedTuple):
    """A request that was answered 503: when it began and ended, and what it was for."""

    began: float
    ended: float
    player: str
    path: str
    detail: str


class RecordingPlayer(PersistentPlayer):
    """A player that records its requests, their answers and how long they took. Any thread may use it."""

    def __init__(self, url: str, name: str) -> None:
        self.faults: list[str] = []
        self.broken: list[Broken] = []
        self.unavailable: Counter[str] = Counter()
        self.refused: list[Unavailable] = []
        self.outages: list[float] = []
        self.waits: list[float] = []
        self.sent: list[Sent] = []
        self.held: list[HeldRequest] = []
        self._standing = "", 0, 0.0
        self.longest_wait = 0.0
        self._numbers = count(1)
        super().__init__(url, name)

    def ask(self, method: str, path: str, key: str | None = None, **body: Any) -> httpx.Response:
        began, repeats = time.monotonic(), self.repeats
        answer = super().ask(method, path, key, **body)
        (self.waits if self.repeats == repeats else self.outages).append(time.monotonic() - began)
        return answer

    def _attempt(self, method: str, path: str, headers: dict[str, str], body: Json) -> httpx.Response | None:
        began = time.monotonic()
        try:
            answer = self._http.request(method, f"{self._url}{path}", headers=headers, **body)
        except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
            self.broken.append(Broken(began, time.monotonic(), f"{method} {path}: {error!r}"))
            return None
        except httpx.TransportError as error:
            self.faults.append(f"{method} {path}: {error!r}")
            return None
        if fault := find_fault(answer):
            self.faults.append(fault)
        if answer.status_code == 503:
            body = answer.json()
            self.unavailable[body["code"]] += 1
            player = getattr(self, "id", "")
            self.refused.append(Unavailable(began, time.monotonic(), player, path, body["detail"]))
        return None if answer.status_code >= 500 else answer

    def send(self, address: str, request: Request) -> httpx.Response:
        """Repeat a request under its own key until it is answered."""
        key = f"{request.kind} {next(self._numbers)}"
        answer = self.ask("POST", address, key, json=request.body)
        self.sent.append(Sent(address, request, key, answer.status_code, answer.content))
        return answer

    def send_again(self, sent: Sent) -> None:
        """Send an accepted request once more under its key: it gets the same answer."""
        again = self.ask("POST", sent.address, sent.key, json=sent.request.body)
        assert (again.status_code, again.content) == (sent.status, sent.content)

    def wait(self, game: str, version: int) -> None:
        """Wait a little until other seats change the game, and record how long it has stood still."""
        if self._standing[:2] != (game, version):
            self._standing = game, version, time.monotonic()
        self.events(game, version, wait=2)
        self.longest_wait = max(self.longest_wait, time.monotonic() - self._standing[2])
        assert self.longest_wait < PATIENCE_SECONDS, f"{game} stands still at version {version}"

    def events(self, game: str, after: int, wait: float) -> list[Json]:
        """Events after a version, with one waiting request; none if an outage ends it."""
        began = time.monotonic()
        answer = self._attempt("GET", f"{game}/events?after={after}&wait={wait}", self.headers, {})
        status, events = (answer.status_code, answer.json()) if answer else (0, [])
        self.held.append(HeldRequest(began, time.monotonic(), status, len(events)))
        if answer is None:
            time.sleep(REPEAT_SECONDS)
        return events


class Table:
    """Players that play one game after the other, with these options."""

    def __init__(self, players: Sequence[RecordingPlayer], options: Json) -> None:
        self.players = players
        self.games: list[str] = []
        self._options = options
        self._lock = threading.Lock()

    def game_after(self, over: str | None) -> str:
        """The current game; a new one when the game `over` has ended."""
        with self._lock:
            if not self.games or over == self.games[-1]:
                opener, *others = self.players
                game = opener.send("/v1/games", Request("open", self._options, "")).headers["Location"]
                for player in others:
                    assert player.send(f"{game}/seats", Request("join", {}, "seats")).is_success
                assert opener.send(f"{game}/start", Request("start", {}, "start")).is_success
                self.games.append(game)
            return self.games[-1]

    def game_under_way(self) -> str:
        """The current game; a new one if it is over."""
        game = self.game_after(None)
        is_over = self.players[0].ask("GET", game).json()["status"] != "playing"
        return self.game_after(game) if is_over else game


def play_on(player: RecordingPlayer, table: Table, over: threading.Event, rng: Random) -> None:
    """Play at a table, one game after the other, until `over` is set. Now and then send a request again."""
    try:
        game = table.game_after(None)
        while not over.is_set():
            if take_turn(player, game, by_weight, rng)["status"] != "playing":
                game = table.game_after(game)
            if rng.random() < REPEATED and player.sent[-1].accepted:
                player.send_again(player.sent[-1])
            time.sleep(rng.uniform(0, 0.1))
    finally:
        over.set()


def open_on(table: Table, over: threading.Event) -> None:
    """Open and start one game after the other until `over` is set; nobody plays them."""
    while not over.wait(OPENING_SECONDS):
        table.game_after(table.games[-1] if table.games else None)


def decide_on(player: RecordingPlayer, over: threading.Event, rng: Random) -> Counter[str]:
    """Ask for decisions, one after the other, short and long; returns how many were `done`, and how many `failed`."""
    view = rules.view(rules.fold(rules.new({"seats": 2}, seed=1)), 0)
    found: Counter[str] = Counter()
    while not over.wait(0.1):
        body = {"view": view, "budget": {"seconds": rng.choice([0.1, 1.5])}}
        found[outcome(player, player.ask("POST", "/v1/bots/search/decisions", json=body))] += 1
    return found


def verify_on(player: RecordingPlayer, log: bytes, over: threading.Event) -> Counter[str]:
    """Let a log be verified again and again; returns how often it was `done`, and how often that `failed`."""
    player.headers["Content-Type"] = "application/x-ndjson"
    found: Counter[str] = Counter()
    while not over.wait(0.3):
        found[outcome(player, player.ask("POST", "/v1/verifications", content=log))] += 1
    return found


def outcome(player: RecordingPlayer, answer: httpx.Response) -> str:
    """What becomes of work for a worker: `done` or `failed`."""
    if answer.status_code == 200:
        return "done"
    address, deadline = answer.headers["Location"], time.monotonic() + PATIENCE_SECONDS
    while (status := str(player.ask("GET", address).json()["status"])) == "pending":
        assert time.monotonic() < deadline, f"{address} stays pending"
        time.sleep(REPEAT_SECONDS)
    return status


def play_out(player: RecordingPlayer, game: str, rng: Random) -> str:
    """Play a game to its scored end in few requests. Returns its status."""
    while (view := take_turn(player, game, batch_or_single, rng))["status"] == "playing":
        pass
    return str(view["status"])


def goes_on(players: Sequence[RecordingPlayer], game: str) -> bool:
    """Whether the game accepts an intention of one of the players, or is finished, before its bots are overdue."""
    until = time.monotonic() + BOTS_OVERDUE_SECONDS
    while time.monotonic() < until:
        for player in players:
            before = len(player.sent)
            if take_turn(player, game, batch_or_single, Random(0))["status"] == "finished":
                return True
            if any(sent.accepted for sent in player.sent[before:]):
                return True
    return False


def take_turn(player: RecordingPlayer, game: str, choice: Kind, rng: Random) -> Json:
    """Send one request, or wait a little if the seat has none to send. Returns the view before it."""
    view = player.ask("GET", game).json()
    if view["status"] != "playing":
        return view
    position = Position(view, player.ask("GET", f"{game}/legal").json(), player.sent[-1].request)
    if request := choice(position, rng):
        answer = player.send(f"{game}/{request.path}", request)
        assert not (request.must_be_refused and answer.is_success), f"accepted: {request}"
    else:
        player.wait(game, view["version"])
    return view


def follow(player: RecordingPlayer, game: str, over: threading.Event) -> list[Json]:
    """All events of a game, requested as they come until it is scored or `over` is set."""
    events: list[Json] = []
    while not over.is_set() and not (events and events[-1]["name"] == "game_scored"):
        events += player.events(game, len(events), wait=3)
    return events
