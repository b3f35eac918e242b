"""The table: what is told of a game beside its log, and quick reactions."""

from typing import Any

from flask import Response

from events.entry import timestamp
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.description.operations import ACTING_PROBLEMS, GAME_PROBLEMS
from service.api.request_headers import request_key
from service.api.responses import PRIVATE_NO_STORE, json_response, mark_repeated
from service.api.schemas.live import Reaction, Table
from service.api.schemas.requests import NewReaction
from service.games.live.reactions import Reactions, at_table
from service.games.table import describe_table
from service.games.viewers import require_seat

table = Resources("table", "/v1/games", "What is told of a game beside its log.")


@table.get("/<id>/table")
@table.operation("getTable", problems=GAME_PROBLEMS)
@table.response(200, Table, "The table now.")
def show(id: str) -> Response:
    """Who follows the game live, the clocks, the pending rewind, the newest reactions.

    It changes without events, so it has no version. Live streams tell the same.
    """
    caller()
    loaded = load_game(id)
    everybody, beside = app.live.look_beside(id)
    facts = describe_table(app.backend, loaded, everybody, timestamp(int(app.backend.clock() * 1000)))
    reactions = [reaction.facts() for reaction in at_table(beside.reactions, loaded.state)]
    return json_response(facts | {"reactions": reactions}, cache_control=PRIVATE_NO_STORE)


@table.post("/<id>/reactions")
@table.operation(
    "react", problems=(*GAME_PROBLEMS, *ACTING_PROBLEMS, "no_reactions_left"), parameters=("IdempotencyKey",)
)
@table.response(201, Reaction, "The reaction.")
@table.arguments(NewReaction)
def react(body: dict[str, Any], id: str) -> Response:
    """Say a phrase of the catalogue's `reactions` at the table, three times in a phase at most.

    It is not in the log. An Idempotency-Key holds as long as the reaction is among the newest ones.
    """
    player, parts = caller(), app.backend
    state = load_game(id).state
    seat, key = require_seat(state, player), request_key(player, body)
    reaction, repeated = Reactions(parts.redis, parts.keys).add(id, seat, state.since, body["reaction"], key.field)
    response = json_response(reaction.facts(), 201, PRIVATE_NO_STORE)
    return mark_repeated(response, repeated)
