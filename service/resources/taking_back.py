"""Taking back: the caller's newest intention, or the whole table by a rewind that the others agree to."""

import json
from collections.abc import Sequence
from time import time
from typing import Any

from flask import Response, request, url_for

import game as rules
from events import Group
from projections.loaded import Loaded
from projections.redaction import timestamp
from projections.rewinds import rewinds
from service.answers.views import Rewind
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.here import here
from service.requests import NewRewind, Undo
from service.resources.games import IDEMPOTENCY_KEY, load
from service.resources.intentions import IF_MATCH, WRITTEN, check_unchanged, if_match, written_response
from service.tables import check_spare, playing_seat, request_key
from service.write import write

taking_back = Resources("taking_back", __name__, url_prefix="/v1/games", description="Undo and rewind.")
taking_back.before_request(authenticate)


@taking_back.post("/<id>/undo")
@taking_back.arguments(Undo)
@taking_back.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY, IF_MATCH], responses={"201": WRITTEN})
def undo(body: dict[str, Any], id: str) -> Response:
    """Take back the newest intention of the caller's seat in the phase or step; being ready is one, too.

    With `version`, the view's `undoable`, only that one is taken back. To do it again, post it again.
    """
    player, matched = caller(), if_match()

    def decide(loaded: Loaded) -> Sequence[Group]:
        seat = playing_seat(loaded.state, player)
        check_unchanged(id, seat, matched, loaded.version)
        check_spare(loaded.state)
        return [Group(player.id, rules.undo(loaded.state, seat, body["version"]))]

    key = request_key(player, request.headers.get("Idempotency-Key"), body)
    return written_response(id, player, write(here(), id, key, decide))


@taking_back.post("/<id>/rewinds")
@taking_back.arguments(NewRewind)
@taking_back.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY], responses={"201": WRITTEN})
def propose(body: dict[str, Any], id: str) -> Response:
    """Propose to go back to `version`; it is done when all other people at the table have accepted.

    Where something was going on at that version, the game goes back to just before. Bots agree: with no other person it
    is done at once, and the game is assisted if hidden cards were seen since. `number` names the rewind, as does
    Location.
    """
    player, parts = caller(), here()

    def decide(loaded: Loaded) -> Sequence[Group]:
        seat = playing_seat(loaded.state, player)
        check_spare(loaded.state)
        back = body["version"] < loaded.version
        past = parts.games.at(id, parts.games.rest(id, body["version"])) if back else loaded.state
        expires = _now(parts.settings.rewind_seconds)
        return [Group(player.id, rules.propose(loaded.state, seat, past, _now(), expires))]

    key = request_key(player, request.headers.get("Idempotency-Key"), body)
    written = write(parts, id, key, decide)
    number = json.loads(written.entries[0].data)["number"]
    response = written_response(id, player, written, number=number)
    response.headers["Location"] = url_for("taking_back.show", id=id, number=number)
    return response


@taking_back.get("/<id>/rewinds")
@taking_back.response(200, Rewind(many=True))
@taking_back.doc(security=SECURITY)
def list_rewinds(id: str) -> Response:
    """All rewinds that were proposed, and what became of them."""
    return _fresh(_rewinds(id))


@taking_back.get("/<id>/rewinds/<int:number>")
@taking_back.response(200, Rewind)
@taking_back.doc(security=SECURITY)
def show(id: str, number: int) -> Response:
    """A rewind, and what became of it."""
    found = [rewind for rewind in _rewinds(id) if rewind["number"] == number]
    if not found:
        raise Problem(404, "no_such_rewind", "no such rewind was proposed in this game")
    return _fresh(found[0])


@taking_back.post("/<id>/rewinds/<int:number>/accept")
@taking_back.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY], responses={"201": WRITTEN})
def accept(id: str, number: int) -> Response:
    """Agree to a rewind; with the last whose consent it needs, it is done."""
    return _answered(id, number, "accept")


@taking_back.post("/<id>/rewinds/<int:number>/decline")
@taking_back.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY], responses={"201": WRITTEN})
def decline(id: str, number: int) -> Response:
    """Refuse a rewind; who proposed it withdraws it so."""
    return _answered(id, number, "decline")


def _answered(id: str, number: int, how: str) -> Response:
    player = caller()
    act = rules.accept if how == "accept" else rules.decline

    def decide(loaded: Loaded) -> Sequence[Group]:
        seat = playing_seat(loaded.state, player)
        return [Group(player.id, act(loaded.state, seat, number, _now()))]

    key = request_key(player, request.headers.get("Idempotency-Key"), None)
    return written_response(id, player, write(here(), id, key, decide), number=number)


def _rewinds(id: str) -> list[dict[str, Any]]:
    caller()
    load(id)
    return rewinds(here().log.read(id), _now())


def _fresh(value: Any) -> Response:
    """An answer without a version, for a rewind expires without an event."""
    return Response(json.dumps(value), content_type="application/json", headers={"Cache-Control": "private, no-store"})


def _now(later: float = 0) -> str:
    """The time so many seconds from now, RFC 3339."""
    return timestamp(int((time() + later) * 1000))
