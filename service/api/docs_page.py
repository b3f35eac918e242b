"""The page of the documentation: swagger-ui over openapi.yaml, and the addresses of its files.

The page names each file with a digest of its content. A browser may keep such a file for ever, because a changed file
has another address.
"""

from functools import cache
from importlib.resources import files

from service.api.web_page import PageFile, page_file

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
_OWN_FILES = files(__package__) / "pages"


@cache
def read_files() -> dict[str, PageFile]:
    """Name → file of the page."""
    folder = files("flask_swagger_ui") / "dist"
    found = [folder / name for name in ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")]
    return {file.name: page_file(file.name, file.read_bytes()) for file in (*found, _OWN_FILES / START)}


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
