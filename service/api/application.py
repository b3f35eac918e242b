"""The Flask application: the resources of the API over one backend."""

import re
from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from time import perf_counter
from typing import Any

from flask import Config, Request, Response, g, request
from flask_smorest import Api
from werkzeug.routing import IntegerConverter

from service.analysis.store import AnalysisStore
from service.api import errors
from service.api.blueprint import Resources
from service.api.compression import compress
from service.api.cors import allow_origin
from service.api.current import Application, app
from service.api.description import document
from service.api.description.plugin import Plugin
from service.api.entity_tags import with_entity_tag
from service.api.limiting import add_limit_headers, count_anonymous
from service.api.resources.account_limits import account_limits
from service.api.resources.acting import activities, acts, own_acts
from service.api.resources.analyses import analyses
from service.api.resources.blocks import blocks
from service.api.resources.catalogue import catalogue
from service.api.resources.coach import coach
from service.api.resources.codes import codes
from service.api.resources.daily import Day, daily
from service.api.resources.decisions import decisions
from service.api.resources.events import events
from service.api.resources.explorer import explorer
from service.api.resources.exports import exports
from service.api.resources.forks import forks
from service.api.resources.games import games
from service.api.resources.health import health
from service.api.resources.hosting import hosting
from service.api.resources.intentions import intentions
from service.api.resources.leaderboards import leaderboards
from service.api.resources.limits import limits, newcomers
from service.api.resources.mcp import mcp
from service.api.resources.pages import pages
from service.api.resources.pauses import pauses
from service.api.resources.players import players, registration
from service.api.resources.problems import problems
from service.api.resources.puzzles import puzzles
from service.api.resources.recoveries import recoveries
from service.api.resources.rematches import rematches
from service.api.resources.replays import replays
from service.api.resources.returning import returning
from service.api.resources.seats import seats
from service.api.resources.signing import keys, receipts
from service.api.resources.table import table
from service.api.resources.taking_back import taking_back
from service.api.resources.tickets import tickets
from service.api.resources.tokens import tokens
from service.api.resources.turns import turns
from service.api.resources.verifications import verifications
from service.api.resources.webhooks import webhooks
from service.api.responses import add_vary
from service.backend import Backend
from service.games.inbox.cache import PendingItemsCache
from service.games.live.hub import Hub
from service.games.wakeups import Wakeups
from service.ids import new_request_id
from service.jobs.analyses import Analyses
from service.jobs.decisions import Decisions
from service.jobs.pictures import Pictures
from service.jobs.queues import Queues
from service.jobs.verifications import Verifications
from service.logs import ABOUT, CAUSE, TRACEPARENT
from service.metrics import LONG_POLL, OPEN_ENDED, request_seconds
from service.puzzles.store import Puzzles
from service.signing import CHANGED
from service.webhooks.endpoints import Webhooks
from store.patience import store_deadline

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
HOST_ITSELF = "{url: /,"
"""In the description: the server whose whole host is its own."""
_SAFE = re.compile(r"[A-Za-z0-9._-]{1,128}")
"""Ids that a client may give its request. Without space, quote or line break, none passes for a line of the log."""
_OF_A_GAME = "/v1/games/<id>"
RESOURCES = (
    registration,
    players,
    limits,
    newcomers,
    account_limits,
    acts,
    own_acts,
    activities,
    blocks,
    tokens,
    exports,
    recoveries,
    catalogue,
    games,
    seats,
    pauses,
    returning,
    hosting,
    codes,
    rematches,
    intentions,
    taking_back,
    events,
    receipts,
    table,
    replays,
    forks,
    analyses,
    daily,
    coach,
    puzzles,
    verifications,
    turns,
    tickets,
    leaderboards,
    explorer,
    webhooks,
    keys,
    decisions,
    mcp,
    health,
    problems,
)


class _Api(Api):
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """`service.api.errors` answers all errors."""


def build_application(parts: Backend) -> Application:
    """The application over a backend."""
    made = copy(_routes())
    made.config = Config(made.root_path, made.config | {"MAX_CONTENT_LENGTH": parts.settings.max_body_bytes})
    made.backend = parts
    queues = Queues(parts.settings)
    parts.jobs_breaker.guard(queues.redis)
    made.decisions, made.verifications = Decisions(queues), Verifications(queues)
    made.analyses = Analyses(queues, AnalysisStore(parts.redis, parts.keys))
    made.pictures = Pictures(queues, parts.settings.key_prefix)
    made.wakeups = Wakeups(parts.settings.redis_url or "", parts.keys, _forget(parts))
    made.puzzles = Puzzles(parts.confirmed, parts.keys)
    parts.accounts.before_reading = made.wakeups.start
    made.webhooks = Webhooks(parts.confirmed, parts.keys, parts.clock)
    made.pending_items = PendingItemsCache()
    made.live = Hub(parts, made.wakeups)
    if root := parts.settings.root:
        made.openapi = made.openapi.replace(HOST_ITSELF, f'{{url: "{root}",', 1)
        made.wsgi_app = _under(root, made.wsgi_app)  # type: ignore[assignment, method-assign]
    return made


def _forget(parts: Backend) -> Callable[[str | None], None]:
    """What a process does when an account, or the keys that sign, have changed; None: all may have."""

    def forget(changed: str | None) -> None:
        parts.accounts.forget(changed)
        if changed in (None, CHANGED):
            parts.signing.forget()

    return forget


def _under(root: str, wsgi: Wsgi) -> Wsgi:
    """The application under a path of its host, whether or not the proxy before it takes the path away."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        if path == root or path.startswith(f"{root}/"):
            environ["PATH_INFO"] = path[len(root) :]
        environ["SCRIPT_NAME"] = root
        return wsgi(environ, start_response)

    return answer


@cache
def _routes() -> Application:
    """An application without a backend: the routes and their description are always the same, and take long to make."""
    made = Application("service", static_folder=None)
    made.config.update(document.CONFIG)
    made.url_map.converters["day"] = Day
    made.url_map.merge_slashes = False  # or werkzeug redirects `//` to the host that the client names
    errors.install(made)
    api = _Api(made, spec_kwargs={"marshmallow_plugin": Plugin()})
    api.register_converter(IntegerConverter, lambda _: {"type": "integer", "format": "int64", "minimum": 0})
    for blueprint in RESOURCES:
        api.register_blueprint(blueprint)
    made.register_blueprint(pages)
    document.describe(api)
    made.openapi = document.to_yaml(api)
    made.before_request(_begin)
    made.after_request(_finish)
    made.teardown_request(_end_patience)
    return made


def _begin() -> None:
    """What each request begins with: its name, its patience with the store, and its count if it needs no token.

    `authenticate` counts the others. Raises LimitExceeded, also for a request to nowhere.
    """
    g.began = perf_counter()
    asked: Request = request._get_current_object()  # type: ignore[attr-defined] # each look at the proxy costs calls
    environ, rule = asked.environ, asked.url_rule
    given = environ.get("HTTP_X_REQUEST_ID", "")
    g.request_id = request_id = given if _SAFE.fullmatch(given) else new_request_id()
    traceparent = environ.get("HTTP_TRACEPARENT", "")
    CAUSE.set(f"{request_id} {traceparent}" if traceparent and TRACEPARENT.fullmatch(traceparent) else request_id)
    game = asked.view_args["id"] if asked.view_args and rule and rule.rule.startswith(_OF_A_GAME) else ""
    ABOUT.set({"game": game if _SAFE.fullmatch(game) else ""})
    store_deadline().limit_to(app.backend.settings.store_seconds)  # for all commands of the request together
    blueprint = app.blueprints.get(request.blueprint or "")
    if not (isinstance(blueprint, Resources) and blueprint.needs_token):
        count_anonymous()


def _end_patience(_: BaseException | None) -> None:
    """What follows an answer, such as the items of a stream, has no end."""
    store_deadline().limit_to(None)


def _finish(response: Response) -> Response:
    """Every answer passes here: entity tag, limits, compression, CORS, Vary, request id, in this order."""
    if response.status_code == 200 and request.method == "OPTIONS":
        response.status_code = 204  # only the header Allow
    if response.status_code == 204:
        del response.headers["Content-Type"]
    if response.status_code == 200 and "ETag" not in response.headers:
        response = with_entity_tag(response)
    add_limit_headers(response)
    origins = app.backend.settings.cors_origins
    asked: Request = request._get_current_object()  # type: ignore[attr-defined]
    environ = asked.environ  # most requests have neither header, so look before you parse
    if "HTTP_ACCEPT_ENCODING" in environ:
        compress(response)
    if "HTTP_ORIGIN" in environ:
        allow_origin(response, origins)
    add_vary(response, "Accept-Encoding, Origin" if origins else "Accept-Encoding")
    response.headers.add("X-Content-Type-Options", "nosniff")
    response.headers.add("X-Request-Id", g.request_id)
    if environ.get(OPEN_ENDED) != LONG_POLL:
        route = asked.url_rule.rule if asked.url_rule else ""
        request_seconds[asked.method, route, response.status_code].observe(perf_counter() - g.began)
    return response
