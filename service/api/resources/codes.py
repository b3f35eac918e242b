"""Invite codes: the private game that a code leads to."""

from flask import Response

from projections.summaries import summary
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import backend
from service.api.description.operations import Answer
from service.api.errors import Problem
from service.api.responses import PRIVATE_NO_STORE, json_response
from service.api.schemas.summaries import SUMMARY
from service.games.codes import find_game
from service.games.lists import complete_summaries

codes = Resources("codes", "/v1/codes", "Invite codes.")


@codes.get("/<code>")
@codes.operation(
    "findGameByCode",
    Answer(200, "The game that you can join with the code.", SUMMARY, links={"takeSeat": {"id": "$response.body#/id"}}),
    problems=("no_such_code", "too_many_codes"),
)
def show(code: str) -> Response:
    """The open private game with this invite code. Case, blanks and dashes of the code do not count."""
    parts = backend()
    game = find_game(parts, caller(), code)
    loaded = parts.games.load(game) if game else None
    if game is None or loaded is None or loaded.state.status != "open" or not loaded.version:
        raise Problem("no_such_code", "no open game has this code")
    [found] = complete_summaries(parts, [summary(game, loaded)])
    return json_response(found, cache_control=PRIVATE_NO_STORE)
