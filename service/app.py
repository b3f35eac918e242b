"""The web application as gunicorn starts it: settings from the environment, a checked backend, the API over both."""

import logging
import os
import sys

from service.api.application import Application, build_application
from service.backend import Backend, checked_backend
from service.settings import StartError, read_settings


def create_app(backend: Backend | None = None) -> Application:
    """The application over a backend; without one, over a checked backend made from the environment."""
    return build_application(backend or _backend_from_environment())


def _backend_from_environment() -> Backend:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        return checked_backend(read_settings(os.environ))
    except StartError as error:
        sys.exit(f"wonderful: {error}")
