"""Events: what happens in a game, as the caller may see it, in pages or live; and the log of a finished game."""

import re
from collections.abc import Iterator
from itertools import chain, islice
from time import monotonic, sleep
from typing import Any

from flask import Response, request, url_for

from events import Entry, Log
from game import State
from projections.replay import read_slowly
from projections.transfer import export_lines
from service.api.accept_language import asks_for_language, preferred_language
from service.api.auth import access, caller
from service.api.blueprint import Resources
from service.api.current import app, check_revealed, load_game, now_ms
from service.api.description.json_schema import schema_of
from service.api.description.operations import BYTES, EVENT_STREAM, GAME_PROBLEMS, JSON, NDJSON
from service.api.errors import Problem
from service.api.limiting import StreamPlace, count_more, long_poll_place
from service.api.long_polls import wait_for_news
from service.api.media_types import preferred_type
from service.api.responses import PRIVATE_NO_STORE, link_next, list_response, versioned_response
from service.api.schemas.events import GAME_EVENTS
from service.api.schemas.live import STREAM
from service.api.schemas.queries import MAX_VERSION, EventsQuery
from service.api.streams import game_stream_response
from service.games.live.news import MAX_EVENTS_BEHIND, Follower
from service.games.narration import Languages, with_sentences
from service.games.token_watch import TokenWatch
from service.games.viewers import is_revealed, seat_of
from service.games.visible_events import visible_events
from service.games.yielding import EVENTS_SLICE
from service.language.languages import SENTENCE_LANGUAGES

events = Resources("events", "/v1/games", "Following and keeping games.")
PAGE_EVENTS, LOG_EVENTS = 50, 100
"""Events of a page, and of a log, that cost as much CPU as an ordinary request, and count as one more."""
PIECE_LINES = 128
"""Of a log that are made at once: 3 ms of CPU."""


@events.get("/<id>/events")
@events.operation(
    "listEvents",
    problems=(*GAME_PROBLEMS, "not_acceptable", "ticket_unknown", "too_many_streams"),
    parameters=("LastVersion",),
)
@events.response(200, schema_of(GAME_EVENTS), "Events, oldest first.", headers=("Link", "Content-Language"))
@events.response(200, STREAM, content_type=NDJSON)
@events.response(200, STREAM, content_type=EVENT_STREAM)
@events.response(
    204, description="A stream that is resumed at the end of a game that is over: there is nothing more to come."
)
@events.arguments(EventsQuery, location="query")
def page(query: dict[str, Any], id: str) -> Response:
    """Events after a version, oldest first; `wait` holds the answer until there is one. Next page: Link header.

    With `Accept: text/event-stream` or `application/x-ndjson`: the game live, as a stream of items that begins with the
    whole game, or after the version that you have. If you ask for a language, each event has a `text`: a sentence in
    that language.
    """
    kind = preferred_type([JSON, NDJSON, EVENT_STREAM])
    response = _page(query, id) if kind == JSON else _stream(query, id, kind)
    response.headers["Vary"] = "Accept, Authorization, Accept-Language"
    if languages := _languages():
        response.headers["Content-Language"] = languages.sentences
    return response


@events.get("/<id>/log")
@events.operation("getLog", problems=(*GAME_PROBLEMS, "not_finished"), conditional=True)
@events.response(200, BYTES, "JSON Lines: header, entries, end.", content_type=NDJSON)
def get_log(id: str) -> Response:
    """The whole log of a finished game: header, every entry with its hash, end."""
    player = caller()
    state = load_game(id).state
    if state.status != "finished":
        raise Problem("not_finished", "a game's log is open once the game is finished")
    check_revealed(state)
    count_more(player, state.version // LOG_EVENTS)
    return versioned_response("".join(_log_text(app.backend.log, state)), state.version, content_type=NDJSON)


def _log_text(log: Log, state: State) -> Iterator[str]:
    """The log in pieces, between which others have their turn."""
    lines = export_lines(state, chain.from_iterable(read_slowly(log, state.id)))
    while some := [*islice(lines, PIECE_LINES)]:
        yield "".join(f"{line}\n" for line in some)
        sleep(0)


def _page(query: dict[str, Any], id: str) -> Response:
    """The events; if there are none and the game goes on, the first that come within `wait` seconds."""
    log, after, limit = app.backend.log, query["after"], query["limit"]
    loaded = load_game(id)
    entries = [*chain.from_iterable(read_slowly(log, id, after, min(limit, max(0, loaded.version - after))))]
    if entries or not query["wait"] or loaded.state.status not in ("open", "playing"):
        return _page_of(entries, query, loaded.state)
    deadline = monotonic() + query["wait"]
    with long_poll_place(caller().id), app.wakeups.waiting(id, caller().id, after=after) as waiter:
        watch = TokenWatch(app.backend.accounts, access(), waiter)
        while not (entries := log.read(id, after, count=limit)) and wait_for_news(waiter, watch, deadline):
            pass
    return _page_of(entries, query, load_game(id).state)  # the caller may have resigned while the answer was held


def _page_of(entries: list[Entry], query: dict[str, Any], state: State) -> Response:
    """`state`: the game at the version of the last entry, or later."""
    count_more(caller(), len(entries) // PAGE_EVENTS)
    seat, everything = seat_of(state, caller()), is_revealed(state, now_ms)
    found = visible_events(app.backend, state, entries, seat, everything=everything)
    if languages := _languages():
        found = with_sentences(app.backend.accounts, state, found, languages)
    response = list_response(found, PRIVATE_NO_STORE, EVENTS_SLICE)
    if len(entries) == query["limit"]:
        following = {key: value for key, value in query.items() if key in ("limit", "lang")}
        link_next(response, url_for("events.page", id=state.id), following | {"after": entries[-1].version})
    return response


def _stream(query: dict[str, Any], id: str, media_type: str) -> Response:
    version, cursor = load_game(id).version, _cursor(query)
    if cursor is not None and 0 <= version - cursor <= MAX_EVENTS_BEHIND:
        count_more(caller(), (version - cursor) // PAGE_EVENTS)
    include = tuple(sorted({*query["include"].split(",")})) if "include" in query else ()
    follower = Follower(caller(), _languages(), include, access())
    place = StreamPlace(caller().id)
    try:
        stream = app.live.open(id, follower, cursor)
    except BaseException:
        place.leave()
        raise
    if stream is None:
        place.leave()
        return Response(status=204, headers={"Cache-Control": PRIVATE_NO_STORE})
    return game_stream_response(app.live, stream, media_type, place)


def _cursor(query: dict[str, Any]) -> int | None:
    """The version after which a stream goes on: Last-Event-ID if it is one, else `after`; None without either."""
    last_id = request.headers.get("Last-Event-ID", "")
    if re.fullmatch("[0-9]{1,16}", last_id, re.ASCII) and int(last_id) <= MAX_VERSION:
        return int(last_id)
    return query["after"] if "after" in request.args else None


def _languages() -> Languages | None:
    """The languages of sentences and names, if the request asks for any."""
    return Languages(preferred_language(SENTENCE_LANGUAGES), preferred_language()) if asks_for_language() else None
