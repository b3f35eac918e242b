"""Health: is the service alive, is it ready, what does it offer."""

from importlib.metadata import version

from flask import Response

from game.message import Message
from service.api.blueprint import Resources
from service.api.current import app
from service.api.description.document import in_3_2
from service.api.description.operations import BYTES
from service.api.problem import Problem
from service.api.responses import PUBLIC, json_response
from service.api.schemas.health import Alive, Ready
from store.faults import FAULTS, JOBS, describe

WITHOUT_JOBS = "people can play; bots, clocks, scores, decisions and verifications wait until it is back"
health = Resources("health", "", "Health and description.", token=False)


@health.get("/healthz")
@health.operation("getHealth")
@health.response(200, Alive, "The process answers.")
def alive() -> Response:
    """Whether this process answers."""
    return json_response({"status": "alive", "version": version("wonderful-world")})


@health.get("/readyz")
@health.operation("getReadiness")
@health.response(200, Ready, "Games can be played.")
def ready() -> Response:
    """Whether the store can be used; otherwise 503, and the detail says what is wrong.

    The answer is 200 if only a part of the store is in trouble, or the store of the jobs: others can still play.
    `store` or `jobs` then says so.
    """
    parts = app.backend
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
@health.operation("getDescription", conditional=True)
@health.response(200, BYTES, "This description.", content_type="application/yaml")
def openapi() -> Response:
    """The description of this API, OpenAPI 3.1."""
    return _description(app.openapi)


@health.get("/openapi-3.2.yaml")
@health.operation("getDescriptionWithItems", conditional=True)
@health.response(200, BYTES, "This description.", content_type="application/yaml")
def openapi_3_2() -> Response:
    """The description of this API, OpenAPI 3.2: it also says what each item of a stream is."""
    return _description(in_3_2(app.openapi))


def _description(text: str) -> Response:
    return Response(text, content_type="application/yaml", headers={"Cache-Control": PUBLIC})
