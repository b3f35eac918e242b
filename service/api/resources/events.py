"""Events: what has happened in a game, as the caller may see it, and the whole log of a finished game."""

from time import monotonic
from typing import Any

from flask import Response, url_for

from events import Entry
from game import State
from projections.archive import export_lines
from service.api.accept_language import asks_for_language, preferred_language
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import backend, load_game, wakeups
from service.api.description.operations import BYTES, GAME_PROBLEMS, NDJSON, Answer
from service.api.errors import Problem
from service.api.responses import PRIVATE_NO_STORE, json_response, link_next, versioned_response
from service.api.schemas.events import EVENTS
from service.api.schemas.queries import EventsQuery
from service.games.viewers import seat_of
from service.games.visible_events import visible_events
from service.language.sentences import Narrator
from service.language.translations import SENTENCE_LANGUAGES

events = Resources("events", "/v1/games", "Following and keeping games.")


@events.get("/<id>/events")
@events.operation(
    "listEvents",
    Answer(200, "Events, oldest first.", EVENTS, ("Link", "Content-Language")),
    problems=GAME_PROBLEMS,
)
@events.arguments(EventsQuery, location="query")
def page(query: dict[str, Any], id: str) -> Response:
    """Events after a version, oldest first; `wait` holds the answer until there is one. Next page: Link header.

    If you ask for a language, each event has a `text`: a sentence in that language.
    """
    player = caller()
    load_game(id)
    entries = _read(id, query)
    # The caller may have resigned while the answer was held, so the seat is settled now.
    state = load_game(id).state
    seat, finished = seat_of(state, player), state.status == "finished"
    found = visible_events(backend(), state, entries, seat, everything=finished)
    narrator = _narrator(state, found) if asks_for_language() else None
    if narrator:
        found = [event | {"text": narrator.to_sentence(event)} for event in found]
    response = json_response(found, cache_control=PRIVATE_NO_STORE)
    response.headers["Vary"] = "Authorization, Accept-Language"
    if len(entries) == query["limit"]:
        following = {key: value for key, value in query.items() if key != "wait"} | {"after": entries[-1].version}
        link_next(response, url_for("events.page", id=id), following)
    if narrator:
        response.headers["Content-Language"] = narrator.sentence_language
    return response


@events.get("/<id>/log")
@events.operation(
    "getLog",
    Answer(200, "JSON Lines: header, entries, end.", content={NDJSON: BYTES}),
    problems=(*GAME_PROBLEMS, "not_finished"),
    conditional=True,
)
def get_log(id: str) -> Response:
    """The whole log of a finished game: header, every entry with its hash, end."""
    caller()
    state = load_game(id).state
    if state.status != "finished":
        raise Problem("not_finished", "a game's log is open once the game is finished")
    lines = export_lines(state, backend().log.read(id))
    return versioned_response(
        "".join(f"{line}\n" for line in lines), state.version, content_type="application/x-ndjson"
    )


def _read(id: str, query: dict[str, Any]) -> list[Entry]:
    """The entries of a page; if there are none and the game goes on, the first that come within `wait` seconds."""
    log, after, limit = backend().log, query["after"], query["limit"]
    entries = log.read(id, after, count=limit)
    if entries or not query["wait"] or load_game(id).state.status not in ("open", "playing"):
        return entries
    deadline = monotonic() + query["wait"]
    with wakeups().waiting(id) as waiter:
        while not (entries := log.read(id, after, count=limit)) and waiter.wait(max(0, deadline - monotonic())):
            waiter.clear()  # it may be set without need, or for an event before the one that is waited for
    return entries


def _narrator(state: State, events: list[dict[str, Any]]) -> Narrator:
    """Tells the events of a game in the languages that the request asks for."""
    seated = [seat.player or "" for seat in state.seats]
    ids = {*seated, *[event["actor"] for event in events], *[event["data"].get("player", "") for event in events]}
    accounts = backend().accounts.by_ids([each for each in ids if each and ":" not in each])
    players = {account: player.name for account, player in accounts.items()}
    return Narrator(preferred_language(SENTENCE_LANGUAGES), preferred_language(), seated, players)
