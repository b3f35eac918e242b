"""The fixture of the service's tests, for the documentation of the service."""

from tests.service.conftest import service

__all__ = ["service"]
