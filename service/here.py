"""The running app's parts, for the resources."""

from typing import cast

from flask import current_app

from service.backend import Backend
from service.wake import Wakes


def here() -> Backend:
    """The backend of the app that answers the request."""
    return cast(Backend, current_app.extensions["backend"])


def wakes() -> Wakes:
    """The wake-ups of the app that answers the request."""
    return cast(Wakes, current_app.extensions["wakes"])
