"""Games: open one, list them, look at one, see what is legal."""

import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from flask import Response, request, url_for

import game as rules
from bots import STRATEGIES
from events import Conflict, Group, first_link
from game.shuffle import commitment
from projections.loaded import Loaded
from service.accounts import Player
from service.answers import Summary, View
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
    bots = enumerate(options.get("bots", ()))
    unknown = [{"pointer": f"/bots/{place}", "detail": name} for place, name in bots if name not in STRATEGIES]
    if unknown:
        raise Problem(422, "unknown_strategy", f"bots must be of: {', '.join(STRATEGIES)}", errors=unknown)
    rules.open(options, player.id)  # refuse before anything is stored
    key = request.headers.get("Idempotency-Key")
    entry = request_key(player, key, options)
    while True:
        id = own_id(parts, entry, kept=key is not None)
        groups = [Group(player.id, rules.open(options, player.id, id, commitment(settled_seed(parts, id), id)))]
        with suppress(Conflict):  # an id of old: take another
            outcome = parts.log.append(id, groups, 0, first_link(id), entry)
            break
    if outcome.known and outcome.digest != entry.digest:
        raise KeyReused(entry.field)
    return view_response(parts.games.at(id, outcome.last), player, 201)


@games.get("")
@games.arguments(GamesQuery, location="query")
@games.response(200, Summary(many=True))
@games.doc(security=SECURITY)
def list_games(query: dict[str, Any]) -> Response:
    """Games, open and past, newest first; the next page is in the Link header (RFC 8288)."""
    caller()
    page = here().lobby.page(**query)
    response = Response(json.dumps(page.games), content_type="application/json")
    if page.cursor:
        following = urlencode(query | {"cursor": page.cursor})
        response.headers["Link"] = f'<{url_for("games.list_games")}?{following}>; rel="next"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@games.get("/<id>")
@games.arguments(AtQuery, location="query")
@games.response(200, View)
@games.doc(security=SECURITY)
def show(query: dict[str, Any], id: str) -> Response:
    """The game as the caller may see it, now or `at` an earlier version."""
    player, parts = caller(), here()
    loaded = load(id)
    at = query.get("at", loaded.version)
    if at > loaded.version:
        raise Problem(404, "no_such_version", f"the game is at version {loaded.version}")
    state = loaded.state if at == loaded.version else parts.games.at(id, at)
    response = view_response(state, player)
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


def view_response(state: rules.State, player: Player, status: int = 200) -> Response:
    """The player's view, under the version as its ETag."""
    view = seen(state, player, here().accounts)
    response = versioned(json.dumps(view, ensure_ascii=False), state.version, status)
    if status == 201:
        response.headers["Location"] = url_for("games.show", id=view["id"])
    return response


def versioned(body: str, version: int, status: int = 200) -> Response:
    """A private answer that changes only with the game's version; 304 when the client has it."""
    headers = {
        "ETag": f'"{version}"',
        "Vary": "Authorization, Accept-Language",
        "Cache-Control": "private, no-cache",
    }
    response = Response(body, status, headers, content_type="application/json")
    return response.make_conditional(request) if request.method == "GET" else response  # type: ignore[return-value]
