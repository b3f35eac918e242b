"""Forks: going on from a version of a finished game as a new one."""

from collections.abc import Sequence
from typing import Any

from flask import Response, url_for

import game as rules
from events import Group
from service.answers.summaries import Summary
from service.answers.views import View
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.forking import origin_at
from service.here import here
from service.requests import NewFork, PageQuery
from service.resources.games import IDEMPOTENCY_KEY, check_strategies, listed, load, opened

forks = Resources("forks", __name__, url_prefix="/v1/games", description="Going on from a finished game.")
forks.before_request(authenticate)


@forks.post("/<id>/forks")
@forks.arguments(NewFork)
@forks.response(201, View)
@forks.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY])
def fork(body: dict[str, Any], id: str) -> Response:
    """Go on from a version of a finished game: same cards, new players. It is assisted, for its future is known.

    The caller takes `seat`, bots the last of the others. With nobody missing the fork is under way at once; otherwise
    others join, and somebody starts it. Where something was going on at that version, it goes on from just before.
    """
    player, parts, bots = caller(), here(), body["bots"]
    state = load(id).state
    if state.status != "finished":
        raise Problem(409, "not_finished", "only a finished game can be forked: before, its cards are secret")
    if body["version"] > state.version:
        raise Problem(404, "no_such_version", f"the game ended at version {state.version}")
    check_strategies(bots)
    source, origin, made = origin_at(parts, id, parts.games.rest(id, body["version"]))
    options = rules.fork_options(source, bots, body["name"])
    rules.fork(source, origin, options, player.id, body["seat"])  # refuse before anything is stored

    def opening(new: str) -> Sequence[Group]:
        events = rules.fork(source, origin, options, player.id, body["seat"], new, player.kind == "bot")
        full = None not in [seat.player for seat in rules.fold(events).seats]
        return [Group(player.id, events), *(made if full else ())]

    return opened(opening, body)


@forks.get("/<id>/forks")
@forks.arguments(PageQuery, location="query")
@forks.response(200, Summary(many=True))
@forks.doc(security=SECURITY)
def list_forks(query: dict[str, Any], id: str) -> Response:
    """The games that go on from this one, newest first; the next page is in the Link header (RFC 8288)."""
    caller()
    load(id)
    return listed(here().lobby.forks(id, **query), url_for("forks.list_forks", id=id), query)
