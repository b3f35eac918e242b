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
_START_SCRIPT = """SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
"""
START = "start.js"
_MEDIA_TYPES = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
    START: "text/javascript",
}
_STYLE = """
body { margin: 0 }
@media (max-width: 700px) {
  .swagger-ui .wrapper, .swagger-ui .info, .swagger-ui .scheme-container .schemes { padding: 0 10px; margin: 10px 0 }
  .swagger-ui .servers > label { margin-right: 0 }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock .opblock-summary-path { max-width: 70%; overflow-wrap: anywhere }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 80%; padding-top: 4px }
  .swagger-ui table.parameters thead { display: none }
  .swagger-ui table.parameters tr { display: flex; flex-direction: column }
  .swagger-ui .parameters-col_description, .swagger-ui .response-col_description { min-width: 0; width: 100% }
  .swagger-ui .response-col_links { display: none }
  .swagger-ui input, .swagger-ui textarea, .swagger-ui select { max-width: 100%; font-size: 16px }
}
"""
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wonderful World API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/png" href="{icon}">
<link rel="stylesheet" href="{stylesheet}"><style>{style}</style></head>
<body><div id="swagger-ui"></div>
<script src="{bundle}"></script><script src="{start}"></script>
</body></html>
"""


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
    found[START] = _START_SCRIPT.encode()
    return {
        name: DocsFile(content, _MEDIA_TYPES[name], sha256(content).hexdigest()[:16]) for name, content in found.items()
    }


@cache
def page() -> str:
    """The page."""
    return _PAGE.format(
        icon=_address("favicon-32x32.png"),
        stylesheet=_address("swagger-ui.css"),
        style=_STYLE,
        bundle=_address("swagger-ui-bundle.js"),
        start=_address(START),
    )


def _address(name: str) -> str:
    return f"/docs/{name}?{read_files()[name].digest}"
