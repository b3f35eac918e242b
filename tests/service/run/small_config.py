"""The configuration of gunicorn for applications without a store."""

from typing import Any

from service.run.gunicorn import *  # noqa: F403


def on_starting(arbiter: Any) -> None:
    """Look at no store."""
