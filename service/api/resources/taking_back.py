"""Taking back: undo your newest intention, or rewind the whole table if the others agree."""

import json
from collections.abc import Sequence
from typing import Any

from flask import Response, url_for

import game as rules
from events import Group
from game.message import Message
from projections.games import Loaded
from projections.rewinds import Rewind as KnownRewind
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game, time_in
from service.api.description.operations import ACTING_PROBLEMS, GAME_PROBLEMS
from service.api.errors import Problem
from service.api.limiting import count_costly
from service.api.request_headers import check_unchanged, read_if_match, request_key
from service.api.responses import PRIVATE_NO_STORE, REVALIDATE, json_response, written_response
from service.api.schemas.events import RewindWritten, Written
from service.api.schemas.requests import NewRewind, Undo
from service.api.schemas.views import Rewind
from service.games.log_limit import check_log_limit, check_rewind_limit
from service.games.proposals import check_proposals, with_rewinds
from service.games.viewers import require_seat
from service.games.write import Decided, write

taking_back = Resources("taking_back", "/v1/games", "Undo and rewind.")
UNDO_PROBLEMS = (
    "no_such_intention",
    "not_newest",
    "not_yours",
    "nothing_to_undo",
    "paused",
    "phase_closed",
    "time_is_up",
)
PROPOSAL_PROBLEMS = ("log_full", "not_earlier", "not_started", "rewind_pending", "rewinds_off", "too_many_rewinds")
TABLE_PROBLEMS = (*GAME_PROBLEMS, *ACTING_PROBLEMS, "not_playing", "too_busy")
ANSWER_PROBLEMS = (*TABLE_PROBLEMS, "no_such_rewind", "not_found", "rewind_closed", "rewind_expired")


@taking_back.post("/<id>/undo")
@taking_back.operation(
    "undo", problems=(*TABLE_PROBLEMS, *UNDO_PROBLEMS, "log_full"), parameters=("IdempotencyKey", "IfMatch", "Prefer")
)
@taking_back.response(201, Written, "What was taken back.", headers=("ETag",))
@taking_back.arguments(Undo)
def undo(body: dict[str, Any], id: str) -> Response:
    """Take back the newest intention of your seat in this phase or step; being ready is an intention, too.

    With `version` (the view's `undoable`) only that intention is taken back. To redo it, post it again.
    """
    player, version = caller(), read_if_match()
    count_costly(player)

    def decide(loaded: Loaded) -> Decided:
        seat = require_seat(loaded.state, player)
        check_unchanged(loaded, seat, version)
        check_log_limit(loaded.state)
        events = rules.undo(loaded.state, seat, body.get("version"))
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state))

    return written_response(write(app.backend.games, id, request_key(player, body), decide), player)


@taking_back.post("/<id>/rewinds")
@taking_back.operation(
    "proposeRewind", problems=(*TABLE_PROBLEMS, *PROPOSAL_PROBLEMS), parameters=("IdempotencyKey", "Prefer")
)
@taking_back.response(
    201,
    RewindWritten,
    "The rewind was proposed, or the game went back at once.",
    headers=("ETag", "Location"),
    links={
        name: {"id": "$request.path.id", "number": "$response.body#/number"}
        for name in ("getRewind", "acceptRewind", "declineRewind")
    },
)
@taking_back.arguments(NewRewind)
def propose(body: dict[str, Any], id: str) -> Response:
    """Propose to go back to `version`; the game goes back when all other people at the table have accepted.

    Bots agree: without another person the game goes back at once, and is assisted if hidden cards were seen since. A
    version inside an event group counts as the end of the group before. `number` and Location name the rewind.
    You ask the others at most twice in vain in each phase, step or hand, and ten times in a game.
    """
    player, parts = caller(), app.backend
    count_costly(player)
    past = _state_to_go_back_to(id, body["version"])
    now, expires = time_in(0), time_in(parts.settings.rewind_seconds)

    def decide(loaded: Loaded, rewinds: Sequence[KnownRewind]) -> Decided:
        state = loaded.state
        seat = require_seat(state, player)
        check_log_limit(state)
        check_rewind_limit(state)
        if past is None:
            raise rules.Refused(
                "not_earlier",
                Message("the game is at version {version}; a rewind goes to an earlier one", version=state.version),
            )
        events = rules.propose(state, seat, past, now, expires)
        check_proposals(state, seat, rewinds)
        return Decided([Group(player.id, events)])

    key = request_key(player, body)
    written = with_rewinds(
        parts, id, now, lambda rewinds: write(parts.games, id, key, lambda loaded: decide(loaded, rewinds))
    )
    number = json.loads(written.entries[0].data)["number"]
    response = written_response(written, player, number=number)
    response.headers["Location"] = url_for("taking_back.show", id=id, number=number)
    return response


@taking_back.get("/<id>/rewinds")
@taking_back.operation("listRewinds", problems=GAME_PROBLEMS, conditional=True)
@taking_back.response(200, Rewind.listed(10_000), "The rewinds, oldest first.")
def list_all(id: str) -> Response:
    """All rewinds that were proposed, with their outcomes.

    A rewind expires without an event, so these answers have no version.
    """
    return json_response(_rewinds(id), cache_control=REVALIDATE)


@taking_back.get("/<id>/rewinds/<int:number>")
@taking_back.operation("getRewind", problems=(*GAME_PROBLEMS, "no_such_rewind", "not_found"))
@taking_back.response(200, Rewind, "The rewind.")
def show(id: str, number: int) -> Response:
    """A rewind with its outcome."""
    found = [rewind for rewind in _rewinds(id) if rewind["number"] == number]
    if not found:
        raise Problem("no_such_rewind", "no such rewind was proposed in this game")
    return json_response(found[0], cache_control=PRIVATE_NO_STORE)


@taking_back.post("/<id>/rewinds/<int:number>/accept")
@taking_back.operation(
    "acceptRewind",
    problems=(*ANSWER_PROBLEMS, "already_accepted", "own_rewind"),
    parameters=("IdempotencyKey", "Prefer"),
)
@taking_back.response(201, RewindWritten, "What your answer led to.", headers=("ETag",))
def accept(id: str, number: int) -> Response:
    """Accept a rewind. The game goes back with the last acceptance that it needs."""
    return _answer(id, number, rules.accept)


@taking_back.post("/<id>/rewinds/<int:number>/decline")
@taking_back.operation("declineRewind", problems=ANSWER_PROBLEMS, parameters=("IdempotencyKey", "Prefer"))
@taking_back.response(201, RewindWritten, "What your answer led to.", headers=("ETag",))
def decline(id: str, number: int) -> Response:
    """Decline a rewind, or withdraw your own."""
    return _answer(id, number, rules.decline)


def _answer(id: str, number: int, answer: rules.RewindAnswer) -> Response:
    player, now = caller(), time_in(0)

    def decide(loaded: Loaded) -> Decided:
        seat = require_seat(loaded.state, player)
        return Decided([Group(player.id, answer(loaded.state, seat, number, now))])

    written = write(app.backend.games, id, request_key(player, None), decide)
    return written_response(written, player, number=number)


def _state_to_go_back_to(id: str, version: int) -> rules.State | None:
    """The newest state, at most at `version`, that ends an event group; None for a version that does not exist yet."""
    games = app.backend.games
    return games.state_at(id, games.last_group_end(id, version)) if version <= load_game(id).version else None


def _rewinds(id: str) -> list[dict[str, Any]]:
    caller()
    load_game(id)
    return app.backend.rewinds.list(id, time_in(0))
