"""Games: open one, list them, look at one, see what is legal."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from flask import Response, request, url_for

import game as rules
from bots import STRATEGIES
from events import Conflict, Group, first_link
from game.shuffle import commitment
from projections.loaded import Loaded
from projections.lobby import Page
from service.accounts import Player
from service.answers.summaries import Summary
from service.answers.views import View
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.errors import Problem
from service.here import here
from service.languages import asked, wanted
from service.requests import AtQuery, GameOptions, GamesQuery
from service.seeds import own_id, settled_seed
from service.tables import playing_seat, request_key, seen
from service.write import KeyReused, NoSuchGame

games = Resources("games", __name__, url_prefix="/v1/games", description="Games and what is to be seen of them.")
games.before_request(authenticate)

IDEMPOTENCY_KEY = {"in": "header", "name": "Idempotency-Key", "schema": {"type": "string", "maxLength": 128}}
"""How a resource is described that may safely be asked again."""


@games.post("")
@games.arguments(GameOptions)
@games.response(201, View)
@games.doc(security=SECURITY, parameters=[IDEMPOTENCY_KEY])
def open_game(options: dict[str, Any]) -> Response:
    """Open a game; the caller takes seat 0, bots the last seats. With bots on all seats the caller watches."""
    player, parts = caller(), here()
    check_strategies(options.get("bots", ()))
    if "invited" in options:
        options = options | {"invited": _invited(options["invited"])}
    external = player.kind == "bot"
    rules.open(options, player.id)  # refuse before anything is stored

    def opening(id: str) -> Sequence[Group]:
        committed = commitment(settled_seed(parts, id), id)
        return [Group(player.id, rules.open(options, player.id, id, committed, external))]

    return opened(opening, options)


def opened(opening: Callable[[str], Sequence[Group]], body: Any) -> Response:
    """Open a game with what `opening` makes of its id: the caller's view of it, 201."""
    player, parts, key = caller(), here(), request.headers.get("Idempotency-Key")
    entry = request_key(player, key, body)
    while True:
        id = own_id(parts, entry, kept=key is not None)
        with suppress(Conflict):  # an id of old: take another
            outcome = parts.log.append(id, opening(id), 0, first_link(id), entry)
            break
    if outcome.known and outcome.digest != entry.digest:
        raise KeyReused(entry.field)
    return view_response(parts.games.at(id, outcome.last), player, 201)


def _invited(names: Sequence[str]) -> list[str]:
    """The ids of bot accounts. Raises Problem 422 for a name that none or several have."""
    found = [here().accounts.bots_called(name) for name in names]
    faults = [
        {
            "pointer": f"/invited/{place}",
            "detail": "several bots have this name: invite by id" if bots else "no such bot",
        }
        for place, bots in enumerate(found)
        if len(bots) != 1
    ]
    if faults:
        raise Problem(422, "unknown_player", "bots are invited by a name that is theirs alone, or by id", errors=faults)
    return [bot.id for [bot] in found]


def check_strategies(bots: Sequence[str]) -> None:
    """Raises Problem 422 for a strategy that there is not."""
    unknown = [
        {"pointer": f"/bots/{place}", "detail": name} for place, name in enumerate(bots) if name not in STRATEGIES
    ]
    if unknown:
        raise Problem(422, "unknown_strategy", f"bots must be of: {', '.join(STRATEGIES)}", errors=unknown)


@games.get("")
@games.arguments(GamesQuery, location="query")
@games.response(200, Summary(many=True))
@games.doc(security=SECURITY)
def list_games(query: dict[str, Any]) -> Response:
    """Games, open and past, newest first; the next page is in the Link header (RFC 8288)."""
    caller()
    return listed(here().lobby.page(**query), url_for("games.list_games"), query)


def listed(page: Page, url: str, query: Mapping[str, Any]) -> Response:
    """A page of summaries, with the next one in its Link header (RFC 8288)."""
    response = Response(json.dumps(page.games), content_type="application/json")
    if page.cursor:
        response.headers["Link"] = f'<{url}?{urlencode({**query, "cursor": page.cursor})}>; rel="next"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@games.get("/<id>")
@games.arguments(AtQuery, location="query")
@games.response(200, View)
@games.doc(security=SECURITY)
def show(query: dict[str, Any], id: str) -> Response:
    """The game as the caller may see it, now or `at` an earlier version; all there is of one that is finished."""
    player, parts = caller(), here()
    loaded = load(id)
    at = query.get("at", loaded.version)
    if at > loaded.version:
        raise Problem(404, "no_such_version", f"the game is at version {loaded.version}")
    state = loaded.state if at == loaded.version else parts.games.at(id, at)
    response = view_response(state, player, open=loaded.state.status == "finished")
    if asked():
        response.headers["Content-Language"] = wanted()
    return response


@games.get("/<id>/legal")
@games.doc(
    security=SECURITY,
    responses={
        "200": {
            "description": "Bodies ready to POST, none when it is not the seat's turn.",
            "content": {
                "application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Intention"}}}
            },
        }
    },
)
def legal(id: str) -> Response:
    """Every intention that the caller's seat could have accepted now."""
    player = caller()
    state = load(id).state
    bodies = [rules.body(intention) for intention in rules.legal(state, playing_seat(state, player))]
    return versioned(json.dumps(bodies), state.version)


def load(id: str) -> Loaded:
    """The game at its newest version. Raises NoSuchGame."""
    loaded = here().games.load(id)
    if not loaded.version:
        raise NoSuchGame(id)
    return loaded


def view_response(state: rules.State, player: Player, status: int = 200, open: bool = False) -> Response:
    """The player's view, under the version as its ETag; `open`: with everybody's cards, for the game is over by now."""
    view = seen(state, player, here().accounts, open)
    grown = open and state.status != "finished"  # while the game went on less of this version was shown: send it again
    response = versioned(json.dumps(view, ensure_ascii=False), state.version, status, conditional=not grown)
    if status == 201:
        response.headers["Location"] = url_for("games.show", id=view["id"])
    return response


def versioned(body: str, version: int, status: int = 200, conditional: bool = True) -> Response:
    """A private answer that changes only with the game's version; if `conditional`, 304 when the client has it."""
    headers = {
        "ETag": f'"{version}"',
        "Vary": "Authorization, Accept-Language",
        "Cache-Control": "private, no-cache",
    }
    response = Response(body, status, headers, content_type="application/json")
    asks = conditional and request.method == "GET"
    return response.make_conditional(request) if asks else response  # type: ignore[return-value]
