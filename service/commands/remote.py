"""A running service, as commands use it: over its API, by the client library."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from service.settings import StartError
from wonderful_client import NO_ANSWER, OTHER_SERVICE, Client, Problem

PROOFS = "/log/proof/"
"""Addresses of proofs: one that is not there is no fault."""


@contextmanager
def connect(url: str, token: str | None = None, name: str = "wonderful") -> Iterator[Client]:
    """A client of the service at `url` with this token; without one, with that of a new account called `name`.

    Raises StartError, with one line, if the service does not answer, answers a request in the block with an error, or
    answers something else than this service would.
    """
    try:
        made = Client(url, token or None)
    except ValueError:
        what = "--token, or WONDERFUL_TOKEN, is no token: it has spaces, or characters beyond ASCII"
        raise StartError(what) from None
    try:
        with made as client:
            if not token:
                client.register_player(name=name, kind="human")
            yield client
    except Problem as problem:
        if problem.code == NO_ANSWER:
            raise StartError(f"{url} does not answer: {problem.__cause__}") from problem
        if problem.code == OTHER_SERVICE:
            raise StartError(f"{url}: {problem.detail}") from problem
        raise StartError(f"{url}{problem.target} answers {problem.status}: {problem.detail}") from problem
    except UnicodeEncodeError:  # of an argument that is not text
        raise
    except (ValueError, KeyError, TypeError, IndexError) as error:  # what it sends is not what openapi.yaml describes
        raise StartError(f"{url} is another service: it does not answer as this one does") from error


def fetch_proof(client: Client, game: str) -> bytes:
    """The proof that the public list of the service has a game; empty if it has not."""
    try:
        return client.fetch(PROOFS + quote(game, safe=""))
    except Problem:
        return b""
