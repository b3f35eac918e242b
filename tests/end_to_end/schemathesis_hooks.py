"""What schemathesis must know of the service: how to send a log, real games, and that no request need wait."""

import os
from typing import Any
from zlib import crc32

import schemathesis

GAMES = os.environ.get("SCHEMATHESIS_GAMES", "").split(",")
"""The ids of games that the caller plays."""

schemathesis.serializer.alias("application/x-ndjson", "text/plain")  # whatever text it makes up


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:
    """Most requests are about a game that exists."""
    made_up = path_parameters and path_parameters.get("id")
    if not made_up or not context.operation.path.startswith("/v1/games/"):
        return path_parameters
    ids = [*GAMES, made_up]
    return path_parameters | {"id": ids[crc32(str(made_up).encode()) % len(ids)]}


@schemathesis.hook
def filter_body(context: Any, body: Any) -> bool:
    """The service takes null for no body, because some clients send it so; the description does not offer it."""
    return body is not None


@schemathesis.hook
def map_query(context: Any, query: Any) -> Any:
    """Long polls answer at once."""
    return query | {"wait": 0} if query and isinstance(query.get("wait"), (int, float)) else query
