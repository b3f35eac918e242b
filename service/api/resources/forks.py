"""Forks: a new game that starts from a version of a finished game."""

from collections.abc import Sequence
from typing import Any

from flask import Response, url_for

import game as rules
from events import Group
from game.message import Message
from game.options import make_options
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, check_revealed, load_game
from service.api.description.operations import GAME_PROBLEMS
from service.api.errors import Problem
from service.api.limiting import room_for_game
from service.api.options import check_strategies
from service.api.request_headers import client_key, request_key
from service.api.responses import mark_repeated, page_response, view_response
from service.api.schemas.queries import MAX_PAGE_GAMES, PageQuery
from service.api.schemas.requests import NewFork
from service.api.schemas.summaries import Summary
from service.api.schemas.views import GameView
from service.games.codes import make_code_if_private
from service.games.forks import read_source
from service.games.opening import is_opened, open_game

forks = Resources("forks", "/v1/games", "Starting from a finished game.")
FORK_PROBLEMS = (
    "invalid_options",
    "no_such_version",
    "not_finished",
    "not_started",
    "nothing_left_to_play",
    "unknown_seat",
    "unknown_strategy",
)


@forks.post("/<id>/forks")
@forks.operation("forkGame", problems=(*GAME_PROBLEMS, *FORK_PROBLEMS, "too_busy"), parameters=("IdempotencyKey",))
@forks.response(201, GameView, "The new game.", headers=("ETag", "Location"))
@forks.arguments(NewFork)
def fork(body: dict[str, Any], id: str) -> Response:
    """Start a new game from a version of a finished game: same cards, new players. It is marked as assisted.

    You take `seat`, bots take the last of the other seats. A fork without free seats starts at once; otherwise others
    join and somebody starts it. A version inside an event group counts as the end of the group before.
    """
    player, parts = caller(), app.backend
    state = load_game(id).state
    if state.status != "finished":
        raise Problem("not_finished", "only a finished game can be forked: until then its cards are secret")
    check_revealed(state)
    if body["version"] > state.version:
        raise Problem("no_such_version", Message("the game ended at version {version}", version=state.version))
    bots, own_seat = body.get("bots", []), body.get("seat")
    check_strategies(bots)
    source = read_source(parts, id, parts.games.last_group_end(id, body["version"]))
    access = body.get("private", False), body.get("spectators", False)
    options = rules.fork_options(source.state, bots, body.get("name"), *access)

    def opening(new_id: str) -> Sequence[Group]:
        external = player.kind == "bot"
        events = rules.fork(source.state, source.origin, options, player.id, own_seat, new_id, external)
        full = None not in [seat.player for seat in rules.fold(events).seats]
        if new_id and not full:
            make_code_if_private(parts, new_id, make_options(options))
        return [Group(player.id, events), *(source.moves if full else ())]

    opening("")  # refuse before anything is stored, and before a code is made
    key = request_key(player, body)
    with room_for_game(player.id, is_opened(parts, key)) as opened:
        new_id, outcome = open_game(parts, key, opening, repeatable=client_key() is not None)
        state = parts.games.state_at(new_id, outcome.last)
        opened.append((new_id, state.status))
    return mark_repeated(view_response(state, player, parts.games.load(new_id).state, 201), outcome.known)


@forks.get("/<id>/forks")
@forks.operation("listForks", problems=GAME_PROBLEMS, conditional=True)
@forks.response(200, Summary.listed(MAX_PAGE_GAMES), "Forks, newest first.", headers=("Link",))
@forks.arguments(PageQuery, location="query")
def list_forks(query: dict[str, Any], id: str) -> Response:
    """The forks of a game, newest first; the next page is in the Link header (RFC 8288)."""
    player = caller()
    load_game(id)
    return page_response(app.backend.lobby.forks(id, player.id, **query), url_for("forks.list_forks", id=id), query)
