"""The page of the documentation: swagger-ui over openapi.yaml, and the addresses of its files.

The page names each file with a digest of its content. A browser may keep such a file for ever, because a changed file
has another address.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The Content-Security-Policy of the page: scripts come from files of this service only."""
START = "start.js"
_MEDIA_TYPES = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
    START: "text/javascript",
}
_OWN_FILES = files(__package__) / "pages"


class DocsFile(NamedTuple):
    """A file of the page. `digest`: of its content."""

    content: bytes
    media_type: str
    digest: str


@cache
def read_files() -> dict[str, DocsFile]:
    """Name → file of the page."""
    folder = files("flask_swagger_ui") / "dist"
    found = {name: (folder / name).read_bytes() for name in _MEDIA_TYPES if name != START}
    found[START] = (_OWN_FILES / START).read_bytes()
    return {
        name: DocsFile(content, _MEDIA_TYPES[name], sha256(content).hexdigest()[:16]) for name, content in found.items()
    }


@cache
def page() -> str:
    """The page."""
    template = (_OWN_FILES / "docs.html").read_text("utf-8")
    return template.format(
        icon=_address("favicon-32x32.png"),
        stylesheet=_address("swagger-ui.css"),
        style=(_OWN_FILES / "docs.css").read_text("utf-8"),
        bundle=_address("swagger-ui-bundle.js"),
        start=_address(START),
    )


def _address(name: str) -> str:
    return f"docs/{name}?{read_files()[name].digest}"  # beside `/docs`
