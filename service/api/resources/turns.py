"""Turns: the caller's inbox over all games, as a long poll or a stream. People and programs play by it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from flask import Response, request, url_for

from service.accounts import Access, Accounts
from service.api.auth import access, refuse_again
from service.api.blueprint import Resources
from service.api.current import app
from service.api.description.json_schema import Json
from service.api.description.operations import EVENT_STREAM, JSON, NDJSON
from service.api.limiting import StreamPlace, count_more, long_poll_place
from service.api.media_types import preferred_type
from service.api.responses import json_response, link_next, to_json
from service.api.schemas.queries import MAX_ITEM_ID_CHARACTERS, MAX_PAGE_TURNS, TurnsQuery
from service.api.schemas.turns import InboxEnd, Turn
from service.api.streams import event_stream_comment, server_sent_event, stream_response
from service.games.inbox.following import first_items, follow_inbox
from service.games.inbox.inbox import Inbox, rank_of, rank_text
from service.games.inbox.items import Item
from service.games.live.items import RESTARTING
from service.games.token_watch import TokenWatch
from service.games.wakeups import Wakeups

turns = Resources("turns", "/v1/turns", "Playing many games at once.")
LOOKED_GAMES, ANSWERED_ITEMS = 50, 8
"""Games that are read, and items of an answer, that count as a request."""
STREAM: Json = {
    "type": "string",
    "description": "The same items, one by one as they come; an `end` with its reason only if your token is good no "
    "more, or if the process of the service stops.",
    "contentMediaType": "application/json",
    "contentSchema": {"anyOf": [Turn, InboxEnd]},
}
"""`contentSchema`: of each item."""


@turns.get("")
@turns.operation(
    "listTurns", problems=("not_acceptable", "ticket_unknown", "too_many_streams"), parameters=("LastEventId",)
)
@turns.response(200, Turn.listed(MAX_PAGE_TURNS), "What waits for you, and what is new.", headers=("Link",))
@turns.response(200, STREAM, content_type=NDJSON)
@turns.response(200, STREAM, content_type=EVENT_STREAM)
@turns.arguments(TurnsQuery, location="query")
def show(query: dict[str, Any]) -> Response:
    """Your inbox: JSON, at once or after `wait`; a stream as `application/x-ndjson` or `text/event-stream`.

    Every stream begins with all that waits; an answer has at most `limit` items of it, the most urgent first. After the
    item that `Last-Event-ID` or `after` names, both also have every game that started or ended since, so a lost
    connection loses nothing. The address in the `Link` header goes on from here: to the next page, if more waits.
    """
    kind = preferred_type([JSON, NDJSON, EVENT_STREAM])
    after = request.headers.get("Last-Event-ID", "")[:MAX_ITEM_ID_CHARACTERS] or query.get("after")
    player = access().player
    inbox, more = Inbox(app.backend, player, after, cache=app.pending_items), dict[str, Any]()
    if kind == JSON:
        with app.wakeups.waiting(player.id) as waiter:
            watch = TokenWatch(app.backend.accounts, access(), waiter)
            is_over = watch.or_over(app.wakeups.is_stopped)
            rank = rank_of(query["cursor"]) if "cursor" in query else None
            place = partial(long_poll_place, player.id)
            page = first_items(inbox, waiter, is_over, query["wait"], query["limit"], rank, place)
        if watch.reason:
            refuse_again()
        count_more(player, inbox.games // LOOKED_GAMES + len(page.items) // ANSWERED_ITEMS)
        response = json_response([item.data for item in page.items])
        more = {"cursor": rank_text(page.rank)} if page.rank else {}
        if "limit" in request.args:
            more["limit"] = query["limit"]
    else:
        response = _stream_response(inbox, kind)
    link_next(response, url_for("turns.show"), {"after": inbox.position} | more)
    return response


def _stream_response(inbox: Inbox, media_type: str) -> Response:
    player = access().player
    count_more(player, len(app.backend.lobby.pending_games(player.id)) // LOOKED_GAMES)
    place = StreamPlace(player.id)
    texts = _stream(inbox, app.wakeups, app.backend.accounts, access(), media_type)
    return stream_response(texts, lambda: None, media_type, place)


def _stream(inbox: Inbox, wakeups: Wakeups, accounts: Accounts, access: Access, media_type: str) -> Iterator[str]:
    """The items as text. It runs after the request's context has ended, so it gets everything as arguments.

    A sign of life comes first, so that the headers are sent at once.
    """
    to_text = _line if media_type == NDJSON else _event_text
    yield to_text(None, inbox.position)
    with wakeups.waiting(access.player.id) as waiter:
        watch = TokenWatch(accounts, access, waiter)
        for item in follow_inbox(inbox, waiter, watch.or_over(wakeups.is_stopped)):
            yield to_text(item, inbox.position)
    if reason := watch.reason or (RESTARTING if wakeups.is_stopped() else None):
        position = str(inbox.position)
        end = to_json({"type": "end", "id": position, "reason": reason})
        yield f"{end}\n" if media_type == NDJSON else server_sent_event("end", end, position)


def _line(item: Item | None, position: int) -> str:
    return "\n" if item is None else to_json(item.data) + "\n"


def _event_text(item: Item | None, position: int) -> str:
    """An item, or a sign of life: its `id` is where a client without items goes on."""
    return event_stream_comment(position) if item is None else server_sent_event(item.kind, to_json(item.data), item.id)
