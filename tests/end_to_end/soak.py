"""Players that record every answer, the tables they play at, and the thread that kills the Redis server meanwhile."""

import json
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from statistics import median
from typing import Any, NamedTuple

import httpx

from service.commands.demo import choose_intention
from tests.end_to_end.running import PATIENCE_SECONDS, Json, PersistentPlayer, Running, await_true

TEMPORARY_CODES = {"store_unavailable", "too_busy", "seed_unavailable"}
"""Codes of an answer 503."""
LONG_OUTAGE_SECONDS = 1.0
"""How long the server is kept down after every other kill."""
IMPOSSIBLE = {"type": "slate", "card": "nothing.1"}
"""An intention that every game refuses in every phase."""


class Request(NamedTuple):
    """A request. `path`: below the address of the game. `must_be_refused`: accepting it is a fault."""

    kind: str
    body: Any
    path: str = "intentions"
    must_be_refused: bool = False


class Position(NamedTuple):
    """The view of a player, its legal intentions, and its last request."""

    view: Json
    legal: list[Json]
    last: Request


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
    """A request for events with `wait`: when it began and ended, and its answer."""

    began: float
    ended: float
    status: int
    events: int


def single(position: Position, rng: Random) -> Request | None:
    """The intention that the demo player chooses."""
    return Request("single", choose_intention(position.view, position.legal, rng)) if position.legal else None


def batch(position: Position, _: Random, most: int = 3) -> Request | None:
    """A batch that plans cards, or places cubes of the step."""
    own = position.view["seats"][position.view["seat"]]
    room = 5 - len(own["construction"])
    cards = [body["card"] for body in position.legal if body["type"] == "slate"][:most]
    bodies = [{"type": "slate", "card": card} for card in cards[: max(0, room)]]
    bodies += [{"type": "recycle", "card": card, "onto": "empire"} for card in cards[len(bodies) :]]
    if not own["choosing"]:
        for item, cubes in own["cubes_to_place"].items():
            bodies += [{"type": "place", "item": item, "onto": "empire"}] * min(cubes, most)
            bodies += [{"type": "ready"}] * (cubes < most)
    return Request("batch", bodies) if len(bodies) > 1 else None


def repeat_last(position: Position, _: Random) -> Request | None:
    """The last body once more, as a new request; usually it comes too late."""
    return position.last._replace(kind="again", must_be_refused=False) if position.last.path == "intentions" else None


def wrong_intention(position: Position, rng: Random) -> Request | None:
    """An intention that must be refused: of the wrong phase, or with an unknown card."""
    elsewhere = {"type": "ready"} if position.view["phase"] == "draft" else IMPOSSIBLE | {"type": "draft"}
    return Request("wrong", rng.choice([IMPOSSIBLE, elsewhere]), must_be_refused=True)


def wrong_batch(position: Position, rng: Random) -> Request | None:
    """A batch with a wrong intention at its end, which must be refused as a whole."""
    begun = batch(position, rng) or single(position, rng)
    if not begun:
        return None
    bodies = begun.body if isinstance(begun.body, list) else [begun.body]
    return Request("wrong batch", [*bodies, IMPOSSIBLE], must_be_refused=True)


def undo(position: Position, _: Random) -> Request | None:
    """An undo of the newest intention of the seat."""
    undoable = position.view["undoable"]
    return Request("undo", {"version": undoable}, "undo") if undoable else None


def rewind(position: Position, rng: Random) -> Request | None:
    """A rewind to an earlier version."""
    return Request("rewind", {"version": max(1, position.view["version"] - rng.randint(1, 25))}, "rewinds")


def answer_rewind(position: Position, rng: Random) -> Request | None:
    """An answer to a rewind that another seat proposed."""
    asked, how = position.view["rewind"], rng.choice(["accept", "accept", "decline"])
    mine = asked and asked["seat"] == position.view["seat"]
    return Request(how, None, f"rewinds/{asked['number']}/{how}") if asked and not mine else None


Kind = Callable[[Position, Random], Request | None]
KINDS: dict[Kind, int] = {
    single: 51,
    batch: 15,
    repeat_last: 6,
    wrong_intention: 5,
    wrong_batch: 5,
    undo: 6,
    rewind: 2,
    answer_rewind: 10,
}
"""Kinds of requests and their weights, in percent. Where a kind has nothing to send, a single intention is sent."""


def batch_or_single(position: Position, rng: Random) -> Request | None:
    """As many intentions as possible in one request."""
    return batch(position, rng, most=60) or single(position, rng)


def by_weight(position: Position, rng: Random) -> Request | None:
    """A request of a random kind, by the weights of KINDS."""
    [kind] = rng.choices([*KINDS], [*KINDS.values()])
    return kind(position, rng) or single(position, rng)


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


class RecordingPlayer(PersistentPlayer):
    """A player that records its requests, their answers and how long they took. Any thread may use it."""

    def __init__(self, url: str, name: str) -> None:
        self.faults: list[str] = []
        self.unavailable: Counter[str] = Counter()
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
        try:
            answer = self._http.request(method, f"{self._url}{path}", headers=headers, **body)
        except httpx.TransportError as error:
            self.faults.append(f"{method} {path}: {error!r}")
            return None
        if fault := find_fault(answer):
            self.faults.append(fault)
        if answer.status_code == 503:
            self.unavailable[answer.json()["code"]] += 1
        return None if answer.status_code >= 500 else answer

    def send(self, address: str, request: Request) -> httpx.Response:
        """Repeat a request under its own key until it is answered."""
        key = f"{request.kind} {next(self._numbers)}"
        answer = self.ask("POST", address, key, json=request.body)
        self.sent.append(Sent(address, request, key, answer.status_code, answer.content))
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
        began = time.monotonic()
        answer = self._attempt("GET", f"{game}/events?after={after}&wait={wait}", self.headers, {})
        status, events = (answer.status_code, answer.json()) if answer else (503, [])
        self.held.append(HeldRequest(began, time.monotonic(), status, len(events)))
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


def play_on(player: RecordingPlayer, table: Table, over: threading.Event, rng: Random) -> None:
    """Play at a table, one game after the other, until `over` is set."""
    try:
        game = table.game_after(None)
        while not over.is_set():
            if take_turn(player, game, by_weight, rng)["status"] != "playing":
                game = table.game_after(game)
            time.sleep(rng.uniform(0, 0.1))
    finally:
        over.set()


def open_on(table: Table, over: threading.Event) -> None:
    """Open and start one game after the other until `over` is set; nobody plays them."""
    while not over.wait(0.3):
        table.game_after(table.games[-1] if table.games else None)


def play_out(player: RecordingPlayer, game: str, rng: Random) -> str:
    """Play a game to its scored end in few requests. Returns its status."""
    while (view := take_turn(player, game, batch_or_single, rng))["status"] == "playing":
        pass
    return str(view["status"])


def goes_on(players: Sequence[RecordingPlayer], game: str) -> bool:
    """Whether the game accepts an intention of one of the players, or is finished."""
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


def kill(running: Running, times: int, rng: Random, over: threading.Event, tell: Callable[[int], None]) -> list[float]:
    """Kill the server so many times; every other time keep it down for a while. Returns the moments.

    It must run again each time. The service waits out a short outage; clients get 503 in a long one.
    """
    moments = []
    try:
        for number in range(1, times + 1):
            over.wait(rng.choice([rng.uniform(0, 0.3), rng.uniform(0.3, 2), rng.uniform(1, 3)]))
            if over.is_set():
                break
            await_true(lambda: running.processes("server"), running.output)
            [pid] = running.processes("server")
            os.kill(pid, signal.SIGKILL)
            moments.append(time.monotonic())
            while number % 2 and time.monotonic() - moments[-1] < LONG_OUTAGE_SECONDS:
                for pid in running.processes("server"):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.02)
            await_true(lambda pid=pid: {*running.processes("server")} - {pid}, running.output, tick=0.1)
            tell(number)
    finally:
        over.set()
    return moments


def progress_line(players: Sequence[RecordingPlayer]) -> str:
    """The numbers so far, in one line."""
    sent = [each for player in players for each in player.sent]
    accepted = sum(each.accepted for each in sent)
    unavailable: Counter[str] = sum((player.unavailable for player in players), Counter())
    faults, games = sum(len(player.faults) for player in players), sum(each.request.kind == "open" for each in sent)
    codes = ", ".join(f"{times} {code}" for code, times in unavailable.items()) or "none"
    return f"{accepted} accepted, {len(sent) - accepted} refused in {games} games; 503: {codes}; {faults} faults"


def report(players: Sequence[RecordingPlayer], kills: Sequence[float]) -> str:
    """The outages as the clients met them."""
    outages = sorted(outage for player in players for outage in player.outages) or [0.0]
    waits = [wait for player in players for wait in player.waits]
    kinds = Counter((each.request.kind, each.status) for player in players for each in player.sent)
    held = [held for player in players for held in player.held]
    broken = [each for each in held if any(each.began < moment < each.ended for moment in kills)]
    ends = Counter(f"{each.status} {'with' if each.events else 'without'} events" for each in broken)
    late = outages[len(outages) * 95 // 100]
    longest = max((each.ended - each.began for each in broken), default=0.0)
    return f"""
sent: {", ".join(f"{kind} {status}: {times}" for (kind, status), times in sorted(kinds.items()))}
requests without a 503: {len(waits)}, the longest took {max(waits):.2f} s
requests that met a 503: {len(outages)}, answered after {median(outages):.2f} s (median), {late:.2f} s (95 %), \
{outages[-1]:.2f} s (longest)
waits for events: {len(held)}, of them during a kill: {len(broken)}, {dict(ends)}, the longest {longest:.2f} s
the longest a game stood still: {max(player.longest_wait for player in players):.2f} s"""
