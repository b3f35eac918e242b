"""The web application: the resources of the API over one backend."""

import logging
import os
import sys

from flask import Flask, Response
from flask_smorest import Api

from service import errors, openapi
from service.backend import Backend, checked_backend
from service.decisions import Decisions
from service.queues import Queues
from service.resources.catalogue import catalogue
from service.resources.decisions import decisions
from service.resources.events import events
from service.resources.forks import forks
from service.resources.games import games
from service.resources.intentions import intentions
from service.resources.operations import operations
from service.resources.players import players
from service.resources.replays import replays
from service.resources.seats import seats
from service.resources.taking_back import taking_back
from service.resources.turns import turns
from service.resources.verifications import verifications
from service.settings import StartError, read_settings
from service.wake import Wakes

RESOURCES = (
    players,
    catalogue,
    games,
    seats,
    intentions,
    taking_back,
    events,
    replays,
    forks,
    verifications,
    turns,
    decisions,
    operations,
)
API = {
    "API_TITLE": "Wonderful World",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Play It's a Wonderful World: every accepted intention is an event.",
            "license": {"name": "All rights reserved"},
        }
    },
}


class _Api(Api):
    def _register_error_handlers(self) -> None:
        """`service.errors` answers all errors."""


def create_app(parts: Backend | None = None) -> Flask:
    """The application; without `parts` (in a server's process) they are made from the environment and checked."""
    app = Flask("service", static_folder=None)
    parts = parts or _checked_backend()
    app.config.update(API, MAX_CONTENT_LENGTH=parts.settings.max_body_bytes)
    app.extensions["backend"] = parts
    app.extensions["decisions"] = Decisions(Queues(parts.settings))
    app.extensions["wakes"] = Wakes(parts.settings.redis_url or "", parts.keys)
    errors.install(app)
    api = _Api(app)
    for blueprint in RESOURCES:
        api.register_blueprint(blueprint)
    openapi.describe(api)
    app.extensions["openapi"] = openapi.text(api)
    app.after_request(_safe)
    return app


def _safe(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _checked_backend() -> Backend:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        return checked_backend(read_settings(os.environ))
    except StartError as error:
        sys.exit(f"wonderful: {error}")
