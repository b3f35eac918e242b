"""Intentions: what a seat asks for. Read `service/games/write.py` next."""

from flask import Response, request

from projections.games import Loaded
from service.api.auth import SECURITY, authenticate, caller
from service.api.bodies import Resources, read_json
from service.api.caller_seat import require_seat
from service.api.current import backend
from service.api.idempotency import IDEMPOTENCY_KEY, request_key
from service.api.openapi import WRITTEN, one_or_many_intentions
from service.api.preconditions import IF_MATCH, check_unchanged, read_if_match
from service.api.responses import written_response
from service.games.intentions import decide_intentions
from service.games.write import Decided, write

intentions = Resources("intentions", __name__, url_prefix="/v1/games", description="Playing.")
intentions.before_request(authenticate)


@intentions.post("/<id>/intentions")
@intentions.doc(
    security=SECURITY,
    parameters=[IDEMPOTENCY_KEY, IF_MATCH],
    requestBody={"required": True, "content": {"application/json": {"schema": one_or_many_intentions()}}},
    responses={"201": WRITTEN},
)
def act(id: str) -> Response:
    """Ask for one thing, or for a list of things that all happen or none."""
    player, body, version = caller(), read_json(request), read_if_match()

    def decide(loaded: Loaded) -> Decided:
        seat = require_seat(loaded.state, player)
        check_unchanged(loaded, seat, version)
        return decide_intentions(loaded.state, seat, body, player.id)

    return written_response(write(backend(), id, request_key(player, body), decide), player)
