"""Players that record every answer, the tables they play at, and one that gives the other workers something to do."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any, NamedTuple

import httpx

import game as rules
from tests.end_to_end.running import PATIENCE_SECONDS, Json, open_client
from tests.end_to_end.soak_requests import Kind, Position, Request, batch_or_single, by_weight
from wonderful_client import Client, Problem
from wonderful_client import conversation as http
from wonderful_client.drivers import BlockingConnection

TEMPORARY_CODES = {"store_unavailable", "too_busy", "seed_unavailable"}
"""Codes of an answer 503."""
REPEAT_SECONDS = 0.05
"""Between two attempts: less than the library would wait, so that an outage meets more of them."""
REPEATED = 0.05
"""The share of accepted requests that are sent again at once."""
OPENING_SECONDS = 0.5
"""Between two games that are opened and not played."""
BOTS_OVERDUE_SECONDS = 30.0
"""After so long without a move of its bots a game has come to a stand."""


class Sent(NamedTuple):
    """A request with its answer: 2xx if it was accepted, 4xx if it was refused; then the content is left out."""

    game: str
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


def find_fault(asked: http.Request, answer: http.Answer) -> str | None:
    """The fault of an answer, None for one that a client must expect at any time."""
    answered = f"{asked.method} {asked.target}: {answer.status} {answer.content[:300]!r}"
    expected = "application/json" if answer.status < 300 else "application/problem+json"
    if answer.headers.get("content-type") != expected:
        return f"not {expected}: {answered}"
    try:
        body = json.loads(answer.content)
    except ValueError:
        return f"not JSON: {answered}"
    if answer.status < 300:
        return None
    if body.get("status") != answer.status or not body.get("code") or not body.get("detail"):
        return f"not a whole problem: {answered}"
    if answer.status == 503:
        known = body["code"] in TEMPORARY_CODES and answer.headers.get("retry-after", "").isdecimal()
        return None if known else f"503 without a known code, or Retry-After: {answered}"
    return None if answer.status in (409, 422) else f"unexpected: {answered}"


class Unavailable(NamedTuple):
    """A request that was answered 503: when it began and ended, and what it was for."""

    began: float
    ended: float
    player: str
    path: str
    detail: str


class Recorded(BlockingConnection):
    """A connection on which each flow is recorded."""

    def __init__(self, url: str, client: httpx.Client, record: Callable[[http.Flow[Any]], http.Flow[Any]]) -> None:
        super().__init__(url, PATIENCE_SECONDS, True, client)
        self._record = record

    def carry_out(self, flow: http.Flow[Any]) -> Any:
        return super().carry_out(self._record(flow))

    def hand_out(self, flow: http.Flow[None]) -> Generator[Json, None, None]:
        return super().hand_out(self._record(flow))


class RecordingPlayer(Client):
    """A player that records its requests, their answers and how long they took. Any thread may use it."""

    def __init__(self, url: str, name: str) -> None:
        self.id = ""
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
        self._http = open_client(url)
        super().__init__(url, http=self._http)
        self.connection = Recorded(url, self._http, self._recorded)
        account = self.register_player(name=name)
        self.id, self.token = account["id"], account["token"]

    def close(self) -> None:
        self._http.close()

    def _recorded(self, flow: http.Flow[Any]) -> http.Flow[Any]:
        """A flow that does the same, but repeats its requests soon, and notes each attempt and how long it took."""
        asked, began, reply = None, 0.0, None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as done:
                return done.value
            if not isinstance(step, http.Request):
                is_pause = isinstance(step, http.Pause)
                reply = yield http.Pause(min(step.seconds, REPEAT_SECONDS)) if is_pause else step
                continue
            attempted, is_repeated = time.monotonic(), step is asked
            asked, began = step, began if is_repeated else attempted
            reply = yield step
            if self._note(step, reply, attempted) and "wait=" not in step.target:
                (self.outages if is_repeated else self.waits).append(time.monotonic() - began)

    def _note(self, asked: http.Request, reply: http.Reply, began: float) -> bool:
        """Record an attempt. Returns whether it is the last one."""
        now = time.monotonic()
        if isinstance(reply, http.Lost):
            lost = f"{asked.method} {asked.target}: {reply.error!r}"
            if isinstance(reply.error, (httpx.NetworkError, httpx.RemoteProtocolError)):
                self.broken.append(Broken(began, now, lost))
            else:
                self.faults.append(lost)
            return False
        assert isinstance(reply, http.Answer)
        if fault := find_fault(asked, reply):
            self.faults.append(fault)
        if reply.status == 503:
            body = json.loads(reply.content)
            self.unavailable[body["code"]] += 1
            self.refused.append(Unavailable(began, now, self.id, asked.target, body["detail"]))
        return reply.status < 500

    def send(self, request: Request, game: str = "") -> Sent:
        """Repeat a request under its own key until it is answered. Only that for a new game has no `game`."""
        sent = self._send(game, request, f"{request.kind} {next(self._numbers)}")
        self.sent.append(sent)
        return sent

    def send_again(self, sent: Sent) -> None:
        """Send an accepted request once more under its key: it gets the same answer.

        While the store did not give the keys, that was without a receipt; it has one now.
        """
        again = self._send(sent.game, sent.request, sent.key)
        assert (again.game, again.status) == (sent.game, sent.status), f"{sent} is answered {again.status} now"
        if again.content != sent.content:
            answer = again.answer
            assert answer.pop("receipt")
            assert answer == sent.answer

    def _send(self, game: str, request: Request, key: str) -> Sent:
        is_new = request.kind == "open"
        address = "/v1/games" if is_new else f"/v1/games/{game}/{request.path}"
        try:
            answer = self._ask_for(http.build("POST", address, (request.body,), {"key": key}), PATIENCE_SECONDS)
        except Problem as problem:
            if not 400 <= problem.status < 500:
                raise
            return Sent(game, request, key, problem.status, b"")
        return Sent(json.loads(answer.content)["id"] if is_new else game, request, key, answer.status, answer.content)

    def _ask_for(self, asked: http.Request, patience: float) -> http.Answer:
        answer: http.Answer = self.connection.carry_out(http.ask(asked, patience))
        return answer

    def wait(self, game: str, version: int) -> None:
        """Wait a little until other seats change the game, and record how long it has stood still."""
        if self._standing[:2] != (game, version):
            self._standing = game, version, time.monotonic()
        self.events(game, version, wait=2)
        self.longest_wait = max(self.longest_wait, time.monotonic() - self._standing[2])
        assert self.longest_wait < PATIENCE_SECONDS, f"{game} stands still at version {version}"

    def events(self, game: str, after: int, wait: float) -> list[Json]:
        """Events after a version, with one waiting request; none if an outage ends it."""
        began, status, events = time.monotonic(), 0, list[Json]()
        asked = http.build("GET", "/v1/games/{id}/events", (game,), {"after": after, "wait": wait})
        with suppress(Problem):
            answer = self._ask_for(asked, patience=0)
            status, events = answer.status, http.read_list(answer)
        self.held.append(HeldRequest(began, time.monotonic(), status, len(events)))
        if not status:
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
                game = opener.send(Request("open", self._options, "")).game
                for player in others:
                    assert player.send(Request("join", {}, "seats"), game).accepted
                assert opener.send(Request("start", {}, "start"), game).accepted
                self.games.append(game)
            return self.games[-1]

    def game_under_way(self) -> str:
        """The current game; a new one if it is over."""
        game = self.game_after(None)
        is_over = self.players[0].get_game(game)["status"] != "playing"
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
        budget = {"seconds": rng.choice([0.1, 1.5])}
        found[outcome(partial(player.decide, "search", view=view, budget=budget))] += 1
    return found


def verify_on(player: RecordingPlayer, log: bytes, over: threading.Event) -> Counter[str]:
    """Let a log be verified again and again; returns how often it was `done`, and how often that `failed`."""
    found: Counter[str] = Counter()
    while not over.wait(0.3):
        found[outcome(partial(player.verify_log, log))] += 1
    return found


def outcome(work: Callable[[], Json]) -> str:
    """Whether a worker has done the work: `done` or `failed`. Raises AssertionError if it stays pending."""
    told, began = "done", time.monotonic()
    try:
        work()
    except Problem as problem:
        if problem.code != "failed":
            raise
        told = "failed"
    assert time.monotonic() < began + PATIENCE_SECONDS, f"it stays pending: {work}"
    return told


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
    view = player.get_game(game)
    if view["status"] != "playing":
        return view
    position = Position(view, player.list_legal(game), player.sent[-1].request)
    if request := choice(position, rng):
        sent = player.send(request, game)
        assert not (request.must_be_refused and sent.accepted), f"accepted: {request}"
    else:
        player.wait(game, view["version"])
    return view


def follow(player: RecordingPlayer, game: str, over: threading.Event) -> list[Json]:
    """All events of a game, requested as they come until it is scored or `over` is set."""
    events: list[Json] = []
    while not over.is_set() and not (events and events[-1]["name"] == "game_scored"):
        events += player.events(game, len(events), wait=3)
    return events
