"""Pages for people: the documentation. They are no part of the API, so openapi.yaml leaves them out."""

from importlib.resources import files

from flask import Blueprint, Response, send_from_directory

from service.api.responses import make_conditional

pages = Blueprint("pages", __name__)

_DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wonderful World API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>
</body></html>
"""
_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
_START = 'SwaggerUIBundle({url: "/openapi.yaml", dom_id: "#swagger-ui", deepLinking: true});\n'


@pages.get("/docs")
def docs() -> Response:
    """The documentation as a page to try things on."""
    return Response(_DOCS, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})


@pages.get("/docs/start.js")
def docs_start() -> Response:
    """What starts the page; a file of its own, so that no script stands in the page."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@pages.get("/docs/<path:name>")
def docs_files(name: str) -> Response:
    """The page's scripts and styles, from the swagger-ui package."""
    response = send_from_directory(str(files("flask_swagger_ui") / "dist"), name, conditional=False)
    return make_conditional(response)
