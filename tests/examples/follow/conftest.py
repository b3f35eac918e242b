"""The fixtures of the service's tests, for the examples that use the service."""

from tests.service.conftest import finished, service

__all__ = ["finished", "service"]
