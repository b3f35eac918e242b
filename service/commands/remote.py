"""A running service, as commands use it: over its API, like any other client."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import quote

import httpx

from service.settings import StartError

TIMEOUT_SECONDS = 40.0
"""Longer than the service holds any answer."""
MAX_DETAIL_CHARACTERS = 200
PROOFS = "/log/proof/"
"""Addresses of proofs: one that is not there is no fault."""


@contextmanager
def connect(url: str, token: str | None = None, name: str = "wonderful") -> Iterator[httpx.Client]:
    """A client of the service at `url` with this token; without one, with that of a new account called `name`.

    Raises StartError, with one line, if the service does not answer, answers a request in the block with an error, or
    answers something else than this service would.
    """
    if token and not re.fullmatch(r"[!-~]+", token.strip()):  # httpx would quote it
        raise StartError("--token, or WONDERFUL_TOKEN, is no token: it has spaces, or characters beyond ASCII")
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
    except (ValueError, KeyError, TypeError, IndexError) as error:  # what it sends is not what openapi.yaml describes
        raise StartError(f"{url} is another service: it does not answer as this one does") from error


def game_path(game: str) -> str:
    """The address of a game in the API."""
    return f"/v1/games/{quote(game, safe='')}"


def _register(client: httpx.Client, name: str) -> str:
    """The token of a new account."""
    return str(client.post("/v1/players", json={"name": name, "kind": "human"}).json()["token"])


def fetch_log(client: httpx.Client, game: str) -> bytes:
    """The log of a finished game. Raises ValueError for an answer that is no log."""
    response = client.get(f"{game_path(game)}/log")
    if not response.headers.get("Content-Type", "").startswith("application/x-ndjson"):
        raise ValueError("no log")
    return response.content


def fetch_proof(client: httpx.Client, game: str) -> bytes:
    """The proof that the public list of the service has a game; empty if it has not."""
    response = client.get(f"{PROOFS}{quote(game, safe='')}")
    return response.content if response.is_success else b""


def _raise_for_error(response: httpx.Response) -> None:
    if not response.is_success and not response.request.url.path.startswith(PROOFS):
        response.read()
        response.raise_for_status()


def _detail(response: httpx.Response) -> str:
    """What an error answer says, in one line."""
    with suppress(ValueError, KeyError, TypeError):
        return str(response.json()["detail"])
    return " ".join(response.text.split())[:MAX_DETAIL_CHARACTERS] or response.reason_phrase
