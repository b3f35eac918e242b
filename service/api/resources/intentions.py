"""Intentions: what a seat asks for. Read `service/games/write.py` next."""

from typing import Any

from flask import Response

from game.events import SETTINGS
from projections.games import Loaded
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.description.operations import ACTING_PROBLEMS, GAME_PROBLEMS
from service.api.limiting import reward
from service.api.request_headers import check_unchanged, read_if_match, request_key
from service.api.responses import written_response
from service.api.schemas.events import Written
from service.api.schemas.intentions import BATCH
from service.games.intentions import decide_intentions
from service.games.viewers import require_seat
from service.games.write import Decided, write

intentions = Resources("intentions", "/v1/games", "Playing.")
RULE_PROBLEMS = (
    "already_picked",
    "already_ready",
    "ambiguous_space",
    "card_not_drafted",
    "card_not_in_hand",
    "card_not_seen",
    "card_not_under_construction",
    "cards_left",
    "cubes_left",
    "deck_exhausted",
    "invalid_batch",
    "invalid_intention",
    "item_not_owned",
    "must_choose",
    "must_keep",
    "no_open_space",
    "not_playing",
    "nothing_to_choose",
    "nothing_to_do",
    "nothing_to_keep",
    "paused",
    "solo_only",
    "wrong_phase",
)
"""Codes of what the rules refuse."""


@intentions.post("/<id>/intentions")
@intentions.operation(
    "act",
    problems=(*GAME_PROBLEMS, *ACTING_PROBLEMS, *RULE_PROBLEMS, "log_full", "too_busy"),
    parameters=("IdempotencyKey", "IfMatch", "Prefer"),
)
@intentions.response(201, Written, "What your intentions led to.", headers=("ETag",))
@intentions.arguments(BATCH)
def act(body: Any, id: str) -> Response:
    """Ask for a list of intentions, of which all happen or none.

    A body that is one intention instead of a list is accepted, too.
    """
    player, versions = caller(), read_if_match()

    def decide(loaded: Loaded) -> Decided:
        seat = require_seat(loaded.state, player)
        check_unchanged(loaded, seat, versions)
        return decide_intentions(loaded.state, seat, body, player.id)

    written = write(app.backend.games, id, request_key(player, body), decide)
    response = written_response(written, player)
    if any(entry.name not in SETTINGS for entry in written.entries):
        reward(response, player.id)
    return response
