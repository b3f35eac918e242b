"""The running app's parts, for the resources."""

from typing import cast

from flask import current_app

from service.backend import Backend
from service.decisions import Decisions
from service.wake import Wakes


def here() -> Backend:
    """The backend of the app that answers the request."""
    return cast(Backend, current_app.extensions["backend"])


def wakes() -> Wakes:
    """The wake-ups of the app that answers the request."""
    return cast(Wakes, current_app.extensions["wakes"])


def long_decisions() -> Decisions:
    """The decisions that workers make for the app that answers the request."""
    return cast(Decisions, current_app.extensions["decisions"])
