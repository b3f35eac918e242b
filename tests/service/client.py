"""The service as tests use it: players with tokens, games, and the work of projector and workers in this process."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from secrets import token_hex
from time import monotonic, sleep
from typing import Any
from unittest import mock

from flask import Flask
from werkzeug.test import TestResponse

from events import IdempotencyKey
from game import State
from projections.notices import Notices
from projections.projector import Projector
from service import jobs
from service.app import create_app
from service.backend import Backend, check_store, open_backend
from service.games.intentions import decide_intentions
from service.games.viewers import legal_bodies
from service.games.write import write
from service.jobs.bot_turns import play_bots
from service.jobs.lanes import FairQueue
from service.jobs.queues import Queues
from service.jobs.scores import score_game
from service.jobs.verifications import Verifications
from service.jobs.worker_names import worker_name
from service.run.worker import LaneWorker
from service.settings import read_settings
from tests.conftest import delete_keys
from tests.high_limits import HIGH_LIMITS
from tests.service.checked_client import CheckedClient

Json = dict[str, Any]
WAIT_SECONDS = 5
"""The longest that a request may take to begin to wait."""
_made: list["Service"] = []
"""Those that `ended_processes` has not ended yet."""


class Caller:
    """A registered player. Every request carries its token. `account`: the answer to the registration."""

    def __init__(self, app: Flask, id: str, token: str, account: Json | None = None) -> None:
        self._http = app.test_client()
        self.id = id
        self.token = token
        self.account = account or {}

    def ask(self, method: str, path: str, headers: Json | None = None, **body: Any) -> TestResponse:
        authorization = {"Authorization": f"Bearer {self.token}"}
        return self._http.open(path, method=method, headers=authorization | (headers or {}), **body)

    def get(self, path: str, headers: Json | None = None) -> TestResponse:
        return self.ask("GET", path, headers)

    def post(self, path: str, json: Any = None, headers: Json | None = None) -> TestResponse:
        return self.ask("POST", path, headers, json=json)

    def move(self, game: str, headers: Json | None = None, at: int = 0) -> TestResponse:
        """Do what is legal, the first of it as a rule; the answer, which accepts it."""
        answer = self.post(f"{game}/intentions", self.get(f"{game}/legal").json[at], headers)
        assert answer.status_code == 201, answer.text
        return answer

    def through(self, process: "Service") -> "Caller":
        """The same player with the same token, who sends requests to this process."""
        return Caller(process.app, self.id, self.token, self.account)

    def send(self, path: str, raw: bytes | str, headers: Json | None = None) -> TestResponse:
        """POST a body as it stands, as JSON unless the headers say otherwise."""
        return self.ask("POST", path, {"Content-Type": "application/json"} | (headers or {}), data=raw)


class Service:
    """The web application over a backend; no projector and no worker runs beside it."""

    def __init__(self, parts: Backend) -> None:
        self.parts = parts
        self.app = create_app(parts)
        self.app.test_client_class = CheckedClient
        queues = Queues(parts.settings)
        self.app.verifications = Verifications(queues, lambda seconds: self.work("verifications"))
        self._queues = queues
        _made.append(self)

    def end(self) -> None:
        """Let the listener of the application end, with the next message, and close the connections."""
        self.app.wakeups.stop()
        self._queues.redis.close()
        self.parts.close()

    def another_process(self) -> "Service":
        """Another process on the same store."""
        return Service(open_backend(self.parts.settings))

    def new_player(self, name: str = "Ada", kind: str = "human") -> Caller:
        """A new account."""
        account = self.app.test_client().post("/v1/players", json={"name": name, "kind": kind}).json
        return Caller(self.app, account["id"], account["token"], account)

    def new_bot(self, name: str = "Marvin") -> Caller:
        """A new bot account."""
        return self.new_player(name, "bot")

    def open_game(self, caller: Caller, **options: Any) -> str:
        """The address of a new game, with two seats unless the options say otherwise; the caller takes the first."""
        answer = caller.post("/v1/games", {"seats": 2} | options)
        assert answer.status_code == 201, answer.text
        return f"/v1/games/{answer.json['id']}"

    def start_game(self, humans: int, bots: Sequence[str] = (), **options: Any) -> tuple[str, list[Caller]]:
        """A game under way: its address, and the players of seat 0, 1, … The bots have moved."""
        callers = [self.new_player(f"Player {seat}") for seat in range(humans)]
        game = self.open_game(callers[0], seats=humans + len(bots), bots=list(bots), **options)
        for caller in callers[1:]:
            assert caller.post(f"{game}/seats").status_code == 201
        assert callers[0].post(f"{game}/start").status_code == 200
        self.run_jobs(game)
        return game, callers

    def seat_and_start(self, *callers: Caller, bots: Sequence[str] = (), **options: Any) -> str:
        """The address of a game of these players and bots, started and listed. The bots have not moved."""
        game = self.open_game(callers[0], seats=len(callers) + len(bots), bots=[*bots], **options)
        for caller in callers[1:]:
            assert caller.post(f"{game}/seats").status_code == 201
        assert callers[0].post(f"{game}/start").status_code == 200
        self.project(game)
        return game

    def run_jobs(self, game: str) -> None:
        """Do what the workers would do now: the bots' turns, and the score of a game whose last round is over."""
        play_bots(self.parts, id_of(game))
        score_game(self.parts, id_of(game))

    def work(self, *lanes: str, most: int = 1_000_000, after_move: Callable[[str], None] = lambda game: None) -> None:
        """Do jobs that wait in these lanes, as a worker does. While a request waits for a verdict, this happens.

        `after_move`: see LaneWorker.
        """
        queues = Queues(self.parts.settings)
        waiting = [queues.lanes[lane] for lane in lanes]
        worker = LaneWorker(waiting, name=worker_name(), connection=queues.redis)
        worker.after_move = after_move
        with mock.patch.object(jobs, "worker_backend", return_value=self.parts):
            while worker.done < most and (found := FairQueue.dequeue_any(waiting, None, queues.redis)):
                worker.execute_job(*found)
        queues.redis.delete(worker.key)
        queues.redis.close()

    def project(self, *games: str) -> None:
        """Do what the projector does, except that no job is scheduled."""
        parts, notices = self.parts, Notices(self.parts.redis, self.parts.keys, self.parts.clock)
        projector = Projector(
            parts.games,
            parts.snapshots,
            parts.lobby,
            lambda effect: None,
            notices,
            record=parts.record,
            now=parts.clock,
        )
        for game in games:
            projector.project(id_of(game))

    def version(self, game: str) -> int:
        """How many events the log holds; 0 for a game that does not exist."""
        return self.parts.redis.xlen(self.parts.keys.stream(id_of(game)))

    def play(self, game: str, callers: Sequence[Caller], seed: int = 1, until: str | None = None) -> None:
        """Play on, seat by seat, to the scored end or until a phase begins, without requests.

        A game of two costs a tenth of the time that its 500 requests take.
        """
        rng = Random(seed)
        while (state := self.parts.games.load(id_of(game)).state).phase not in (until, "finished"):
            for caller in callers:
                state = self._act(state, caller.id, rng)
            play_bots(self.parts, id_of(game))
        if until is None:
            self.run_jobs(game)

    def _act(self, state: State, player: str, rng: Random) -> State:
        """The game after the next intention of a player, if there is one."""
        [seat] = [index for index, each in enumerate(state.seats) if each.player == player]
        legal = legal_bodies(state, seat)
        if not legal:
            return state
        body, key = pick_intention(legal, rng), IdempotencyKey(f"{player}:~{token_hex(8)}", b"")
        return write(
            self.parts.games, state.id, key, lambda loaded: decide_intentions(loaded.state, seat, body, player)
        ).state

    def play_by_requests(self, game: str, callers: Sequence[Caller], seed: int = 1) -> list[Json]:
        """Play the same intentions to the scored end, as clients do. Returns the bodies of all answers."""
        rng, answers = Random(seed), []
        while callers[0].get(game).json["phase"] != "finished":
            for caller in callers:
                if legal := caller.get(f"{game}/legal").json:
                    answer = caller.post(f"{game}/intentions", pick_intention(legal, rng))
                    assert answer.status_code == 201, answer.text
                    answers.append(answer.json)
            play_bots(self.parts, id_of(game))
        self.run_jobs(game)
        return answers


@contextmanager
def ended_processes() -> Iterator[None]:
    """End the applications that are made meanwhile. Otherwise each of them hears every message of all later tests."""
    before = len(_made)
    yield
    while len(_made) > before:
        _made.pop().end()


@contextmanager
def own_backend(redis_url: str, **environ: str) -> Iterator[Backend]:
    """A backend on a new store, with keys of its own and these further settings. What is made of it ends with it."""
    own = {"REDIS_URL": redis_url, "KEY_PREFIX": f"test-{token_hex(6)}:", "ALLOW_VOLATILE": "1"}
    parts = open_backend(read_settings(own | HIGH_LIMITS | environ))
    check_store(parts)
    with ended_processes():
        yield parts
    Queues(parts.settings).lanes["quick"].delete(delete_jobs=True)
    delete_keys(parts)
    parts.close()


@contextmanager
def own_service(redis_url: str, **environ: str) -> Iterator[Service]:
    """A web application on keys of its own, without projector and workers, with these further settings."""
    with own_backend(redis_url, **environ) as parts:
        yield Service(parts)


def id_of(game: str) -> str:
    """The id in a game's address."""
    return game.rsplit("/", 1)[1]


def pick_intention(legal: Sequence[Json], rng: Random) -> Json:
    """An intention that moves the game on: ready as soon as possible, otherwise any except a discard."""
    ready = [body for body in legal if body["type"] == "ready"]
    return (ready or [rng.choice([body for body in legal if body["type"] != "discard"])])[0]


def poll_turns(caller: Caller, wait_seconds: float = 0, last_id: str | None = None) -> list[Json]:
    """Everything that waits for the caller, who received the item `last_id` before."""
    answer = caller.get(f"/v1/turns?wait={wait_seconds}", {} if last_id is None else {"Last-Event-ID": last_id})
    assert answer.status_code == 200, answer.text
    return answer.json


def await_waiters(service: Service, game: str, count: int) -> None:
    """Wait until so many requests wait for the game."""
    waiters = service.app.wakeups._waiters
    deadline = monotonic() + WAIT_SECONDS
    while len(waiters.get(id_of(game), ())) < count:
        assert monotonic() < deadline
        sleep(0.001)


def assert_problem(answer: TestResponse, status: int, code: str) -> Json:
    """Check that the answer is this problem and reveals nothing of the program. Returns its body."""
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json"), answer.text
    problem = answer.json
    assert problem["code"] == code, problem
    assert problem["type"] == f"/problems/{code}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert problem["request_id"] == answer.headers["X-Request-Id"]
    assert "Traceback" not in answer.text
    assert 'File "' not in answer.text
    assert len(answer.data) < 6000
    assert answer.headers["Cache-Control"] == "no-store"
    return problem
