"""The application that answers the request, with all that it was built with."""

from functools import cache
from typing import cast

from flask import Flask, current_app, g

from events.entry import timestamp
from projections.games import Loaded
from service.accounts import Access
from service.backend import Backend
from service.games.inbox.cache import PendingItemsCache
from service.games.live.hub import Hub
from service.games.viewers import check_access
from service.games.wakeups import Wakeups
from service.games.write import NoSuchGame
from service.jobs.analyses import Analyses
from service.jobs.decisions import Decisions
from service.jobs.pictures import Pictures
from service.jobs.verifications import Verifications
from service.webhooks.endpoints import Webhooks


class Application(Flask):
    """The web application over a backend. `openapi`: its description, OpenAPI 3.1 in YAML."""

    analyses: Analyses
    backend: Backend
    decisions: Decisions
    live: Hub
    openapi: str
    pending_items: PendingItemsCache
    pictures: Pictures
    verifications: Verifications
    wakeups: Wakeups
    webhooks: Webhooks

    ensure_sync = staticmethod(cache(lambda func: func))
    """Each function as it is: none is asynchronous. Flask would look at five of them in every request."""


app = cast(Application, current_app)
"""The application that answers the request."""


def time_in(seconds: float) -> str:
    """The time `seconds` from now, RFC 3339."""
    return timestamp(int((app.backend.clock() + seconds) * 1000))


def load_game(game: str) -> Loaded:
    """The game at its newest version, if the caller may see it.

    Raises NoSuchGame, also for a private game of others, and Refused(`no_spectators`).
    """
    loaded = app.backend.games.load(game)
    if not loaded.version:
        raise NoSuchGame(game)
    check_access(loaded.state, cast(Access, g.access).player)
    return loaded
