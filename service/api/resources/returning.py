"""Returning: play a seat again that a bot took over because it was not played in time."""

from flask import Response

from service.api import new_games
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.description.operations import GAME_PROBLEMS, SEAT_PROBLEMS
from service.api.request_headers import request_key
from service.api.responses import written_response
from service.api.schemas.events import Written

returning = Resources("returning", "/v1/games", "Taking a seat back.")


@returning.post("/<id>/seats/me/return")
@returning.operation(
    "returnToSeat",
    problems=(*GAME_PROBLEMS, *SEAT_PROBLEMS, "no_time_left", "not_away", "not_playing", "too_busy"),
    parameters=("IdempotencyKey", "Prefer"),
)
@returning.response(201, Written, "You play your seat again.", headers=("ETag",))
def come_back(id: str) -> Response:
    """Play your seat again after a bot took it over because you did not play in time.

    You go on from where the bot is, with the time that your clock has left.
    """
    player = caller()
    return written_response(new_games.come_back(player, id, request_key(player, None)), player)
