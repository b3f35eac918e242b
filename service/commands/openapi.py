"""`wonderful openapi`: write openapi.yaml, docs/errors.md and examples/catalogue.json, or compare them."""

import json
from pathlib import Path

import click

from service.api.application import build_application
from service.api.catalogue import catalogue_text
from service.backend import open_backend
from service.language.languages import SENTENCES_IN
from service.problems import PROBLEMS
from service.settings import read_settings

ROOT = Path(__file__).resolve().parents[2]
_ERRORS_HEAD = f"""# Error codes

Every error is a problem+json document (RFC 9457). Its `code` is one of these; codes are added, but never renamed. Its
`type` is the address of this explanation in the service, `/problems/<code>`, which needs no token. `GET /problems`
lists all codes. Both answer in {SENTENCES_IN}, as JSON or as a page for browsers.

`wonderful openapi` writes this page from `service/problems/`.
"""
_MEANINGS = {
    400: "the service cannot read the request",
    401: "the token is missing or unknown",
    403: "your account may not do this here",
    404: "there is nothing at this address",
    405: "the address does not accept the method",
    406: "the service has no form of the answer that the client accepts",
    408: "the request arrived too slowly",
    409: "the game does not allow this now; it may allow it in another state",
    412: "the condition in If-Match fails",
    413: "the body is too large",
    414: "the address is too long",
    415: "the body has the wrong type",
    417: "the web server does not do what Expect asks for",
    422: "the request is never possible in this form",
    429: "you have asked too often, or have too much open at once",
    431: "the headers are too large",
    500: "the service has failed",
    501: "the body is transferred in an unknown way",
    503: "the service is busy, or its store does not answer",
    505: "the version of HTTP is unknown",
}
"""Of errors, by status."""


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


def errors_page() -> str:
    """docs/errors.md, in Markdown: a table for each status."""
    statuses = sorted({kind.status for kind in PROBLEMS.values()})
    return "\n".join([_ERRORS_HEAD, *[_section(status) for status in statuses]])


def _section(status: int) -> str:
    rows = [
        f"| `{code}` | {kind.meaning} | {kind.remedy} |" for code, kind in PROBLEMS.items() if kind.status == status
    ]
    heading = f"## {status}: {_MEANINGS[status]}\n"
    return "\n".join([heading, "| code | meaning | what to do |", "|---|---|---|", *rows, ""])
