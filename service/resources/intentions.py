"""Intentions: the way of everything that happens in a game. Read `service.write` next."""

import json
from collections.abc import Sequence
from typing import Any

from flask import Response, request

import game as rules
from events import Entry, Group
from game.intentions import AutoReady
from projections.loaded import Loaded
from projections.redaction import shown
from service.accounts import Player
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources, read_json
from service.errors import Problem
from service.here import here
from service.resources.games import IDEMPOTENCY_KEY, versioned
from service.tables import check_spare, playing_seat, request_key, seat_of
from service.write import Written, write

intentions = Resources("intentions", __name__, url_prefix="/v1/games", description="Playing.")
intentions.before_request(authenticate)
MOST = 64
"""Intentions in one request."""
LONGEST = 64
"""Characters of a text in an intention, as openapi.yaml says."""
IF_MATCH = {"in": "header", "name": "If-Match", "schema": {"type": "string"}}
WRITTEN = {
    "description": "Accepted: the new version, and the events as the caller's seat may see them.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Written"}}},
}
_REFERENCE = {"$ref": "#/components/schemas/Intention"}


@intentions.post("/<id>/intentions")
@intentions.doc(
    security=SECURITY,
    parameters=[IDEMPOTENCY_KEY, IF_MATCH],
    requestBody={
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "oneOf": [_REFERENCE, {"type": "array", "items": _REFERENCE, "minItems": 1, "maxItems": MOST}]
                }
            }
        },
    },
    responses={"201": WRITTEN},
)
def post(id: str) -> Response:
    """Ask for one thing, or for a list of things that all happen or none."""
    player, parts = caller(), here()
    asked = read_json(request)
    matched = if_match()

    def decide(loaded: Loaded) -> Sequence[Group]:
        seat = playing_seat(loaded.state, player)
        check_unchanged(id, seat, matched, loaded.version)
        return groups(loaded.state, seat, asked, player.id)

    key = request_key(player, request.headers.get("Idempotency-Key"), asked)
    return written_response(id, player, write(parts, id, key, decide))


def groups(state: rules.State, seat: int, asked: Any, actor: str) -> list[Group]:
    """The events of one intention's body, or of a list of them, each decided on the state after those before it.

    Raises Refused, with its index in a list, and Problem 422.
    """
    bodies = asked if isinstance(asked, list) else [asked]
    if not 1 <= len(bodies) <= MOST:
        raise Problem(422, "invalid_batch", f"a list must hold 1 to {MOST} intentions")
    found = []
    for index, body in enumerate(bodies):
        try:
            for intention in _intentions(state, seat, body):
                if isinstance(intention, AutoReady):
                    check_spare(state)
                events = rules.decide(state, intention)
                found.append(Group(actor, events))
                state = rules.fold(events, state)
        except rules.Refused as refused:
            refused.index = index if isinstance(asked, list) else None
            raise
    return found


def _intentions(state: rules.State, seat: int, body: Any) -> list[rules.Intention]:
    """The intention of a body, or those that a convenience stands for. Raises Refused."""
    if not isinstance(body, dict):
        raise rules.Refused("invalid_intention", "an intention is an object with a type")
    texts = [each for value in body.values() for each in (value if isinstance(value, list) else [value])]
    if any(isinstance(text, str) and len(text) > LONGEST for text in texts):
        raise rules.Refused("invalid_intention", f"no text in an intention is longer than {LONGEST} characters")
    if (expanded := rules.expand(state, seat, body)) is None:
        return [rules.intention(seat, body)]
    if not expanded:
        raise rules.Refused("nothing_to_do", f"there is nothing left to {body['type']}")
    return expanded


def written_response(id: str, player: Player, written: Written, **more: Any) -> Response:
    """What was written, as the player's seat may see it; with the head of the chain where a phase or step ended."""
    seat = seat_of((here().games.recent(id) or here().games.load(id)).state, player)
    answer = {"version": written.version, "events": [shown(entry, seat) for entry in written.entries], **more}
    if any(entry.seat is None for entry in written.entries):
        answer["head"] = written.entries[-1].hash.hex()
    return versioned(json.dumps(answer), written.version, 201)


def if_match() -> int | None:
    """The version in the request's If-Match, if there is one. Raises Problem 400."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix("W/").strip('"')
    if not text.isdecimal() or len(text) > 15:
        raise Problem(400, "bad_if_match", 'If-Match must be the version you saw: "17"')
    return int(text)


def check_unchanged(id: str, seat: int, matched: int | None, version: int) -> None:
    """412 when what the client saw has changed for its own seat; other seats act all the time (R5)."""
    if matched is None:
        return
    since: Sequence[Entry] = here().log.read(id, matched, version) if matched < version else ()
    if matched > version or any(entry.seat in (None, seat) for entry in since):
        detail = "your seat, or the phase, has changed since the version in If-Match"
        raise Problem(412, "stale_version", detail, {"ETag": f'"{version}"'})
