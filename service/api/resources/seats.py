"""Seats: join, leave or resign, start."""

from typing import Any

from flask import Response

import game as rules
from events import Group
from projections.games import Loaded
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.caller_seat import not_seated, require_seat
from service.api.current import backend, load_game
from service.api.description.operations import GAME_PROBLEMS, SEAT_PROBLEMS, Answer, game_links
from service.api.errors import Problem
from service.api.idempotency import request_key
from service.api.responses import mark_repeated, versioned_response, written_view_response
from service.api.schemas.requests import START, TAKE_SEAT
from service.api.schemas.views import VIEW
from service.games.forks import read_moves
from service.games.log_limit import check_log_limit
from service.games.opening import stored_server_seed
from service.games.viewers import seat_of
from service.games.write import Decided, write

seats = Resources("seats", "/v1/games", "Taking part in a game.")
JOIN_PROBLEMS = (
    "already_seated",
    "bots_not_allowed",
    "empire_taken",
    "log_full",
    "no_free_seat",
    "not_open",
    "not_supported",
    "unknown_empire",
)


@seats.post("/<id>/seats")
@seats.operation(
    "takeSeat",
    Answer(201, "The game with you at the table.", VIEW, ("ETag", "Location"), links=game_links("id")),
    problems=(*GAME_PROBLEMS, *JOIN_PROBLEMS, "too_busy"),
    parameters=("IdempotencyKey",),
)
@seats.body(TAKE_SEAT)
def join(body: dict[str, Any], id: str) -> Response:
    """Take the first free seat of an open game."""
    player = caller()
    if body.get("code") is not None:
        detail = "a public game takes no code, and private games are not supported yet"
        raise Problem("not_supported", detail, errors=[{"pointer": "/code", "detail": "is not supported yet"}])

    def decide(loaded: Loaded) -> Decided:
        check_log_limit(loaded.state)
        external = player.kind == "bot"
        events = rules.join(loaded.state, player.id, body.get("empire"), body.get("client_seed"), external)
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state))

    written = write(backend(), id, request_key(player, body), decide)
    return written_view_response(written, player, 201)


@seats.delete("/<id>/seats/me")
@seats.operation(
    "leaveSeat",
    Answer(204, "You have left, or resigned.", headers=("ETag",)),
    problems=(*GAME_PROBLEMS, *SEAT_PROBLEMS, "not_playing", "too_busy"),
    parameters=("IdempotencyKey",),
)
def leave(id: str) -> Response:
    """Leave an open game. In a game under way you resign, and a bot plays on."""
    player = caller()

    def decide(loaded: Loaded) -> Decided:
        events = rules.leave(loaded.state, require_seat(loaded.state, player))
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state))

    written = write(backend(), id, request_key(player, None), decide)
    return mark_repeated(versioned_response("", written.version, 204), written.repeated)


@seats.post("/<id>/start")
@seats.operation(
    "startGame",
    Answer(200, "The game after the deal.", VIEW, links=game_links("id")),
    problems=(*GAME_PROBLEMS, "not_open", "not_seated", "seats_open", "seed_unavailable", "too_busy"),
    parameters=("IdempotencyKey",),
)
@seats.body(START)
def start(body: dict[str, Any], id: str) -> Response:
    """Start a full game: shuffle, deal. Every seated player may; the opener of a game of bots may, too.

    A fork continues where its origin was, and seeds no longer count.
    """
    player, parts = caller(), backend()
    origin = load_game(id).state.origin
    copied = read_moves(parts, origin) if origin else None
    server_seed = stored_server_seed(parts, id)

    def decide(loaded: Loaded) -> Decided:
        state = loaded.state
        seat = seat_of(state, player)
        if seat is None and state.opener != player.id:
            raise not_seated()
        if copied is not None:
            rules.check_full(state)
            return Decided(copied, rules.fold([event for group in copied for event in group.events], state))
        if server_seed is None and state.status == "open":
            raise Problem("seed_unavailable", "the seed of this game is missing", {"Retry-After": "1"})
        events = rules.start(state, seat, server_seed or "", body.get("client_seed"))
        return Decided([Group(player.id, events)], rules.fold(events, state))

    written = write(parts, id, request_key(player, body), decide)
    parts.redis.delete(parts.keys.seed(id))
    return written_view_response(written, player)
