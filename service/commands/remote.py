"""A running service, as commands use it: over its API, like any other client."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import httpx

from service.settings import StartError

TIMEOUT_SECONDS = 40.0
"""Longer than the service holds any answer."""
MAX_DETAIL_CHARACTERS = 200


@contextmanager
def connect(url: str, token: str | None = None, name: str = "wonderful") -> Iterator[httpx.Client]:
    """A client of the service at `url` with this token; without one, with that of a new account called `name`.

    Raises StartError, with one line, if the service does not answer, or answers a request in the block with an error.
    """
    hooks = {"response": [_raise_for_error]}
    try:
        with httpx.Client(base_url=url, timeout=TIMEOUT_SECONDS, event_hooks=hooks) as client:
            client.headers["Authorization"] = f"Bearer {token.strip() if token else _register(client, name)}"
            yield client
    except httpx.HTTPStatusError as error:
        response = error.response
        raise StartError(f"{error.request.url} answers {response.status_code}: {_detail(response)}") from error
    except (httpx.TransportError, httpx.InvalidURL) as error:
        raise StartError(f"{url} does not answer: {error}") from error


def game_path(game: str) -> str:
    """The address of a game in the API."""
    return f"/v1/games/{quote(game, safe='')}"


def _register(client: httpx.Client, name: str) -> str:
    """The token of a new account."""
    try:
        return str(client.post("/v1/players", json={"name": name, "kind": "human"}).json()["token"])
    except (ValueError, KeyError, TypeError) as error:
        raise StartError(f"{client.base_url} is another service: it registers no player") from error


def _raise_for_error(response: httpx.Response) -> None:
    if not response.is_success:
        response.read()
        response.raise_for_status()


def _detail(response: httpx.Response) -> str:
    """What an error answer says, in one line."""
    if response.headers.get("Content-Type", "").startswith("application/problem+json"):
        return str(response.json().get("detail"))
    return " ".join(response.text.split())[:MAX_DETAIL_CHARACTERS] or response.reason_phrase
