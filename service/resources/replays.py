"""Replays: a game frame by frame, through the eyes of any seat once it is finished."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from flask import Response, url_for

import game as rules
from projections.replay import Replay, Span, moment, spans
from service.answers.replays import Frame
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.framing import Eyes, framed
from service.here import here
from service.languages import wanted
from service.messages import WORDED
from service.requests import ReplayQuery
from service.resources.games import load, versioned
from service.tables import people, seat_of

replays = Resources("replays", __name__, url_prefix="/v1/games", description="Watching a game again.")
replays.before_request(authenticate)


@replays.get("/<id>/replay")
@replays.arguments(ReplayQuery, location="query")
@replays.response(200, Frame(many=True))
@replays.doc(security=SECURITY)
def show(query: dict[str, Any], id: str) -> Response:
    """Frames of a game: version, events in words and data, and the view; the next ones are in the Link header.

    While the game goes on, what the caller may see; afterwards everything, or with `seat` what that seat saw.
    """
    player, parts = caller(), here()
    loaded = load(id)
    replay = parts.replays.of(id, loaded.head, parts.log)
    finished, own = loaded.state.status == "finished", seat_of(loaded.state, player)
    seat = _eyes(query.get("seat"), own, loaded.state, finished)
    everything, words = finished and "seat" not in query, wanted(WORDED)
    eyes = Eyes(seat, everything, words, wanted(), people(loaded.state, parts.accounts))
    found = [*islice(_asked(replay, query), query["limit"] + 1)]
    shown = [framed(replay, span, eyes) for span in found[: query["limit"]]]
    response = versioned(json.dumps(shown, ensure_ascii=False), loaded.version)
    if len(found) > query["limit"]:
        following = urlencode(query | {"from": found[-1].first})
        response.headers["Link"] = f'<{url_for("replays.show", id=id)}?{following}>; rel="next"'
    response.headers["Content-Language"] = words
    return response


def _asked(replay: Replay, query: dict[str, Any]) -> Iterator[Span]:
    """What lies within the versions asked for, or reaches into them, in the round, phase and step."""
    to, wished = query.get("to", replay.last), (query.get("round"), query.get("phase"), query.get("step"))
    for span in spans(replay, query["by"]):
        reaches = query["from"] <= span.last and span.first <= to
        if reaches and _fits(moment(replay.states[span.last - 1]), wished):
            yield span


def _fits(there: tuple[Any, ...], wished: tuple[Any, ...]) -> bool:
    return all(wish in (None, value) for value, wish in zip(there, wished, strict=True))


def _eyes(asked: str | None, own: int | None, state: rules.State, finished: bool) -> int | None:
    """The seat whose eyes are asked for. Raises Problem 403 or 422."""
    if asked is None:
        return own
    seat = None if asked == "none" else int(asked)
    if seat is not None and seat >= len(state.seats):
        raise Problem(422, "unknown_seat", f"there is no seat {seat}")
    if not finished and seat not in (None, own):
        raise Problem(403, "not_your_seat", "what another seat sees is open once the game is finished")
    return seat
