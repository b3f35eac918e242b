"""The host of an open game: seats and bots, invitations, the invite code, removing players, handing the role on."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from flask import Response

import game as rules
from events import Group
from game.declared import Event
from projections.games import Loaded
from service.accounts import Player
from service.accounts.blocks import Apart
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.description.operations import GAME_PROBLEMS, SEAT_PROBLEMS
from service.api.errors import Problem
from service.api.limiting import count_costly
from service.api.options import check_strategies, invited_id
from service.api.request_headers import check_newest, read_if_match, request_key
from service.api.responses import mark_repeated, versioned_response, view_response, written_view_response
from service.api.schemas.requests import ChangedTable, HandOn, Invite
from service.api.schemas.views import GameView
from service.games.codes import code_of, renew_code_once
from service.games.company import check_company, retry_with_blocks
from service.games.leaving import tell_player
from service.games.lists import ME
from service.games.log_limit import check_log_limit
from service.games.viewers import check_access, require_own_seat
from service.games.write import Decided, KeyReused, Written, write

hosting = Resources("hosting", "/v1/games", "Who comes to the table.")
HOST_PROBLEMS = (*GAME_PROBLEMS, *SEAT_PROBLEMS, "log_full", "not_host", "not_open", "too_busy")


@hosting.post("/<id>/invitations")
@hosting.operation(
    "invite",
    problems=(*HOST_PROBLEMS, "already_at_table", "blocked", "too_many_invited", "unknown_player"),
    parameters=("IdempotencyKey",),
)
@hosting.response(201, GameView, "The game with the invitation.", headers=("ETag", "Location"))
@hosting.arguments(Invite)
def invite(body: dict[str, Any], id: str) -> Response:
    """Invite an account to your open game. It needs no code, sees a private game, and may return if you removed it."""
    invited, unknown = "", None
    try:
        invited = invited_id(body["player"])
    except Problem as problem:  # a repeated request has its answer all the same
        unknown = problem

    def decision(state: rules.State, seat: int, apart: Apart) -> Sequence[Event]:
        if unknown:
            raise unknown
        events = rules.invite(state, seat, invited)
        check_company(state, invited, apart)
        return events

    written = retry_with_blocks(
        app.backend, id, invited, lambda apart: _write(id, body, lambda state, seat: decision(state, seat, apart))
    )
    return written_view_response(written, caller(), 201)


@hosting.delete("/<id>/invitations/<player>")
@hosting.operation(
    "withdrawInvitation", problems=(*HOST_PROBLEMS, "no_such_invitation"), parameters=("IdempotencyKey",)
)
@hosting.response(204, description="There is no such invitation any more.", headers=("ETag",))
def withdraw(id: str, player: str) -> Response:
    """Withdraw an invitation to your open game, or decline yours (`me`). In a rematch the seat kept for it is free."""
    own = caller()
    count_costly(own)
    found = None if player == ME else app.backend.accounts.find(player)
    invited = own.id if player == ME else found.id if found else player

    def decide(loaded: Loaded) -> Decided:
        state = loaded.state
        check_access(state, own)
        events = rules.withdraw(state, None if invited == own.id else require_own_seat(state, own), invited)
        return Decided([Group(own.id, events)], rules.fold(events, state))

    written = write(app.backend.games, id, request_key(own, None), decide)
    tell_player(app.backend, id, invited)
    return _no_content(written)


@hosting.delete("/<id>/seats/<int:seat>")
@hosting.operation(
    "removePlayer",
    problems=(*HOST_PROBLEMS, "empty_seat", "not_found", "own_seat", "unknown_seat"),
    parameters=("IdempotencyKey",),
)
@hosting.response(204, description="The seat is free.", headers=("ETag",))
def remove(id: str, seat: int) -> Response:
    """Remove a player or a bot from your open game. The player returns only if you invite them."""
    return _no_content(_write(id, None, lambda state, own: rules.remove(state, own, seat)))


@hosting.patch("/<id>")
@hosting.operation(
    "changeTable",
    problems=(*HOST_PROBLEMS, "seats_fixed", "too_few_seats", "unknown_strategy"),
    parameters=("IdempotencyKey", "IfMatch"),
)
@hosting.response(200, GameView, "The game with its seats.")
@hosting.arguments(ChangedTable)
def change_table(body: dict[str, Any], id: str) -> Response:
    """Change the number of seats of your open game, and the bots that have the last ones. People keep their seats.

    Afterwards nobody has agreed to start. With If-Match, the change is made only if nothing has happened since.
    """
    check_strategies(body.get("bots", ()))
    versions = read_if_match()
    seats, bots = body.get("seats"), body.get("bots")
    written = _write(id, body, lambda state, own: rules.change_table(state, own, seats, bots), versions)
    return written_view_response(written, caller())


@hosting.put("/<id>/host")
@hosting.operation("handOn", problems=(*HOST_PROBLEMS, "empty_seat", "unknown_seat"), parameters=("IdempotencyKey",))
@hosting.response(200, GameView, "The game with its new host.")
@hosting.arguments(HandOn)
def hand_on(body: dict[str, Any], id: str) -> Response:
    """Make another player the host of your open game."""
    return written_view_response(_write(id, body, lambda state, own: rules.hand_on(state, own, body["seat"])), caller())


@hosting.post("/<id>/code")
@hosting.operation(
    "renewCode", problems=(*GAME_PROBLEMS, *SEAT_PROBLEMS, "no_code", "not_host"), parameters=("IdempotencyKey",)
)
@hosting.response(200, GameView, "The game with its new code.")
def renew(id: str) -> Response:
    """Give your open private game a new invite code. The old one is worth nothing from now on."""
    former = code_of(app.backend, id)
    state, player = load_game(id).state, caller()
    key, is_host = request_key(player, None), rules.is_host(state, player.id)
    if not is_host:
        require_own_seat(state, player)
    if state.status != "open" or state.options.visibility != "private":
        raise Problem("no_code", "only an open private game has a code")
    if not is_host:
        raise rules.Refused("not_host", "only the host may do this")
    _, earlier = app.backend.games.load_with_key(id, key.field)
    if earlier:  # no event has renewed a code
        raise KeyReused(key.field)
    is_new = renew_code_once(app.backend, id, former, state.options.open_seconds, key)
    return mark_repeated(view_response(state, player, state), not is_new)


def _write(
    id: str, body: Any, decision: Callable[[rules.State, int], Sequence[Event]], versions: Collection[int] | None = None
) -> Written:
    """What the caller's seat does as the host; nothing is written if it leads to no event. `versions`: in If-Match."""
    player: Player = caller()
    count_costly(player)

    def decide(loaded: Loaded) -> Decided:
        seat = require_own_seat(loaded.state, player)
        check_newest(loaded, versions)
        check_log_limit(loaded.state)
        events = decision(loaded.state, seat)
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state)) if events else Decided()

    return write(app.backend.games, id, request_key(player, body), decide)


def _no_content(written: Written) -> Response:
    return mark_repeated(versioned_response("", written.version, 204), written.repeated)
