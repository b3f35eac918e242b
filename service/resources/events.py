"""Events: what has happened in a game, as the caller may see it; and the whole log of a finished one."""

import json
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from flask import Response, url_for

from events import Entry
from events.export import export
from game import state_hash
from projections.redaction import shown
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.here import here, wakes
from service.resources.games import load, versioned
from service.schemas import EventsQuery, GameEvent
from service.tables import seat_of

events = Resources("events", __name__, url_prefix="/v1/games", description="Following and keeping games.")
events.before_request(authenticate)


@events.get("/<id>/events")
@events.arguments(EventsQuery, location="query")
@events.response(200, GameEvent(many=True))
@events.doc(security=SECURITY)
def page(query: dict[str, Any], id: str) -> Response:
    """Events after a version, oldest first; `wait` holds the answer until there is one. Next page: Link header."""
    player = caller()
    loaded = load(id)
    seat, finished = seat_of(loaded.state, player), loaded.state.status == "finished"
    entries = _read(id, query, waitable=loaded.state.status in ("open", "playing"))
    seen = [shown(entry, seat, everything=finished) for entry in entries]
    response = Response(json.dumps(seen), content_type="application/json")
    if len(entries) == query["limit"]:
        following = urlencode({"after": entries[-1].version, "limit": query["limit"]})
        response.headers["Link"] = f'<{url_for("events.page", id=id)}?{following}>; rel="next"'
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Vary"] = "Authorization"
    return response


@events.get("/<id>/log")
@events.doc(
    security=SECURITY,
    responses={"200": {"description": "JSON Lines: header, entries, end.", "content": {"application/x-ndjson": {}}}},
)
def log(id: str) -> Response:
    """The whole log of a finished game: header, every entry with its hash, end."""
    caller()
    state = load(id).state
    if state.status != "finished":
        raise Problem(409, "not_finished", "a game's log is open once the game is finished")
    result = {"scores": list(state.result.scores), "ranking": state.result.ranking} if state.result else None
    lines = export(id, state.ruleset, here().log.read(id), state_hash(state), result)
    response = versioned("".join(f"{line}\n" for line in lines), state.version)
    if response.status_code == 200:
        response.content_type = "application/x-ndjson"
    return response


def _read(id: str, query: dict[str, Any], waitable: bool) -> list[Entry]:
    log, after, limit = here().log, query["after"], query["limit"]
    entries = log.read(id, after, count=limit)
    if entries or not waitable or not query["wait"]:
        return entries
    deadline = monotonic() + query["wait"]
    with wakes().waiting(id) as woken:
        while not (entries := log.read(id, after, count=limit)) and woken.wait(max(0, deadline - monotonic())):
            woken.clear()  # it is set at times without need, or the event is not yet the one that is waited for
    return entries
