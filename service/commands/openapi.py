"""`wonderful openapi`: write openapi.yaml, docs/errors.md and examples/catalogue.json, or compare them."""

import json
from pathlib import Path

import click

from service.api.application import build_application
from service.api.catalogue import catalogue_text
from service.backend import open_backend
from service.commands.error_codes import errors_page
from service.settings import read_settings

ROOT = Path(__file__).resolve().parents[2]


def write_openapi(check: bool) -> int:
    """Write the files, or only compare them. Returns the exit status: 1 when one differs."""
    texts = {
        "openapi.yaml": describe_api(),
        "docs/errors.md": errors_page(),
        "examples/catalogue.json": json.dumps(json.loads(catalogue_text("en", "en")), indent=1, ensure_ascii=False)
        + "\n",
    }
    if not check:
        for name, text in texts.items():
            (ROOT / name).write_text(text, encoding="utf-8")
        return 0
    stale = [name for name, text in texts.items() if not _holds(ROOT / name, text)]
    for name in stale:
        click.echo(f"{name} differs from the code: run `wonderful openapi` and commit the file", err=True)
    return 1 if stale else 0


def _holds(file: Path, text: str) -> bool:
    return file.exists() and file.read_text(encoding="utf-8") == text


def describe_api() -> str:
    """The description of the API as YAML; no server is needed."""
    backend = open_backend(read_settings({"REDIS_URL": "redis://127.0.0.1:1/0"}))
    return build_application(backend).openapi
