"""Operations: is it alive, is it ready; the documentation."""

from importlib.metadata import version
from importlib.resources import files

from flask import Response, current_app, jsonify, send_from_directory

from service.api.bodies import Resources
from service.api.current import OPENAPI, backend
from service.api.responses import make_conditional
from service.api.schemas.operations import Alive, Ready

operations = Resources("operations", __name__, description="Health and documentation.")

_DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Wonderful World API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>
</body></html>
"""
_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
_START = 'SwaggerUIBundle({url: "/openapi.yaml", dom_id: "#swagger-ui", deepLinking: true});\n'


@operations.get("/healthz")
@operations.response(200, Alive, description="The process answers.")
def alive() -> Response:
    """Whether this process answers."""
    return jsonify(status="alive", version=version("wonderful-world"))


@operations.get("/readyz")
@operations.response(200, Ready, description="Games can be played.")
def ready() -> Response:
    """Whether the store answers; 503 otherwise."""
    backend().redis.ping()
    return jsonify(status="ready")


@operations.get("/openapi.yaml")
@operations.doc(responses={"200": {"description": "This description."}})
def openapi() -> Response:
    """The description of this API, OpenAPI 3.1."""
    return Response(current_app.extensions[OPENAPI], content_type="application/yaml")


@operations.get("/docs")
@operations.doc(responses={"200": {"description": "An HTML page."}})
def docs() -> Response:
    """The documentation as a page to try things on."""
    return Response(_DOCS, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})


@operations.get("/docs/start.js")
@operations.doc(responses={"200": {"description": "A script of the page."}})
def docs_start() -> Response:
    """What starts the page; a file of its own, so that no script stands in the page."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@operations.get("/docs/<path:name>")
@operations.doc(responses={"200": {"description": "A file of the page."}})
def docs_files(name: str) -> Response:
    """The page's scripts and styles, from the swagger-ui package."""
    response = send_from_directory(str(files("flask_swagger_ui") / "dist"), name, conditional=False)
    return make_conditional(response)
