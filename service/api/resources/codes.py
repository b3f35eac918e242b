"""Invite codes: the private game that a code leads to."""

from flask import Response

from projections.summaries import summary
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.errors import Problem
from service.api.responses import PRIVATE_NO_STORE, json_response
from service.api.schemas.summaries import Summary
from service.games.codes import find_game
from service.games.lists import complete_summaries

codes = Resources("codes", "/v1/codes", "Invite codes.")


@codes.get("/<code>")
@codes.operation("findGameByCode", problems=("no_such_code", "too_many_codes"))
@codes.response(
    200, Summary, "The game that you can join, or where you sit.", links={"takeSeat": {"id": "$response.body#/id"}}
)
def show(code: str) -> Response:
    """The open private game with this invite code; if you sit there, also a started one and one that is over.

    Case, blanks and dashes of the code do not count.
    """
    parts = app.backend
    loaded = find_game(parts, caller(), code)
    if loaded is None:
        raise Problem("no_such_code", "no open game has this code")
    [found] = complete_summaries(parts, [summary(loaded.state.id, loaded)])
    return json_response(found, cache_control=PRIVATE_NO_STORE)
