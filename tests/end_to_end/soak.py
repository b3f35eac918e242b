"""Players who note every answer, the tables they play at, and who kills the Redis server meanwhile."""

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
from tests.end_to_end.running import PATIENCE, Json, Running, Stubborn, await_true

TROUBLE = {"store_unavailable", "too_busy", "seed_unavailable"}
"""What a 503 may say."""
LONG_OUTAGE = 1.0
"""Seconds for which the server is kept down when it is."""
NOTHING = {"type": "slate", "card": "nothing.1"}
"""An intention that is refused in every game and phase."""


class Ask(NamedTuple):
    """A request: its kind, its body, its place below the game. `doomed`: it has to be refused."""

    kind: str
    body: Any
    path: str = "intentions"
    doomed: bool = False


class Sight(NamedTuple):
    """What a player goes by: the view, what is legal, and what it asked for last."""

    view: Json
    legal: list[Json]
    last: Ask


class Sent(NamedTuple):
    """A request that was answered at last: by 2xx, and so accepted, or refused by 4xx."""

    address: str
    ask: Ask
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
        """The id of the game, which an opening finds in its answer."""
        return str(self.answer["id"]) if self.ask.kind == "open" else self.address.split("/")[3]


class Held(NamedTuple):
    """A request for events that was held: when it began and ended, and how."""

    began: float
    ended: float
    status: int
    events: int


def single(sight: Sight, rng: Random) -> Ask | None:
    """The intention that the policy likes best."""
    return Ask("single", choose_intention(sight.view, sight.legal, rng)) if sight.legal else None


def batch(sight: Sight, _: Random, most: int = 3) -> Ask | None:
    """Two intentions or more at once: cards are planned, or the cubes of the step are placed."""
    own = sight.view["seats"][sight.view["seat"]]
    room = 5 - len(own["construction"])
    cards = [body["card"] for body in sight.legal if body["type"] == "slate"][:most]
    bodies = [{"type": "slate", "card": card} for card in cards[: max(0, room)]]
    bodies += [{"type": "recycle", "card": card, "onto": "empire"} for card in cards[len(bodies) :]]
    if not own["choosing"]:
        for item, cubes in own["cubes_to_place"].items():
            bodies += [{"type": "place", "item": item, "onto": "empire"}] * min(cubes, most)
            bodies += [{"type": "ready"}] * (cubes < most)
    return Ask("batch", bodies) if len(bodies) > 1 else None


def again(sight: Sight, _: Random) -> Ask | None:
    """What was sent before, as a new request: too late, as a rule."""
    return sight.last._replace(kind="again", doomed=False) if sight.last.path == "intentions" else None


def wrong(sight: Sight, rng: Random) -> Ask | None:
    """An intention that has to be refused: of the wrong phase, or with a card that there is not."""
    elsewhere = {"type": "ready"} if sight.view["phase"] == "draft" else NOTHING | {"type": "draft"}
    return Ask("wrong", rng.choice([NOTHING, elsewhere]), doomed=True)


def wrong_batch(sight: Sight, rng: Random) -> Ask | None:
    """A batch that begins well and has to be refused as a whole."""
    begun = batch(sight, rng) or single(sight, rng)
    if not begun:
        return None
    bodies = begun.body if isinstance(begun.body, list) else [begun.body]
    return Ask("wrong batch", [*bodies, NOTHING], doomed=True)


def undo(sight: Sight, _: Random) -> Ask | None:
    """What the seat did last, taken back."""
    undoable = sight.view["undoable"]
    return Ask("undo", {"version": undoable}, "undo") if undoable else None


def rewind(sight: Sight, rng: Random) -> Ask | None:
    """Back to an earlier version; alone at once, else the others are asked."""
    return Ask("rewind", {"version": max(1, sight.view["version"] - rng.randint(1, 25))}, "rewinds")


def agree(sight: Sight, rng: Random) -> Ask | None:
    """An answer to who has asked to go back."""
    asked, how = sight.view["rewind"], rng.choice(["accept", "accept", "decline"])
    mine = asked and asked["seat"] == sight.view["seat"]
    return Ask(how, None, f"rewinds/{asked['number']}/{how}") if asked and not mine else None


Kind = Callable[[Sight, Random], Ask | None]
KINDS: dict[Kind, int] = {
    single: 51,
    batch: 15,
    again: 6,
    wrong: 5,
    wrong_batch: 5,
    undo: 6,
    rewind: 2,
    agree: 10,
}
"""What players send, and how often of a hundred times. A kind with nothing to send leaves it to a single intention."""


def quickly(sight: Sight, rng: Random) -> Ask | None:
    """As much as goes at once."""
    return batch(sight, rng, most=60) or single(sight, rng)


def mixed(sight: Sight, rng: Random) -> Ask | None:
    """One of the kinds, by their weights."""
    [kind] = rng.choices([*KINDS], [*KINDS.values()])
    return kind(sight, rng) or single(sight, rng)


def unclean(answer: httpx.Response) -> str | None:
    """What is wrong with an answer, whatever it says; None for what a client may expect at any time."""
    shown = f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:300]!r}"
    wanted = "application/json" if answer.is_success else "application/problem+json"
    if answer.headers.get("Content-Type") != wanted:
        return f"not {wanted}: {shown}"
    try:
        told = answer.json()
    except ValueError:
        return f"not JSON: {shown}"
    if answer.is_success:
        return None
    if told.get("status") != answer.status_code or not told.get("code") or not told.get("detail"):
        return f"not a whole problem: {shown}"
    if answer.status_code == 503:
        known = told["code"] in TROUBLE and answer.headers.get("Retry-After", "").isdecimal()
        return None if known else f"503 without a known code, or Retry-After: {shown}"
    return None if answer.status_code in (409, 422) else f"unexpected: {shown}"


class Witness(Stubborn):
    """A player who notes what was sent, what was answered and how long answers took. Any thread may use it."""

    def __init__(self, url: str, name: str) -> None:
        self.faults: list[str] = []
        self.unavailable: Counter[str] = Counter()
        self.outages: list[float] = []
        self.waits: list[float] = []
        self.sent: list[Sent] = []
        self.held: list[Held] = []
        self._standing = "", 0, 0.0
        self._numbers = count(1)
        super().__init__(url, name)

    def ask(self, method: str, path: str, key: str | None = None, **body: Any) -> httpx.Response:
        began, troubles = time.monotonic(), self.again
        answer = super().ask(method, path, key, **body)
        (self.waits if self.again == troubles else self.outages).append(time.monotonic() - began)
        return answer

    def _attempt(self, method: str, path: str, headers: dict[str, str], body: Json) -> httpx.Response | None:
        try:
            answer = self._http.request(method, f"{self._url}{path}", headers=headers, **body)
        except httpx.TransportError as error:
            self.faults.append(f"{method} {path}: {error!r}")
            return None
        if fault := unclean(answer):
            self.faults.append(fault)
        if answer.status_code == 503:
            self.unavailable[answer.json()["code"]] += 1
        return None if answer.status_code >= 500 else answer

    def send(self, address: str, ask: Ask) -> httpx.Response:
        """Make a request under a key of its own until it is answered."""
        key = f"{ask.kind} {next(self._numbers)}"
        answer = self.ask("POST", address, key, json=ask.body)
        self.sent.append(Sent(address, ask, key, answer.status_code, answer.content))
        return answer

    def wait(self, game: str, version: int) -> None:
        """Wait a little for others to go on with a game from a version; notes how long it stands still."""
        if self._standing[:2] != (game, version):
            self._standing = game, version, time.monotonic()
        self.events(game, version, wait=2)
        self.longest = max(self.longest, time.monotonic() - self._standing[2])
        assert self.longest < PATIENCE, f"{game} stands still at version {version}"

    def events(self, game: str, after: int, wait: float) -> list[Json]:
        """Events after a version, waited for once: an outage ends the waiting without any."""
        began = time.monotonic()
        answer = self._attempt("GET", f"{game}/events?after={after}&wait={wait}", self.headers, {})
        status, events = (answer.status_code, answer.json()) if answer else (503, [])
        self.held.append(Held(began, time.monotonic(), status, len(events)))
        return events


class Table:
    """Players who meet for one game after the other; `options` are those of the games."""

    def __init__(self, players: Sequence[Witness], options: Json) -> None:
        self.players = players
        self.games: list[str] = []
        self._options = options
        self._lock = threading.Lock()

    def game_after(self, over: str | None) -> str:
        """The game that is played now, a new one when that is over."""
        with self._lock:
            if not self.games or over == self.games[-1]:
                opener, *others = self.players
                game = opener.send("/v1/games", Ask("open", self._options, "")).headers["Location"]
                for player in others:
                    assert player.send(f"{game}/seats", Ask("join", {}, "seats")).is_success
                assert opener.send(f"{game}/start", Ask("start", {}, "start")).is_success
                self.games.append(game)
            return self.games[-1]


def play_on(player: Witness, table: Table, over: threading.Event, rng: Random) -> None:
    """Play at a table, one game after the other, until it is over."""
    try:
        game = table.game_after(None)
        while not over.is_set():
            if turn(player, game, mixed, rng)["status"] != "playing":
                game = table.game_after(game)
            time.sleep(rng.uniform(0, 0.1))
    finally:
        over.set()


def open_on(table: Table, over: threading.Event) -> None:
    """Open and start one game after the other until it is over; nobody plays on."""
    while not over.wait(0.3):
        table.game_after(table.games[-1] if table.games else None)


def play_out(player: Witness, game: str, rng: Random) -> str:
    """Play a game to its scored end, quickly. Gives its status then."""
    while (view := turn(player, game, quickly, rng))["status"] == "playing":
        pass
    return str(view["status"])


def goes_on(players: Sequence[Witness], game: str) -> bool:
    """Whether one of the players can do something in a game, and it is accepted; or the game is finished."""
    for player in players:
        before = len(player.sent)
        if turn(player, game, quickly, Random(0))["status"] == "finished":
            return True
        if any(sent.accepted for sent in player.sent[before:]):
            return True
    return False


def turn(player: Witness, game: str, choice: Kind, rng: Random) -> Json:
    """Look at a game; do one thing, or wait a little for the others when there is nothing to do. Gives the view."""
    view = player.ask("GET", game).json()
    if view["status"] != "playing":
        return view
    sight = Sight(view, player.ask("GET", f"{game}/legal").json(), player.sent[-1].ask)
    if ask := choice(sight, rng):
        answer = player.send(f"{game}/{ask.path}", ask)
        assert not (ask.doomed and answer.is_success), f"accepted: {ask}"
    else:
        player.wait(game, view["version"])
    return view


def follow(player: Witness, game: str, over: threading.Event) -> list[Json]:
    """All events of a game as somebody sees them who asks for what is new for as long as it goes on."""
    seen: list[Json] = []
    while not over.is_set() and not (seen and seen[-1]["name"] == "game_scored"):
        seen += player.events(game, len(seen), wait=3)
    return seen


def kill(running: Running, times: int, rng: Random, over: threading.Event, tell: Callable[[int], None]) -> list[float]:
    """Kill the server so many times, every other time whatever starts in its place for a while. Gives the moments.

    It must run again each time. A short outage the service waits out by itself; of a long one the clients hear.
    """
    moments = []
    try:
        for number in range(1, times + 1):
            over.wait(rng.choice([rng.uniform(0, 0.3), rng.uniform(0.3, 2), rng.uniform(1, 3)]))
            if over.is_set():
                break
            await_true(lambda: running.processes("server"), 15, running.output)
            [pid] = running.processes("server")
            os.kill(pid, signal.SIGKILL)
            moments.append(time.monotonic())
            while number % 2 and time.monotonic() - moments[-1] < LONG_OUTAGE:
                for pid in running.processes("server"):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.02)
            await_true(lambda pid=pid: {*running.processes("server")} - {pid}, 15, running.output, tick=0.1)
            tell(number)
    finally:
        over.set()
    return moments


def counts(players: Sequence[Witness]) -> str:
    """How it goes, on a line."""
    sent = [each for player in players for each in player.sent]
    accepted = sum(each.accepted for each in sent)
    unavailable: Counter[str] = sum((player.unavailable for player in players), Counter())
    faults, games = sum(len(player.faults) for player in players), sum(each.ask.kind == "open" for each in sent)
    said = ", ".join(f"{times} {code}" for code, times in unavailable.items()) or "none"
    return f"{accepted} accepted, {len(sent) - accepted} refused in {games} games; 503: {said}; {faults} faults"


def report(players: Sequence[Witness], kills: Sequence[float]) -> str:
    """What the clients saw of the outages."""
    outages = sorted(outage for player in players for outage in player.outages) or [0.0]
    waits = [wait for player in players for wait in player.waits]
    kinds = Counter((each.ask.kind, each.status) for player in players for each in player.sent)
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
the longest a game stood still: {max(player.longest for player in players):.2f} s"""
