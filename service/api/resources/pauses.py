"""Pauses: the clocks of a game stand still as long as its players agree."""

from typing import Any

from flask import Response

import game as rules
from events import Group
from projections.games import Loaded
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, time_in
from service.api.description.operations import ACTING_PROBLEMS, GAME_PROBLEMS
from service.api.limiting import count_costly
from service.api.request_headers import request_key
from service.api.responses import written_view_response
from service.api.schemas.requests import AgreeToPause
from service.api.schemas.views import GameView
from service.games.log_limit import check_log_limit
from service.games.viewers import require_seat
from service.games.write import Decided, write

pauses = Resources("pauses", "/v1/games", "Pausing a game with a clock.")


@pauses.put("/<id>/seats/me/pause")
@pauses.operation(
    "agreeToPause",
    problems=(
        *GAME_PROBLEMS,
        *ACTING_PROBLEMS,
        "log_full",
        "no_clock",
        "no_pause",
        "not_playing",
        "pause_asked",
        "paused",
        "people_only",
        "too_busy",
    ),
    parameters=("IdempotencyKey",),
)
@pauses.response(200, GameView, "The game, which is paused if all have agreed.")
@pauses.arguments(AgreeToPause)
def agree(body: dict[str, Any], id: str) -> Response:
    """Ask for a pause, or agree to one. When all people at the table agree, clocks stand still and nobody can move.

    With `pause` false you end the pause, decline one, or no longer ask for it. A pause ends by itself after a day.
    Bots are not asked: without another person the game pauses at once. You ask in vain once in a phase, step or hand.
    """
    player, parts = caller(), app.backend
    count_costly(player)
    now, day_later = time_in(0), time_in(rules.MAX_PAUSE_SECONDS)

    def decide(loaded: Loaded) -> Decided:
        state = loaded.state
        seat = require_seat(state, player)
        if not body["pause"]:
            events = rules.end_pause(state, seat, now)
        else:
            check_log_limit(state)
            events = rules.agree_to_pause(state, seat, now, day_later, day_later, body.get("expires_at"))
        if not events:
            return Decided()
        return Decided([Group(player.id, events)], rules.fold(events, state))

    return written_view_response(write(parts.games, id, request_key(player, body), decide), player)
