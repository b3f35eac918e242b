"""Replays: a game frame by frame; once it is finished, as any seat saw it."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import Response, url_for

import game as rules
from game.message import Message
from game.shapes import ListOf
from projections.replay import Moment, Replay, Span, moment, spans
from service.api.accept_language import preferred_language
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import backend, load_game
from service.api.description.operations import GAME_PROBLEMS, Answer
from service.api.errors import Problem
from service.api.responses import link_next, names_changed, to_json, versioned_response
from service.api.schemas.queries import MAX_PAGE_FRAMES, ReplayQuery
from service.api.schemas.replays import FRAME
from service.games.access import check_access
from service.games.frames import Viewer, make_frame, named_players
from service.games.viewers import seat_of
from service.language.translations import SENTENCE_LANGUAGES

replays = Resources("replays", "/v1/games", "Watching a game again.")


@replays.get("/<id>/replay")
@replays.operation(
    "getReplay",
    Answer(200, "Frames.", ListOf(FRAME, MAX_PAGE_FRAMES), ("Content-Language", "Link")),
    problems=(*GAME_PROBLEMS, "not_your_seat", "unknown_seat"),
    conditional=True,
)
@replays.arguments(ReplayQuery, location="query")
def show(query: dict[str, Any], id: str) -> Response:
    """Frames of a game: version, events as data and sentences, and the view. The next ones are in the Link header.

    While the game goes on you get what you may see. Afterwards you get everything, or with `seat` what that seat saw.
    """
    player, parts = caller(), backend()
    replay = parts.replays.load(id, parts.log, load_game(id).head)
    # The replay may be newer than the game that was just loaded: what the caller may see follows from its last state.
    state = replay.states[-1]
    check_access(state, player)
    finished, own_seat = state.status == "finished", seat_of(state, player)
    viewer = Viewer(
        seat=_chosen_seat(query.get("seat"), own_seat, state, finished),
        everything=finished and "seat" not in query,
        sentence_language=preferred_language(SENTENCE_LANGUAGES),
        name_language=preferred_language(),
        players=named_players(replay, parts.accounts),
        fields=query.get("fields"),
    )
    found = [*islice(_matching_spans(replay, query), query["limit"] + 1)]
    frames = [make_frame(replay, span, viewer) for span in found[: query["limit"]]]
    is_current = not names_changed(id, viewer.players.values())
    response = versioned_response(to_json(frames), replay.last, conditional=is_current, variant=_variant(viewer))
    if len(found) > query["limit"]:
        link_next(response, url_for("replays.show", id=id), _next_query(query, found[-1]))
    response.headers["Content-Language"] = viewer.sentence_language
    return response


def _variant(viewer: Viewer) -> str:
    """The languages of sentences and names, unless both are English."""
    languages = (viewer.sentence_language, viewer.name_language)
    return "" if languages == ("en", "en") else "-".join(languages)


def _next_query(query: dict[str, Any], first: Span) -> dict[str, Any]:
    """The query of the next page, which begins with this span."""
    fields = {"fields": ",".join(query["fields"]) or "none"} if "fields" in query else {}
    return query | {"from": first.first} | fields


def _matching_spans(replay: Replay, query: dict[str, Any]) -> Iterator[Span]:
    """The spans that overlap the versions asked for and end in the round, phase and step asked for."""
    to, wanted = query.get("to", replay.last), Moment(query.get("round"), query.get("phase"), query.get("step"))
    for span in spans(replay, query["by"]):
        overlaps = query["from"] <= span.last and span.first <= to
        if overlaps and _matches(moment(replay.states[span.last - 1]), wanted):
            yield span


def _matches(found: Moment, wanted: Moment) -> bool:
    return all(wish in (None, value) for value, wish in zip(found, wanted, strict=True))


def _chosen_seat(asked: str | None, own_seat: int | None, state: rules.State, finished: bool) -> int | None:
    """The seat whose view is asked for. Raises Problem 403 or 422."""
    if asked is None:
        return own_seat
    seat = None if asked == "none" else int(asked)
    if seat is not None and seat >= len(state.seats):
        raise Problem("unknown_seat", Message("there is no seat {seat}", seat=seat))
    if not finished and seat not in (None, own_seat):
        raise Problem("not_your_seat", "what another seat sees is open once the game is finished")
    return seat
