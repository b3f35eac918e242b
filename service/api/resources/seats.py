"""Seats: join, leave or resign, agree to start, start, abort."""

from typing import Any

from flask import Response

import game as rules
from events import Group
from projections.games import Loaded
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.description.operations import ACTING_PROBLEMS, GAME_PROBLEMS, SEAT_PROBLEMS
from service.api.limiting import count_costly
from service.api.new_games import agree_to_start, take_seat
from service.api.request_headers import request_key
from service.api.responses import mark_repeated, versioned_response, written_view_response
from service.api.schemas.requests import Agree, Start, TakeSeat
from service.api.schemas.views import GameView
from service.games.leaving import leave_seat, tell_player
from service.games.starting import forget_secrets, read_deal, start
from service.games.viewers import check_access, not_seated, require_own_seat, require_seat, seat_of
from service.games.write import Decided, write

seats = Resources("seats", "/v1/games", "Taking part in a game.")
JOIN_PROBLEMS = (
    "already_seated",
    "blocked",
    "bots_not_allowed",
    "empire_taken",
    "log_full",
    "no_free_seat",
    "not_invited",
    "not_open",
    "removed",
    "unknown_empire",
)


@seats.post("/<id>/seats")
@seats.operation(
    "takeSeat",
    problems=(*GAME_PROBLEMS, *JOIN_PROBLEMS, "seed_unavailable", "too_busy", "too_many_codes"),
    parameters=("IdempotencyKey",),
)
@seats.response(201, GameView, "The game with you at the table.", headers=("ETag", "Location"))
@seats.arguments(TakeSeat)
def join(body: dict[str, Any], id: str) -> Response:
    """Take the first free seat of an open game. A private game takes its `code`, or who is invited.

    In a rematch you take the seat that is kept for you; the game starts when the last player takes theirs.
    """
    player = caller()
    return written_view_response(take_seat(player, id, body, request_key(player, body)), player, 201)


@seats.delete("/<id>/seats/me")
@seats.operation(
    "leaveSeat", problems=(*GAME_PROBLEMS, *SEAT_PROBLEMS, "not_playing", "too_busy"), parameters=("IdempotencyKey",)
)
@seats.response(204, description="You have left, or resigned.", headers=("ETag",))
def leave(id: str) -> Response:
    """Leave an open game. In a game under way you resign: you have lost, and a bot plays on.

    A resignation counts as the last place in statistics and ratings, also in a game against bots alone.
    """
    player, parts = caller(), app.backend

    def decide(loaded: Loaded) -> Decided:
        return leave_seat(loaded.state, require_own_seat(loaded.state, player), player)

    written = write(parts.games, id, request_key(player, None), decide)
    forget_secrets(parts, id, written.state)
    tell_player(parts, id, player.id)
    return mark_repeated(versioned_response("", written.version, 204), written.repeated)


@seats.put("/<id>/seats/me/ready")
@seats.operation(
    "agreeToStart",
    problems=(*GAME_PROBLEMS, *SEAT_PROBLEMS, "log_full", "not_open", "seed_unavailable", "too_busy"),
    parameters=("IdempotencyKey",),
)
@seats.response(200, GameView, "The game, which has started if all have agreed.")
@seats.arguments(Agree)
def agree(body: dict[str, Any], id: str) -> Response:
    """Agree that the open game starts, or take that back. It starts when all seats are taken and all have agreed."""
    player = caller()
    count_costly(player)
    key = request_key(player, body)
    written = agree_to_start(player, id, key, body["ready"], body.get("client_seed"))
    return written_view_response(written, player)


@seats.post("/<id>/start")
@seats.operation(
    "startGame",
    problems=(*GAME_PROBLEMS, "not_host", "not_open", "not_seated", "seats_open", "seed_unavailable", "too_busy"),
    parameters=("IdempotencyKey",),
)
@seats.response(200, GameView, "The game after the deal.")
@seats.arguments(Start)
def start_game(body: dict[str, Any], id: str) -> Response:
    """Start a full game: shuffle, deal. Only the host may; of a game of bots, the opener.

    A fork continues where its origin was, and seeds no longer count.
    """
    player, parts = caller(), app.backend
    deal = read_deal(parts, id)

    def decide(loaded: Loaded) -> Decided:
        state = loaded.state
        check_access(state, player)
        seat = seat_of(state, player)
        if seat is None and state.opener != player.id:
            raise not_seated()
        return start(deal, state, seat, player.id, body.get("client_seed"))

    written = write(parts.games, id, request_key(player, body), decide)
    forget_secrets(parts, id, written.state)
    return written_view_response(written, player)


@seats.post("/<id>/abort")
@seats.operation(
    "abortGame",
    problems=(*GAME_PROBLEMS, *ACTING_PROBLEMS, "not_playing", "too_busy", "under_way"),
    parameters=("IdempotencyKey",),
)
@seats.response(200, GameView, "The abandoned game.")
def abort(id: str) -> Response:
    """End a game before the first picks are revealed; alone, before you did anything. It counts for nobody."""
    player = caller()

    def decide(loaded: Loaded) -> Decided:
        require_seat(loaded.state, player)
        events = rules.abort(loaded.state)
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state))

    return written_view_response(write(app.backend.games, id, request_key(player, None), decide), player)
