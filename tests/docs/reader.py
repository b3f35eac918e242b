"""A reader of a guide, who sends its requests to the service and compares the answers."""

import json
from contextlib import closing
from itertools import islice
from time import time

from werkzeug.test import TestResponse

from game.options import YEAR_SECONDS
from service.jobs.expiries import expire_seats
from service.problems import PROBLEM_MEDIA_TYPE
from tests.docs.patterns import Names, fill_in, match, match_text, read
from tests.docs.snippets import Answer, Exchange, Playing, Step, TimeUp
from tests.service.checked_client import STREAMED, decoded
from tests.service.client import Caller, Service

JSON = "application/json"
MAX_PIECES = 3
"""Of a stream, that are read."""


class Reader:
    """Carries out the steps of a guide. `names`: values for its placeholders, as the answers bind them."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._http = service.app.test_client()
        self.names: Names = {}

    def carry_out(self, step: Step) -> None:
        """Raises AssertionError when the service does something else than the guide says."""
        if isinstance(step, Playing):
            self._play(step)
            return
        if isinstance(step, TimeUp):
            expire_seats(self._service.parts, self.names[step.game], lambda: time() + YEAR_SECONDS)
            return
        answer = self._send(step)
        found = compare(step.answer, answer, self.names)
        given = f"{answer.status}\n{answer.headers}{answer.text[:5000]}"
        assert found is not None, (
            f"line {step.line}: the guide does not show the answer that the service gives: {given}"
        )
        self.names = found
        self._work(answer)

    def _send(self, step: Exchange) -> TestResponse:
        """The answer to the request. A request that shows no token has that of the first player."""
        method, path, shown, body = step.request
        missing = {"Authorization": "Bearer {token}"} if "token" in self.names else {}
        missing |= {"Content-Type": JSON} if body else {}
        try:
            headers = {name: fill_in(value, self.names) for name, value in {**missing, **shown}.items()}
            path, body = fill_in(path, self.names), fill_in(body, self.names)
        except KeyError as unknown:
            raise AssertionError(f"line {step.line}: no answer has shown {unknown}") from None
        if headers.get("Content-Type") == JSON:
            json.loads(body)
        return self._http.open(path, method=method, headers=headers, data=body.encode())

    def _work(self, answer: TestResponse) -> None:
        """Do what projector and workers do after a write."""
        path = answer.headers.get("Location", answer.request.path)
        parts = path.split("/")
        if (
            answer.request.method in ("POST", "PUT", "DELETE")
            and answer.status_code < 300
            and parts[:3] == ["", "v1", "games"]
        ):
            game = "/".join(parts[:4])
            self._service.run_jobs(game)
            self._service.project(game)

    def _play(self, step: Playing) -> None:
        game = f"/v1/games/{self.names[step.game]}"
        ada = Caller(self._service.app, self.names["ada"], self.names["token"])
        self._service.play(game, [ada], until=step.until)
        self._service.project(game)


def compare(shown: Answer, answer: TestResponse, names: Names) -> Names | None:
    """The names with those that the shown answer binds; None if the service gives another answer."""
    status = answer.status_code
    if status != shown.status and not (shown.status is None and 200 <= status < 300):
        return None
    found: Names | None = names
    for name, value in shown.headers.items():
        found = None if found is None else match_text(value, answer.headers.get(name), found)
    if found is None or not shown.body:
        return found
    if answer.mimetype in STREAMED and "Content-Length" not in answer.headers:
        return match_stream(shown.body, answer, found)
    if answer.mimetype in (JSON, PROBLEM_MEDIA_TYPE):
        return match(read(shown.body), json.loads(decoded(answer)), found)
    return match_text(shown.body, decoded(answer).decode(), found)


def match_stream(shown: str, answer: TestResponse, names: Names) -> Names | None:
    """As `match_text`, for the beginning of a stream that has no end. It is read until the pattern fits, and closed."""
    text = ""
    with closing(answer):
        for piece in islice(answer.iter_encoded(), MAX_PIECES):
            text += piece.decode()
            if (found := match_text(shown, text.strip("\n"), names)) is not None:
                return found
    return None
