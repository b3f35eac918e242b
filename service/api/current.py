"""What the running application was built with, and what is known of the request that it answers."""

import re
from typing import cast

from flask import current_app, g, request

from events.entry import timestamp
from projections.games import Loaded
from service.accounts import Access
from service.backend import Backend
from service.games.inbox.cache import PendingItemsCache
from service.games.live.hub import Hub
from service.games.viewers import check_access
from service.games.wakeups import Wakeups
from service.games.write import NoSuchGame
from service.ids import new_request_id
from service.jobs.decisions import Decisions
from service.jobs.verifications import Verifications
from service.webhooks.endpoints import Webhooks

BACKEND, BEAT, DECISIONS, LIVE = "backend", "beat", "decisions", "live"
PENDING_ITEMS, OPENAPI = "pending_items", "openapi"
VERIFICATIONS, WAKEUPS, WEBHOOKS = "verifications", "wakeups", "webhooks"
"""Keys of `Flask.extensions`."""
_REQUEST_ID = "wonderful.request_id"
_SAFE = re.compile(r"[A-Za-z0-9._-]{1,128}")
"""No space, quote or line break: a client's id cannot pass for another line of the log, or for part of one."""


def backend() -> Backend:
    """The backend of the application that answers the request."""
    return cast(Backend, current_app.extensions[BACKEND])


def time_in(seconds: float) -> str:
    """The time `seconds` from now, RFC 3339."""
    return timestamp(int((backend().clock() + seconds) * 1000))


def wakeups() -> Wakeups:
    """The wake-ups of the application that answers the request."""
    return cast(Wakeups, current_app.extensions[WAKEUPS])


def pending_items() -> PendingItemsCache:
    """What waits for players, as the application that answers the request last saw it."""
    return cast(PendingItemsCache, current_app.extensions[PENDING_ITEMS])


def live() -> Hub:
    """The live streams of the application that answers the request."""
    return cast(Hub, current_app.extensions[LIVE])


def decisions() -> Decisions:
    """The decisions that workers make for the application that answers the request."""
    return cast(Decisions, current_app.extensions[DECISIONS])


def verifications() -> Verifications:
    """The verifications that workers make for the application that answers the request."""
    return cast(Verifications, current_app.extensions[VERIFICATIONS])


def webhooks() -> Webhooks:
    """The webhooks of all players."""
    return cast(Webhooks, current_app.extensions[WEBHOOKS])


def load_game(game: str) -> Loaded:
    """The game at its newest version, if the caller may see it.

    Raises NoSuchGame, also for a private game of others, and Refused(`no_spectators`).
    """
    loaded = backend().games.load(game)
    if not loaded.version:
        raise NoSuchGame(game)
    check_access(loaded.state, cast(Access, g.access).player)
    return loaded


def request_id() -> str:
    """The name of the request in its answer, in its problem and in the log.

    It is the id that the client gave, if that is 1 to 128 safe characters; otherwise a random one.
    """
    environ = request.environ
    if _REQUEST_ID not in environ:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        environ[_REQUEST_ID] = given if _SAFE.fullmatch(given) else new_request_id()
    return str(environ[_REQUEST_ID])
