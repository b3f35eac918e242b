"""Players as tests need them: the test client with a token, and what the workers do, done in process."""

from collections.abc import Sequence
from random import Random
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.app import create_app
from service.backend import Backend
from service.jobs.bot_turns import play_bots
from service.jobs.scores import score_game
from tests.service.description import CheckedClient

Json = dict[str, Any]


class Caller:
    """A registered player, who sends its token with every request."""

    def __init__(self, app: Flask, id: str, token: str) -> None:
        self._http = app.test_client()
        self.id = id
        self.token = token

    def ask(self, method: str, path: str, headers: Json | None = None, **body: Any) -> TestResponse:
        authorization = {"Authorization": f"Bearer {self.token}"}
        return self._http.open(path, method=method, headers=authorization | (headers or {}), **body)

    def get(self, path: str, headers: Json | None = None) -> TestResponse:
        return self.ask("GET", path, headers)

    def post(self, path: str, json: Any = None, headers: Json | None = None) -> TestResponse:
        return self.ask("POST", path, headers, json=json)

    def send(self, path: str, raw: bytes | str, headers: Json | None = None) -> TestResponse:
        """POST a body just as it stands, as JSON unless the headers say otherwise."""
        return self.ask("POST", path, {"Content-Type": "application/json"} | (headers or {}), data=raw)


class Service:
    """The web application over a backend; no projector and no worker runs beside it."""

    def __init__(self, parts: Backend) -> None:
        self.parts = parts
        self.app = create_app(parts)
        self.app.test_client_class = CheckedClient

    def player(self, name: str = "Ada") -> Caller:
        """A new player."""
        account = self.app.test_client().post("/v1/players", json={"name": name}).json
        return Caller(self.app, account["id"], account["token"])

    def opened(self, caller: Caller, **options: Any) -> str:
        """The address of a new game of the caller's; without options with two seats."""
        answer = caller.post("/v1/games", {"seats": 2} | options)
        assert answer.status_code == 201, answer.text
        return f"/v1/games/{answer.json['id']}"

    def table(self, humans: int, bots: Sequence[str] = (), **options: Any) -> tuple[str, list[Caller]]:
        """A game under way: its address, and who sits on seat 0, 1, …"""
        callers = [self.player(f"Player {seat}") for seat in range(humans)]
        game = self.opened(callers[0], seats=humans + len(bots), bots=list(bots), **options)
        for caller in callers[1:]:
            assert caller.post(f"{game}/seats").status_code == 201
        assert callers[0].post(f"{game}/start").status_code == 200
        self.work(game)
        return game, callers

    def work(self, game: str) -> None:
        """What the workers would do now: the bots' turns, and the score of an ended game."""
        play_bots(self.parts, id_of(game))
        score_game(self.parts, id_of(game))

    def version(self, game: str) -> int:
        """How many events the log holds; 0 for a game that is not there."""
        return self.parts.redis.xlen(self.parts.keys.stream(id_of(game)))

    def played(self, game: str, callers: Sequence[Caller], seed: int = 1, until: str | None = None) -> list[Json]:
        """Play on, seat by seat, to the scored end or until a phase begins. Gives the bodies of all answers."""
        rng, answers = Random(seed), []
        while callers[0].get(game).json["phase"] not in (until, "finished"):
            for caller in callers:
                if legal := caller.get(f"{game}/legal").json:
                    answer = caller.post(f"{game}/intentions", choice(legal, rng))
                    assert answer.status_code == 201, answer.text
                    answers.append(answer.json)
            play_bots(self.parts, id_of(game))
        if until is None:
            self.work(game)
        return answers


def id_of(game: str) -> str:
    """The id in a game's address."""
    return game.rsplit("/", 1)[1]


def choice(legal: Sequence[Json], rng: Random) -> Json:
    """A player without ambition: anything legal, but ready as soon as may be, and nothing is given up."""
    ready = [body for body in legal if body["type"] == "ready"]
    return (ready or [rng.choice([body for body in legal if body["type"] != "discard"])])[0]


def assert_problem(answer: TestResponse, status: int, code: str) -> Json:
    """The answer is this problem, in the form of all problems, and tells nothing of the inside. Gives its body."""
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json"), answer.text
    problem = answer.json
    assert problem["code"] == code, problem
    assert problem["type"] == f"urn:wonderful-world:problem:{code}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert problem.keys() <= {"type", "title", "status", "code", "detail", "instance", "errors"}
    assert "Traceback" not in answer.text
    assert 'File "' not in answer.text
    assert len(answer.data) < 6000
    assert answer.headers["Cache-Control"] == "no-store"
    return problem
