"""Replays: a game frame by frame; once it is finished, as any seat saw it."""

from time import sleep
from typing import Any

from flask import Response, url_for

import game as rules
from events import Log
from game.message import Message
from projections.replay import MAX_SPAN, Moment, Replays, Step, moment, spans
from service.api.accept_language import preferred_language
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game, now_ms
from service.api.description.operations import GAME_PROBLEMS
from service.api.errors import Problem
from service.api.limiting import count_more
from service.api.responses import link_next, names_changed, revealed_variant, to_json, versioned_response
from service.api.schemas.events import Frame
from service.api.schemas.queries import MAX_PAGE_FRAMES, ReplayQuery
from service.games.frames import Viewer, make_frame, named_players
from service.games.viewers import is_revealed, seat_of
from service.language.languages import SENTENCE_LANGUAGES

replays = Resources("replays", "/v1/games", "Watching a game again.")
PAGE_FRAMES = 3
"""Frames that cost as much CPU as an ordinary request, and count as one more."""
PAGE_STEPS = 100
"""Searched versions that count as one more request, too."""
MAX_STEPS = 1000
"""Versions that one request looks through for frames, about 30 ms of CPU in pieces. Nearly all games have fewer."""


@replays.get("/<id>/replay")
@replays.operation("getReplay", problems=(*GAME_PROBLEMS, "not_your_seat", "unknown_seat"), conditional=True)
@replays.response(200, Frame.listed(MAX_PAGE_FRAMES), "Frames.", headers=("Content-Language", "Link"))
@replays.arguments(ReplayQuery, location="query")
def show(query: dict[str, Any], id: str) -> Response:
    """Frames of a game: version, events as data and sentences, and the view. The next ones are in the Link header.

    While the game goes on you get what you may see. Afterwards you get everything, or with `seat` what that seat saw.
    """
    player, parts = caller(), app.backend
    loaded = load_game(id)
    state = loaded.state
    revealed, own_seat = is_revealed(state, now_ms), seat_of(state, player)
    seat = _chosen_seat(query.get("seat"), own_seat, state, revealed)
    found, following, looked_at = _matching_spans(parts.log, parts.replays, state, query)
    viewer = Viewer(
        seat=seat,
        everything=revealed and "seat" not in query,
        sentence_language=preferred_language(SENTENCE_LANGUAGES),
        name_language=preferred_language(),
        players=named_players(parts.accounts, found),
        fields=query.get("fields"),
    )
    count_more(player, max(len(found) // PAGE_FRAMES, looked_at // PAGE_STEPS))
    frames = []
    for steps in found:
        undone = parts.replays.undone(id, loaded.version, loaded.head, [entry for entry, _ in steps])
        frames.append(to_json(make_frame(steps, undone, viewer)))
        sleep(0)  # others of the process have their turn
    is_current = not names_changed(id, viewer.players.values())
    body = f"[{', '.join(frames)}]"
    response = versioned_response(
        body, loaded.version, conditional=is_current, variant=_variant(viewer, revealed_variant(state, revealed))
    )
    if following:
        link_next(response, url_for("replays.show", id=id), _next_query(query, following))
    response.headers["Content-Language"] = viewer.sentence_language
    return response


def _variant(viewer: Viewer, revealed: str) -> str:
    """The languages of sentences and names, unless both are English; and whether a daily deal is revealed."""
    languages = (viewer.sentence_language, viewer.name_language)
    return "-".join([*(() if languages == ("en", "en") else languages), *((revealed,) if revealed else ())])


def _next_query(query: dict[str, Any], first: int) -> dict[str, Any]:
    """The query of the next page, which begins with the span of this version."""
    fields = {"fields": ",".join(query["fields"]) or "none"} if "fields" in query else {}
    return query | {"from": first} | fields


def _matching_spans(
    log: Log, replays: Replays, state: rules.State, query: dict[str, Any]
) -> tuple[list[list[Step]], int | None, int]:
    """The spans that overlap the versions asked for and end in the round, phase and step asked for.

    Beside them the version from which to go on, if there are more, or if MAX_STEPS were looked through; and how many
    versions were looked through.
    """
    found: list[list[Step]] = []
    looked_at = 0
    first, to = query["from"], query.get("to", state.version)
    if first > state.version:
        return found, None, looked_at
    wanted = Moment(query.get("round"), query.get("phase"), query.get("step"))
    for span in spans(replays.walk(state.id, _start(log, state, query), state.version), query["by"]):
        begins, ends = span[0].entry.version, span[-1].entry.version
        looked_at += len(span)
        if begins > to:
            break
        if begins >= first + MAX_STEPS:
            return found, begins, looked_at
        if first <= ends and _matches(moment(span[-1].state), wanted):
            if len(found) == query["limit"]:
                return found, begins, looked_at
            found.append(span)
    return found, None, looked_at


def _start(log: Log, state: rules.State, query: dict[str, Any]) -> int:
    """A version at which to begin, so that the span that holds `from` is whole; MAX_SPAN before it at most."""
    first: int = query["from"]
    if query["by"] == "intention":
        [entry] = log.read(state.id, first - 1, first)
        return entry.group
    return max(1, first - MAX_SPAN) if query["by"] == "phase" else first


def _matches(found: Moment, wanted: Moment) -> bool:
    return all(wish in (None, value) for value, wish in zip(found, wanted, strict=True))


def _chosen_seat(asked: str | None, own_seat: int | None, state: rules.State, revealed: bool) -> int | None:
    """The seat whose view is asked for. Raises Problem 403 or 422."""
    if asked is None:
        return own_seat
    seat = None if asked == "none" else int(asked)
    if seat is not None and seat >= len(state.seats):
        raise Problem("unknown_seat", Message("there is no seat {seat}", seat=seat))
    if not revealed and seat not in (None, own_seat):
        raise Problem("not_your_seat", "what another seat sees is open once the game is finished")
    return seat
