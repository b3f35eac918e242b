"""What schemathesis must know of the service: how to send a log, what exists, and that no request need wait."""

import json
import os
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import schemathesis

GAMES: dict[str, list[str]] = json.loads(os.environ.get("SCHEMATHESIS_GAMES", "{}"))
"""The ids of games that the caller plays, by operation."""
OWN_TOKEN = os.environ.get("SCHEMATHESIS_TOKEN", "")
"""The id of the token with which it asks: without that token, all that follows would be a 401."""
STRATEGIES = ("greedy", "random")
REWINDS = (1,)

schemathesis.serializer.alias("application/x-ndjson", "text/plain")  # whatever text it makes up


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:
    """Most requests are about something that exists."""
    games = GAMES.get(context.operation.label)
    match path_parameters:
        case {"id": id, **others} if games:
            number = others.get("number")
            rewind = {"number": choose(number, REWINDS)} if isinstance(number, int) and number > 0 else {}
            return path_parameters | {"id": choose(id, (*games, id))} | rewind
        case {"strategy": strategy}:
            return path_parameters | {"strategy": choose(strategy, STRATEGIES)}
    return path_parameters


def choose(made_up: Any, values: Sequence[Any]) -> Any:
    """One of the values: the same one for the same made-up value."""
    return values[crc32(str(made_up).encode()) % len(values)]


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    """The service takes null for no body, because some clients send it so; the description does not offer it."""
    return case.body is not None


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    """Webhooks that are made up call nobody: the name has no address (RFC 6761)."""
    if context.operation.label == "POST /v1/webhooks" and isinstance(body, dict) and "url" in body:
        return body | {"url": "https://receiver.invalid/"} if str(body["url"]).startswith("https://") else body
    return body


@schemathesis.hook
def map_query(context: Any, query: Any) -> Any:
    """Long polls answer at once."""
    return query | {"wait": 0} if query and isinstance(query.get("wait"), (int, float)) else query


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """It neither deletes nor replaces its own token: it finds the id in answers, and `current` is another name."""
    if case.path_parameters.get("id") in (OWN_TOKEN, "current"):
        case.path_parameters["id"] = "0"
