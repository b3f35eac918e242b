"""Operations: is it alive, is it ready, what does it offer."""

from importlib.metadata import version

from flask import Response, current_app

from service.api.blueprint import Resources
from service.api.current import OPENAPI, backend
from service.api.described import BYTES, Answer
from service.api.responses import PUBLIC, json_response
from service.api.schemas.operations import ALIVE, READY

operations = Resources("operations", "", "Health and description.", token=False)


@operations.get("/healthz")
@operations.operation("getHealth", Answer(200, "The process answers.", ALIVE))
def alive() -> Response:
    """Whether this process answers."""
    return json_response({"status": "alive", "version": version("wonderful-world")})


@operations.get("/readyz")
@operations.operation("getReadiness", Answer(200, "Games can be played.", READY))
def ready() -> Response:
    """Whether the store answers; 503 otherwise."""
    backend().redis.ping()
    return json_response({"status": "ready"})


@operations.get("/openapi.yaml")
@operations.operation(
    "getDescription",
    Answer(200, "This description.", content={"application/yaml": BYTES}),
    conditional=True,
)
def openapi() -> Response:
    """The description of this API, OpenAPI 3.1."""
    headers = {"Cache-Control": PUBLIC}
    return Response(current_app.extensions[OPENAPI], content_type="application/yaml", headers=headers)
