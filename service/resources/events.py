"""Events: what has happened in a game, as the caller may see it; and the whole log of a finished one."""

import json
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from flask import Response, url_for

from events import Entry
from game import State
from projections.archive import exported
from projections.redaction import shown
from service.answers.events import GameEvent
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.here import here, wakes
from service.languages import asked, wanted
from service.messages import WORDED
from service.requests import EventsQuery
from service.resources.games import load, versioned
from service.sentences import Teller
from service.tables import seat_of

events = Resources("events", __name__, url_prefix="/v1/games", description="Following and keeping games.")
events.before_request(authenticate)


@events.get("/<id>/events")
@events.arguments(EventsQuery, location="query")
@events.response(200, GameEvent(many=True))
@events.doc(security=SECURITY)
def page(query: dict[str, Any], id: str) -> Response:
    """Events after a version, oldest first; `wait` holds the answer until there is one. Next page: Link header.

    Each has a `text`, a sentence, when a language is asked for.
    """
    player = caller()
    loaded = load(id)
    seat, finished = seat_of(loaded.state, player), loaded.state.status == "finished"
    entries = _read(id, query, waitable=loaded.state.status in ("open", "playing"))
    seen = [shown(entry, seat, everything=finished) for entry in entries]
    teller = _teller(loaded.state, seen) if asked() else None
    if teller:
        seen = [event | {"text": teller.tell(event)} for event in seen]
    response = Response(json.dumps(seen, ensure_ascii=False), content_type="application/json")
    if len(entries) == query["limit"]:
        following = urlencode(
            {key: value for key, value in query.items() if key != "wait"} | {"after": entries[-1].version}
        )
        response.headers["Link"] = f'<{url_for("events.page", id=id)}?{following}>; rel="next"'
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Vary"] = "Authorization, Accept-Language"
    if teller:
        response.headers["Content-Language"] = teller.words
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
    lines = exported(state, here().log.read(id))
    response = versioned("".join(f"{line}\n" for line in lines), state.version)
    if response.status_code == 200:
        response.content_type = "application/x-ndjson"
    return response


def _teller(state: State, events: list[dict[str, Any]]) -> Teller:
    """Who tells the events of a game in the languages that the request wants."""
    seated = [seat.player or "" for seat in state.seats]
    for event in events:
        if event["name"] == "seat_taken" and event["version"] > state.version:  # while the answer was held
            seated[event["seat"]] = event["data"]["player"]
    ids = {*seated, *[event["actor"] for event in events], *[event["data"].get("player", "") for event in events]}
    accounts = here().accounts.by_ids([id for id in ids if id and ":" not in id])
    players = {id: player.name for id, player in accounts.items()}
    return Teller(wanted(WORDED), wanted(), seated, players)


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
