"""Forks: a new game that starts from a version of a finished game."""

from collections.abc import Sequence
from typing import Any

from flask import Response, url_for

import game as rules
from events import Group
from service.api.auth import SECURITY, authenticate, caller
from service.api.bodies import Resources
from service.api.current import backend, load_game
from service.api.errors import Problem
from service.api.idempotency import IDEMPOTENCY_KEY, client_key, request_key
from service.api.options import check_strategies
from service.api.responses import mark_repeated, page_response, view_response
from service.api.schemas.requests import NewFork, PageQuery
from service.api.schemas.summaries import Summary
from service.api.schemas.views import View
from service.games.forks import read_source
from service.games.opening import open_game

forks = Resources("forks", __name__, url_prefix="/v1/games", description="Starting from a finished game.")
forks.before_request(authenticate)


@forks.post("/<id>/forks")
@forks.arguments(NewFork)
@forks.response(201, View)
@forks.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY])
def fork(body: dict[str, Any], id: str) -> Response:
    """Start a new game from a version of a finished game: same cards, new players. It is marked as assisted.

    You take `seat`, bots take the last of the other seats. A fork without free seats starts at once; otherwise others
    join and somebody starts it. A version inside an event group counts as the end of the group before.
    """
    player, parts = caller(), backend()
    state = load_game(id).state
    if state.status != "finished":
        raise Problem(409, "not_finished", "only a finished game can be forked: until then its cards are secret")
    if body["version"] > state.version:
        raise Problem(404, "no_such_version", f"the game ended at version {state.version}")
    check_strategies(body["bots"])
    source = read_source(parts, id, parts.games.last_group_end(id, body["version"]))
    options = rules.fork_options(source.state, body["bots"], body["name"])

    def opening(new_id: str) -> Sequence[Group]:
        external = player.kind == "bot"
        events = rules.fork(source.state, source.origin, options, player.id, body["seat"], new_id, external)
        full = None not in [seat.player for seat in rules.fold(events).seats]
        return [Group(player.id, events), *(source.moves if full else ())]

    opening("")  # refuse before anything is stored
    new_id, outcome = open_game(parts, request_key(player, body), opening, repeatable=client_key() is not None)
    return mark_repeated(view_response(parts.games.state_at(new_id, outcome.last), player, 201), outcome.known)


@forks.get("/<id>/forks")
@forks.arguments(PageQuery, location="query")
@forks.response(200, Summary(many=True))
@forks.doc(security=SECURITY)
def list_forks(query: dict[str, Any], id: str) -> Response:
    """The forks of a game, newest first; the next page is in the Link header (RFC 8288)."""
    caller()
    load_game(id)
    return page_response(backend().lobby.forks(id, **query), url_for("forks.list_forks", id=id), query)
