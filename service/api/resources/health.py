"""Health: is the service alive, is it ready, what does it offer."""

from importlib.metadata import version

from flask import Response, current_app

from game.message import Message
from service.api.blueprint import Resources
from service.api.current import OPENAPI, backend
from service.api.description.document import in_3_2
from service.api.description.operations import BYTES, Answer
from service.api.problem import Problem
from service.api.responses import PUBLIC, json_response
from service.api.schemas.health import ALIVE, READY
from store.faults import FAULTS, JOBS, describe

WITHOUT_JOBS = "people can play; bots, clocks, scores, decisions and verifications wait until it is back"
health = Resources("health", "", "Health and description.", token=False)


@health.get("/healthz")
@health.operation("getHealth", Answer(200, "The process answers.", ALIVE))
def alive() -> Response:
    """Whether this process answers."""
    return json_response({"status": "alive", "version": version("wonderful-world")})


@health.get("/readyz")
@health.operation("getReadiness", Answer(200, "Games can be played.", READY))
def ready() -> Response:
    """Whether the store can be used; otherwise 503, and the detail says what is wrong.

    The answer is 200 if only a part of the store is in trouble, or the store of the jobs: others can still play.
    `store` or `jobs` then says so.
    """
    parts = backend()
    if fault := parts.watch.now():
        raise Problem("store_unavailable", Message(FAULTS[fault]), {"Retry-After": "1"})
    fault = None if parts.jobs_breaker is parts.watch else parts.jobs_breaker.now()
    details = [parts.watch.trouble, fault and f"{describe(fault, JOBS)}; {WITHOUT_JOBS}"]
    return json_response(
        {
            "status": "ready",
            "store": "degraded" if parts.watch.trouble else "ready",
            "jobs": fault or "ready",
            "detail": ". ".join(filter(None, details)) or None,
        }
    )


@health.get("/openapi.yaml")
@health.operation(
    "getDescription",
    Answer(200, "This description.", content={"application/yaml": BYTES}),
    conditional=True,
)
def openapi() -> Response:
    """The description of this API, OpenAPI 3.1."""
    return _description(current_app.extensions[OPENAPI])


@health.get("/openapi-3.2.yaml")
@health.operation(
    "getDescriptionWithItems",
    Answer(200, "This description.", content={"application/yaml": BYTES}),
    conditional=True,
)
def openapi_3_2() -> Response:
    """The description of this API, OpenAPI 3.2: it also says what each item of a stream is."""
    return _description(in_3_2(current_app.extensions[OPENAPI]))


def _description(text: str) -> Response:
    return Response(text, content_type="application/yaml", headers={"Cache-Control": PUBLIC})
