"""Games: open one, list them, look at one, see what is legal."""

from typing import Any

from flask import Response, url_for

from game import check_options
from game.message import Message
from service.api.accept_language import asks_for_language, preferred_language
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.description.json_schema import schema_of
from service.api.description.operations import GAME_PROBLEMS, NEW_GAME_LINKS, SEAT_PROBLEMS
from service.api.errors import Problem
from service.api.limiting import count_more
from service.api.new_games import accepted_options, open_for
from service.api.request_headers import client_key, request_key
from service.api.responses import mark_repeated, page_response, to_json, versioned_response, view_response
from service.api.schemas.intentions import LEGAL
from service.api.schemas.queries import MAX_PAGE_GAMES, AtQuery, GamesQuery
from service.api.schemas.requests import NewGame
from service.api.schemas.summaries import Summary
from service.api.schemas.views import GameView
from service.games.lists import find_games
from service.games.viewers import legal_bodies, require_own_seat

LISTED_GAMES, LOOKED_GAMES = 25, 100
"""Games of a page, and games that are read to find them, that count as a request."""
games = Resources("games", "/v1/games", "Games, and what you may see of them.")


@games.post("")
@games.operation(
    "openGame",
    problems=("blocked", "invalid_options", "too_busy", "unknown_player", "unknown_strategy"),
    parameters=("IdempotencyKey",),
)
@games.response(201, GameView, "The new game.", headers=("ETag", "Location"), links=NEW_GAME_LINKS)
@games.arguments(NewGame)
def open_new_game(body: dict[str, Any]) -> Response:
    """Open a game; you take seat 0, bots take the last seats. If bots take all seats, you watch."""
    player = caller()
    key, repeatable = request_key(player, check_options(body)), client_key() is not None
    game, version, known = open_for(player, lambda: accepted_options(player, body), key, repeatable)
    found = app.backend.games
    return mark_repeated(view_response(found.state_at(game, version), player, found.load(game).state, 201), known)


@games.get("")
@games.operation("listGames", conditional=True)
@games.response(200, Summary.listed(MAX_PAGE_GAMES), "Games, newest first.", headers=("Link",))
@games.arguments(GamesQuery, location="query")
def list_games(query: dict[str, Any]) -> Response:
    """Games, open and past, newest first; the next page is in the Link header (RFC 8288).

    A page may hold fewer games than `limit`, even none, although there is a next one.
    """
    page = find_games(app.backend, caller(), query)
    count_more(caller(), len(page.games) // LISTED_GAMES + page.looked_at // LOOKED_GAMES)
    return page_response(page, url_for("games.list_games"), query)


@games.get("/<id>")
@games.operation("getGame", problems=(*GAME_PROBLEMS, "no_such_version"), conditional=True)
@games.response(200, GameView, "The game as you may see it.", headers=("Content-Language",))
@games.arguments(AtQuery, location="query")
def show(query: dict[str, Any], id: str) -> Response:
    """The game as you may see it, now or `at` an earlier version. A finished game shows everything."""
    player = caller()
    loaded = load_game(id)
    at = query.get("at", loaded.version)
    if at > loaded.version:
        raise Problem("no_such_version", Message("the game is at version {version}", version=loaded.version))
    state = loaded.state if at == loaded.version else app.backend.games.state_at(id, at)
    response = view_response(state, player, loaded.state, reveals=True)
    if asks_for_language():
        response.headers["Content-Language"] = preferred_language()
    return response


@games.get("/<id>/legal")
@games.operation("listLegal", problems=(*GAME_PROBLEMS, *SEAT_PROBLEMS), conditional=True)
@games.response(200, schema_of(LEGAL), "Intentions ready to send; none when the game does not wait for you.")
def legal(id: str) -> Response:
    """Every intention that the rules accept from your seat now."""
    player = caller()
    state = load_game(id).state
    return versioned_response(to_json(legal_bodies(state, require_own_seat(state, player))), state.version)
