"""Health: is the service alive, is it ready, what does it offer."""

from importlib.metadata import version

from flask import Response, current_app

from service.api.blueprint import Resources
from service.api.current import OPENAPI, backend
from service.api.description.operations import BYTES, Answer
from service.api.responses import PUBLIC, json_response
from service.api.schemas.health import ALIVE, READY

health = Resources("health", "", "Health and description.", token=False)


@health.get("/healthz")
@health.operation("getHealth", Answer(200, "The process answers.", ALIVE))
def alive() -> Response:
    """Whether this process answers."""
    return json_response({"status": "alive", "version": version("wonderful-world")})


@health.get("/readyz")
@health.operation("getReadiness", Answer(200, "Games can be played.", READY))
def ready() -> Response:
    """Whether the store answers; 503 otherwise."""
    backend().redis.ping()
    return json_response({"status": "ready"})


@health.get("/openapi.yaml")
@health.operation(
    "getDescription",
    Answer(200, "This description.", content={"application/yaml": BYTES}),
    conditional=True,
)
def openapi() -> Response:
    """The description of this API, OpenAPI 3.1."""
    headers = {"Cache-Control": PUBLIC}
    return Response(current_app.extensions[OPENAPI], content_type="application/yaml", headers=headers)
