"""What the running application was built with, and the game that a request names."""

from typing import cast

from flask import current_app

from projections.games import Loaded
from service.backend import Backend
from service.games.wakeups import Wakeups
from service.games.write import NoSuchGame
from service.jobs.decisions import Decisions

BACKEND, DECISIONS, OPENAPI, WAKEUPS = "backend", "decisions", "openapi", "wakeups"
"""Keys of `Flask.extensions`."""


def backend() -> Backend:
    """The backend of the application that answers the request."""
    return cast(Backend, current_app.extensions[BACKEND])


def wakeups() -> Wakeups:
    """The wake-ups of the application that answers the request."""
    return cast(Wakeups, current_app.extensions[WAKEUPS])


def decisions() -> Decisions:
    """The decisions that workers make for the application that answers the request."""
    return cast(Decisions, current_app.extensions[DECISIONS])


def load_game(game: str) -> Loaded:
    """The game at its newest version. Raises NoSuchGame."""
    loaded = backend().games.load(game)
    if not loaded.version:
        raise NoSuchGame(game)
    return loaded
