"""The yardstick of receipts: the service whose answers have none."""

from flask import Flask

from service.app import create_app as create_signing_app


def create_app() -> Flask:
    """The application, which takes the keys for out of reach."""
    app = create_signing_app()
    app.backend.signing.at_hand = lambda: None
    return app
