"""`wonderful openapi`: write openapi.yaml from the code, or compare it."""

from pathlib import Path

import click

from service.api.application import build_application
from service.api.current import OPENAPI
from service.backend import open_backend
from service.settings import read_settings

OPENAPI_FILE = Path(__file__).resolve().parents[2] / "openapi.yaml"


def write_openapi(check: bool) -> int:
    """Write openapi.yaml, or only compare it. Returns the exit status: 1 when it differs."""
    text = describe_api()
    if not check:
        OPENAPI_FILE.write_text(text, encoding="utf-8")
        return 0
    if OPENAPI_FILE.exists() and OPENAPI_FILE.read_text(encoding="utf-8") == text:
        return 0
    click.echo("openapi.yaml differs from the code: run `wonderful openapi` and commit the file", err=True)
    return 1


def describe_api() -> str:
    """The description of the API as YAML; no server is needed."""
    backend = open_backend(read_settings({"REDIS_URL": "redis://127.0.0.1:1/0"}))
    return str(build_application(backend).extensions[OPENAPI])
