"""Turns: what waits for the caller over all games, as a long poll or a stream. Bot accounts play by it."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from flask import Response, request

from game.shapes import ListOf
from service.accounts import Player
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import backend, wakeups
from service.api.description.operations import EVENT_STREAM, JSON, NDJSON, Answer
from service.api.media_types import preferred_type
from service.api.responses import NO_STORE, json_response, to_json
from service.api.schemas.queries import TurnsQuery
from service.api.schemas.turns import TURN
from service.backend import Backend
from service.games.turns import Inbox, Item, follow_inbox
from service.games.wakeups import Wakeups

turns = Resources("turns", "/v1/turns", "Playing many games at once.")
RECONNECT_MS = 3000
"""How long the client of a broken event stream waits before it connects again."""
MAX_TURNS = 100_000
MAX_ITEM_ID_CHARACTERS = 128
"""The rest of a longer Last-Event-ID is ignored."""
STREAM = {"type": "string", "description": "The same items, one by one as they come, without end."}


@turns.get("")
@turns.operation(
    "listTurns",
    Answer(
        200,
        "What waits for you.",
        ListOf(TURN, MAX_TURNS),
        content={NDJSON: STREAM, EVENT_STREAM: STREAM},
    ),
    problems=("not_acceptable",),
    parameters=("LastEventId",),
)
@turns.arguments(TurnsQuery, location="query")
def show(query: dict[str, Any]) -> Response:
    """Turns, invitations, ends: JSON, at once or after `wait`; a stream as `application/x-ndjson`, `text/event-stream`.

    Every answer and every stream begins with all that waits, so a lost connection loses no turn and no invitation. A
    turn comes again when your seat has changed and the game still waits for it.
    """
    player, last_id = caller(), request.headers.get("Last-Event-ID", "")[:MAX_ITEM_ID_CHARACTERS] or None
    kind = preferred_type([JSON, NDJSON, EVENT_STREAM])
    if kind == JSON:
        items = _poll(backend(), wakeups(), player, last_id, query["wait"])
        return json_response([item.data for item in items])
    format_item = _ndjson_line if kind == NDJSON else _server_sent_event
    return Response(
        _stream(backend(), wakeups(), player, last_id, format_item),
        content_type=kind,
        headers={"Cache-Control": NO_STORE, "X-Accel-Buffering": "no"},
    )


def _stream(
    backend: Backend, wakeups: Wakeups, player: Player, last_id: str | None, format_item: Callable[[Item | None], str]
) -> Iterator[str]:
    """The items as text. It runs after the request's context has ended, so it gets everything as arguments.

    A sign of life comes first, so that the headers are sent at once.
    """
    yield format_item(None)
    with wakeups.waiting(player.id) as waiter:
        for item in follow_inbox(Inbox(backend, player, last_id), waiter):
            yield format_item(item)


def _poll(backend: Backend, wakeups: Wakeups, player: Player, last_id: str | None, seconds: float) -> list[Item]:
    """All that waits; if nothing does, what comes first within so many seconds."""
    deadline = monotonic() + seconds
    with wakeups.waiting(player.id) as waiter:
        inbox = Inbox(backend, player, last_id)
        while not (items := [*inbox.new_items()]) and waiter.wait(max(0.0, deadline - monotonic())):
            waiter.take()
    return items


def _ndjson_line(item: Item | None) -> str:
    return "\n" if item is None else to_json(item.data) + "\n"


def _server_sent_event(item: Item | None) -> str:
    if item is None:
        return ": still here\n\n"
    return f"id: {item.id}\nevent: {item.kind}\nretry: {RECONNECT_MS}\ndata: {to_json(item.data)}\n\n"
