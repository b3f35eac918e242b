"""Seats: join, leave or resign, start."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request

import game as rules
from events import Group
from projections.loaded import Loaded
from service.answers.views import View
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.forking import moves
from service.here import here
from service.requests import Start, TakeSeat
from service.resources.games import IDEMPOTENCY_KEY, load, versioned, view_response
from service.seeds import stored_seed
from service.tables import check_spare, playing_seat, request_key, seat_of
from service.write import Decide, Written, write

seats = Resources("seats", __name__, url_prefix="/v1/games", description="Taking part in a game.")
seats.before_request(authenticate)


@seats.post("/<id>/seats")
@seats.arguments(TakeSeat)
@seats.response(201, View)
@seats.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY])
def join(body: dict[str, Any], id: str) -> Response:
    """Take the first free seat of an open game."""
    player = caller()

    def decide(loaded: Loaded) -> Sequence[Group]:
        check_spare(loaded.state)
        empire, seed, external = body["empire"], body["client_seed"], player.kind == "bot"
        return [Group(player.id, rules.join(loaded.state, player.id, empire, seed, external))]

    return view_response(_as_of(id, _write(id, body, decide)), player, 201)


@seats.delete("/<id>/seats/me")
@seats.response(204)
@seats.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY])
def leave(id: str) -> Response:
    """Leave an open game; while playing: resign, and a bot plays on."""
    player = caller()

    def decide(loaded: Loaded) -> Sequence[Group]:
        return [Group(player.id, rules.leave(loaded.state, playing_seat(loaded.state, player)))]

    return versioned("", _write(id, None, decide).version, 204)


@seats.post("/<id>/start")
@seats.arguments(Start)
@seats.response(200, View)
@seats.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY])
def start(body: dict[str, Any], id: str) -> Response:
    """Start a full game: shuffle, deal. Anybody who is seated may; a game of bots alone is started by its opener.

    A fork goes on where its origin was; no seed counts any more.
    """
    player, parts = caller(), here()

    def decide(loaded: Loaded) -> Sequence[Group]:
        state = loaded.state
        index = seat_of(state, player)
        if index is None and state.opener != player.id:
            raise Problem(403, "not_seated", "you have no seat in this game")
        if state.origin is not None:
            rules.check_full(state)
            return moves(parts, state.origin)
        seed = stored_seed(parts, id)
        if seed is None and state.status == "open":
            raise Problem(503, "seed_unavailable", "the seed of this game is not there", {"Retry-After": "1"})
        return [Group(player.id, rules.start(state, index, seed or "", body["client_seed"]))]

    written = _write(id, body, decide)
    parts.redis.delete(parts.keys.seed(id))
    return view_response(_as_of(id, written), player)


def _write(id: str, body: Any, decide: Decide) -> Written:
    return write(here(), id, request_key(caller(), request.headers.get("Idempotency-Key"), body), decide)


def _as_of(id: str, written: Written) -> rules.State:
    """The game as the request left it, however often it is asked again."""
    state = load(id).state
    return state if state.version == written.version else here().games.at(id, written.version)
