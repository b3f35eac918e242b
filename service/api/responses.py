"""Responses that several resources give: JSON, versioned answers, views, pages, what a write led to."""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from flask import Response, request, url_for

import game as rules
from projections.lobby import Page
from service.accounts import Player
from service.accounts.secrets import Granted
from service.api.current import app, now_ms
from service.api.errors import Problem
from service.api.people import described
from service.games.codes import code_of
from service.games.lists import complete_summaries
from service.games.viewers import check_access, is_revealed, legal_bodies, seat_at, seat_of, seated_players, view_for
from service.games.visible_events import visible_events
from service.games.write import Written
from service.games.yielding import SLICE, yield_every

NO_STORE = "no-store"
PRIVATE_NO_STORE = "private, no-store"
NEVER_COMPRESSED = "no-store, no-transform"
"""The answer shows a secret, such as a token, beside a text that somebody else may have chosen, such as a name. The
size of a compressed answer tells how much of the secret the text repeats (the BREACH attack)."""
REVALIDATE = "private, no-cache"
PUBLIC = "public, no-cache"
"""Everybody may keep the answer, and asks each time whether it is still the same."""
PUBLIC_FOR_AN_HOUR = "public, max-age=3600"
REPRESENTATION, RECEIPT_WORD = "return=representation", "receipt"
"""What a request may prefer (RFC 7240): the view in the answer; a receipt."""
PRIVATE_VARY = "Authorization, Accept-Language"
MAX_OLD_NAME_MS = 60_000
"""How long after a change of a name an answer may still have the old one."""
to_json = json.JSONEncoder(ensure_ascii=False).encode
"""The JSON text of an answer; one encoder for all."""


def json_response(value: Any, status: int = 200, cache_control: str = NO_STORE) -> Response:
    """A JSON answer; by default one that nobody caches."""
    body = to_json(value)
    return Response(body, status, {"Cache-Control": cache_control}, content_type="application/json")


def list_json(values: Iterable[Any], every: int = SLICE) -> str:
    """The JSON text of a list. Other requests go on after every `every` values."""
    texts = []
    for count, value in enumerate(values, 1):
        texts.append(to_json(value))
        yield_every(count, every)
    return f"[{', '.join(texts)}]"


def list_response(values: Iterable[Any], cache_control: str = NO_STORE, every: int = SLICE) -> Response:
    """A JSON answer with a list that may be long; `every`: see `list_json`."""
    return Response(list_json(values, every), 200, {"Cache-Control": cache_control}, content_type="application/json")


def no_content() -> Response:
    """An answer that says all by its status."""
    return Response(status=204, headers={"Cache-Control": NO_STORE})


def versioned_response(
    body: str | Iterator[str],
    version: int,
    status: int = 200,
    content_type: str = "application/json",
    conditional: bool = True,
    vary: str = PRIVATE_VARY,
    variant: str = "",
) -> Response:
    """A private answer that changes only with the game's version, its ETag.

    `conditional`: answer 304 when the client has it (If-None-Match). `variant`: of an answer that is another one in
    another language; the ETag names it, too. Raises Problem 412 when If-Match fails.
    """
    tag = f"{version}-{variant}" if variant else version
    headers = {"ETag": f'"{tag}"', "Vary": vary, "Cache-Control": REVALIDATE}
    response = Response(body, status, headers, content_type=content_type)
    is_demanded = bool(request.if_match) and not request.if_match.star_tag
    if request.method in ("GET", "HEAD") and (conditional or is_demanded):  # a demand leaves If-None-Match aside
        return make_conditional(response)
    return response


def make_conditional(response: Response) -> Response:
    """The response, or 304 when the client has it. Raises Problem 412 when If-Match fails."""
    etag = response.headers["ETag"]
    response.make_conditional(request)
    if response.status_code == 412 and request.if_match.star_tag:  # `*` matches what exists; werkzeug does not know
        response.status_code = 304 if request.if_none_match.contains_weak(response.get_etag()[0] or "") else 200
    if response.status_code == 412:
        response.close()
        raise Problem("stale_version", "the version in If-Match is not the current one", {"ETag": etag})
    return response


def localized_response(
    body: str, language: str, media_type: str = "application/json", vary: str = "Accept-Language"
) -> Response:
    """A public answer in a language, which may be kept for an hour. Its ETag is a digest of the body."""
    headers = {"Content-Language": language, "Vary": vary, "Cache-Control": PUBLIC_FOR_AN_HOUR}
    response = Response(body, headers=headers, mimetype=media_type)
    response.set_etag(sha256(body.encode()).hexdigest()[:32])
    return make_conditional(response)


def add_vary(response: Response, names: str) -> None:
    """Name more request headers on which the answer depends (RFC 9110, 12.5.5)."""
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, {names}" if vary else names


def view_response(
    state: rules.State, player: Player, newest: rules.State, status: int = 200, reveals: bool = False
) -> Response:
    """The player's view of a version. `newest`: the state of the game by now, which says whether they have a seat.

    `reveals`: the view shows all that the game reveals by now. That of the host of an open private game holds its
    invite code, which can change without an event.
    """
    revealed = reveals and is_revealed(newest, now_ms)
    seat = seat_at(state, newest, player)
    view = view_for(state, seat, app.backend.accounts, revealed)
    if code := _code_for(state, player):
        view["code"] = code
    is_current = code is None and not names_changed(state.id, seated_players(state, app.backend.accounts).values())
    # A finished game shows more of its earlier versions than it did before: a client's copy of them is incomplete.
    shows_more = revealed and state.status != "finished"
    shows_less = seat != seat_of(state, player)
    body = to_json(view)
    response = versioned_response(
        body,
        state.version,
        status,
        conditional=not shows_more and not shows_less and is_current,
        variant=revealed_variant(state, revealed),
    )
    if status == 201:
        response.headers["Location"] = url_for("games.show", id=view["id"])
    return response


def revealed_variant(state: rules.State, revealed: bool) -> str:
    """How the ETag of a try at a daily deal says that the game is revealed: that happens without an event."""
    return "revealed" if revealed and state.daily else ""


def names_changed(game: str, players: Iterable[Player]) -> bool:
    """Whether a player got another name while there was the game: then the client's copy of a version may be old."""
    changed_ms = max((player.changed_ms for player in players), default=0)
    if not changed_ms or "If-None-Match" not in request.headers:
        return False
    return app.backend.games.load(game).opened_ms < changed_ms + MAX_OLD_NAME_MS


def _code_for(state: rules.State, player: Player) -> str | None:
    """The invite code of an open private game, for its host; the state may be an earlier one."""
    if state.status != "open" or state.options.visibility != "private":
        return None
    newest = app.backend.games.load(state.id).state
    return code_of(app.backend, state.id) if newest.status == "open" and rules.is_host(newest, player.id) else None


def written_view_response(written: Written, player: Player, status: int = 200) -> Response:
    """The player's view of the game as the request left it, also when the request is a repeated one.

    Raises NoSuchGame, Refused(`no_spectators`) for a repeated request of a player who has lost access since.
    """
    check_access(written.state, player)
    return mark_repeated(view_response(state_after(written), player, written.state, status), written.repeated)


def written_response(written: Written, player: Player, **more: Any) -> Response:
    """What was written, as the player's seat may see it; with the chain's head after an event without a seat.

    With the head comes its receipt. A client that prefers a representation (RFC 7240) gets the view, and what is legal
    in it, in the same answer; one that prefers a receipt gets it after each event.
    """
    seat = seat_of(written.state, player)
    events = visible_events(app.backend, written.state, written.entries, seat)
    answer = {"version": written.version, "events": events, **more}
    preferences = _preferences() if "Prefer" in request.headers else ()
    of_table = any(entry.seat is None for entry in written.entries)  # an event of the whole table
    if of_table:
        answer["head"] = written.entries[-1].hash.hex()
    if written.entries and (of_table or RECEIPT_WORD in preferences):
        last, signing = written.entries[-1], app.backend.signing
        if sign := signing.receipts or signing.at_hand():
            answer["receipt"] = sign.note(written.state.id, last.version, last.hash, last.ms // 1000)
    if REPRESENTATION in preferences:
        state = state_after(written)
        answer |= {"view": view_for(state, seat, app.backend.accounts), "legal": legal_bodies(state, seat)}
    response = versioned_response(to_json(answer), written.version, 201, vary=f"{PRIVATE_VARY}, Prefer")
    if preferences:
        response.headers["Preference-Applied"] = ", ".join(preferences)
    return mark_repeated(response, written.repeated)


def _preferences() -> tuple[str, ...]:
    """Those of the header Prefer that the answer follows: REPRESENTATION, RECEIPT_WORD, both or none."""
    preferences = [
        preference.partition(";")[0].partition("=") for preference in request.headers.get("Prefer", "").split(",")
    ]
    found = [value.strip().strip('"') for name, _, value in preferences if name.strip().lower() == "return"]
    represented = (REPRESENTATION,) if found[:1] == ["representation"] else ()  # the first one counts
    names = [name.strip().lower() for name, _, value in preferences if not value.strip().strip('"')]
    return (*represented, RECEIPT_WORD) if RECEIPT_WORD in names else represented


def state_after(written: Written) -> rules.State:
    """The game as the request left it."""
    state = written.state
    return state if state.version == written.version else app.backend.games.state_at(state.id, written.version)


def mark_repeated(response: Response, repeated: bool) -> Response:
    """Tell the client of a repeated request that nothing happened now."""
    if repeated:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def secrets_response(made: Granted) -> Response:
    """The answer that shows an account with its new secrets."""
    response = json_response({**described(made.player), **made.secrets._asdict()}, 201, NEVER_COMPRESSED)
    response.headers["Location"] = url_for("players.player", id=made.player.id)
    return mark_repeated(response, made.repeated)


def page_response(page: Page, url: str, query: Mapping[str, Any]) -> Response:
    """A page of game summaries, with a link to the next page."""
    response = list_response(complete_summaries(app.backend, page.games), cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    if page.cursor:
        link_next(response, url, {**query, "cursor": page.cursor})
    return response


def link_next(response: Response, url: str, query: Mapping[str, Any]) -> None:
    """Add the address of the next page as a Link header (RFC 8288)."""
    values = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
    response.headers["Link"] = f'<{url}?{urlencode(values)}>; rel="next"'
