"""Rematches: the same players once more."""

from flask import Response, url_for

from game import State
from projections.summaries import summary
from service.accounts import Player
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.description.operations import GAME_PROBLEMS
from service.api.errors import Problem
from service.api.limiting import room_for_game
from service.api.request_headers import request_key
from service.api.responses import PRIVATE_NO_STORE, json_response, written_view_response
from service.api.schemas.summaries import Summary
from service.api.schemas.views import GameView
from service.games.lists import complete_summaries
from service.games.rematches import find_rematch, play_again
from service.games.viewers import may_see
from service.games.write import NoSuchGame, Written

rematches = Resources("rematches", "/v1/games", "Playing again.")


@rematches.post("/<id>/rematch")
@rematches.operation(
    "playAgain",
    problems=(
        *GAME_PROBLEMS,
        "blocked",
        "imported",
        "log_full",
        "no_free_seat",
        "no_rematch",
        "not_invited",
        "not_over",
        "not_seated",
        "not_started",
        "removed",
        "not_open",
        "bots_not_allowed",
        "seed_unavailable",
        "too_busy",
    ),
    parameters=("IdempotencyKey",),
)
@rematches.response(201, GameView, "The rematch, with you at the table.", headers=("ETag", "Location"))
def play(id: str) -> Response:
    """Offer a rematch of a game that is over, or accept the one that was offered.

    It has the same options, and everybody moves one seat on. It starts when all players have accepted; against bots
    alone it starts at once. To decline, delete your invitation to it.
    """
    player, source = caller(), load_game(id).state
    if app.backend.lobby.is_imported(id):
        raise Problem("imported", "this game was played on another server; open a new one")
    try:
        game, written = _play_again(source, player)
    except NoSuchGame:
        raise Problem("no_rematch", "you are not invited to the rematch any more") from None
    response = written_view_response(written, player, 201)
    response.headers["Location"] = url_for("games.show", id=game)
    return response


def _play_again(source: State, player: Player) -> tuple[str, Written]:
    """The rematch, and what was written; who opens it needs room for a game. Raises what `play_again` raises."""
    key = request_key(player, None)
    if find_rematch(app.backend, source.id):
        return play_again(app.backend, source, player, key)
    with room_for_game(player.id) as opened:
        game, written = play_again(app.backend, source, player, key)
        if written.entries and written.entries[0].version == 1:  # nobody else was quicker
            opened.append((game, written.state.status))
    return game, written


@rematches.get("/<id>/rematch")
@rematches.operation("getRematch", problems=(*GAME_PROBLEMS, "no_rematch"))
@rematches.response(200, Summary, "The rematch.")
def show(id: str) -> Response:
    """The rematch of a game, if its players have offered one."""
    player, parts = caller(), app.backend
    load_game(id)
    game = find_rematch(parts, id)
    loaded = parts.games.load(game) if game else None
    if game is None or loaded is None or not loaded.version or not may_see(loaded.state, player):
        raise Problem("no_rematch", "this game has no rematch")
    [found] = complete_summaries(parts, [summary(game, loaded)])
    return json_response(found, cache_control=PRIVATE_NO_STORE)
