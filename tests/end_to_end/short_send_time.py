"""The service with a short patience for clients that do not read: the application for a test."""

from flask import Flask

from service.api import streams
from service.app import create_app


def create_app_with_short_send_time() -> Flask:
    """The application; a client that takes nothing of its stream for a second is disconnected."""
    streams.SEND_SECONDS = 1.0
    return create_app()
