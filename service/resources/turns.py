"""Turns: what waits for the caller over all games, as a stream or a long poll; how a bot account plays."""

import json
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from flask import Response, request

from service.accounts import Player
from service.answers.turns import Turn
from service.auth import SECURITY, authenticate, caller
from service.backend import Backend
from service.bodies import Resources
from service.here import here, wakes
from service.requests import TurnsQuery
from service.turns import Desk, Item, told
from service.wake import Wakes

turns = Resources("turns", __name__, url_prefix="/v1/turns", description="Playing many games at once.")
turns.before_request(authenticate)
NDJSON, EVENTS = "application/x-ndjson", "text/event-stream"


@turns.get("")
@turns.arguments(TurnsQuery, location="query")
@turns.response(200, Turn(many=True))
@turns.doc(
    security=SECURITY,
    parameters=[{"in": "header", "name": "Last-Event-ID", "schema": {"type": "string", "maxLength": 64}}],
)
def show(query: dict[str, Any]) -> Response:
    """Turns, invitations, ends: JSON, at once or after `wait`; a stream as `application/x-ndjson`, `text/event-stream`.

    Every answer and every stream begins with all that waits, so nothing is lost by a connection that breaks. A turn is
    told again when the caller's own seat has changed and is still waited for.
    """
    player, parts, last = caller(), here(), request.headers.get("Last-Event-ID")
    kind = request.accept_mimetypes.best_match(["application/json", NDJSON, EVENTS])
    if kind in (NDJSON, EVENTS):
        write = _line if kind == NDJSON else _event
        return Response(
            _streamed(parts, wakes(), player, last, write),
            content_type=kind,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
    items = [item.data for item in _polled(parts, wakes(), player, query["wait"])]
    return Response(json.dumps(items), content_type="application/json", headers={"Cache-Control": "no-store"})


def _streamed(
    parts: Backend, wakes: Wakes, player: Player, last: str | None, write: Callable[[Item | None], str]
) -> Iterator[str]:
    """Without the request's context, which is over by then; a sign of life first, so that the headers go at once."""
    yield write(None)
    with wakes.waiting(player.id) as waiter:
        for item in told(Desk(parts, player, last), waiter):
            yield write(item)


def _polled(parts: Backend, wakes: Wakes, player: Player, seconds: float) -> list[Item]:
    """All that waits; if that is nothing, what comes first within so many seconds."""
    deadline = monotonic() + seconds
    with wakes.waiting(player.id) as waiter:
        desk = Desk(parts, player)
        while not (items := [*desk.news()]) and waiter.wait(max(0.0, deadline - monotonic())):
            waiter.take()
    return items


def _line(item: Item | None) -> str:
    return "\n" if item is None else json.dumps({"id": item.id, **item.data}) + "\n"


def _event(item: Item | None) -> str:
    if item is None:
        return ": still here\n\n"
    return f"id: {item.id}\nevent: {item.kind}\nretry: 3000\ndata: {json.dumps(item.data)}\n\n"
