"""The application that answers the request, with all that it was built with."""

from functools import cache
from typing import cast

from flask import Flask, current_app, g, request

from events.entry import timestamp
from game import State
from projections.games import Loaded
from service.accounts import Access
from service.api.problem import Problem
from service.backend import Backend
from service.games.inbox.cache import PendingItemsCache
from service.games.live.hub import Hub
from service.games.viewers import check_access, is_revealed
from service.games.wakeups import Wakeups
from service.games.write import NoSuchGame
from service.jobs.analyses import Analyses
from service.jobs.decisions import Decisions
from service.jobs.pictures import Pictures
from service.jobs.verifications import Verifications
from service.puzzles.store import Puzzles
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
    puzzles: Puzzles
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


def public_root() -> str:
    """Where people find the service: PUBLIC_URL, as a proxy may ask by another host; without it, where they ask."""
    return (app.backend.settings.public_url or request.url_root).rstrip("/")


def now_ms() -> int:
    """The time of the store, in ms since 1970."""
    return app.backend.accounts.now_ms()


def check_revealed(state: State) -> None:
    """Raises Problem 409 for a finished game, in its newest state, that is a try at a daily deal that is not over."""
    if not is_revealed(state, now_ms):
        raise Problem("not_finished", "the cards of a daily deal are secret until its day is over")


def load_game(game: str) -> Loaded:
    """The game at its newest version, if the caller may see it.

    Raises NoSuchGame, also for a private game of others, and Refused(`no_spectators`).
    """
    loaded = app.backend.games.load(game)
    if not loaded.version:
        raise NoSuchGame(game)
    check_access(loaded.state, cast(Access, g.access).player, now_ms)
    return loaded
