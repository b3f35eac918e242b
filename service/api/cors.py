"""Calls from web pages of other origins (CORS, Fetch Standard). Settings name the origins.

No answer allows credentials, because the service uses no cookies: a page can do nothing without a token that its user
gives to it. So even the setting `*` gives a page no rights.
"""

from collections.abc import Sequence

from flask import Response, request

from service.api.description.headers import HEADERS, OF_EVERY_ANSWER, PARAMETERS
from service.api.mcp.messages import MCP_HEADERS

ANY_ORIGIN = "*"
PREFLIGHT_SECONDS = 86_400
"""How long a browser may remember a preflight. Browsers keep it for a day at most."""
_REQUEST_HEADERS = ", ".join(
    sorted({"Authorization", "Content-Type", *MCP_HEADERS, *[each["name"] for each in PARAMETERS.values()]})
)
_RESPONSE_HEADERS = ", ".join(sorted({"Deprecation", "Sunset", *HEADERS, *OF_EVERY_ANSWER} - {"Cache-Control", "Vary"}))


def allow_origin(response: Response, origins: Sequence[str]) -> None:
    """Let a page of one of these origins read the answer, and send the request that a preflight asks about."""
    origin = request.headers.get("Origin")
    if not origin or not (ANY_ORIGIN in origins or origin in origins):
        return
    headers = response.headers
    headers["Access-Control-Allow-Origin"] = ANY_ORIGIN if ANY_ORIGIN in origins else origin
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        _allow_unknown_address(response)
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "*")
        headers["Access-Control-Allow-Headers"] = _REQUEST_HEADERS
        headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    else:
        headers["Access-Control-Expose-Headers"] = _RESPONSE_HEADERS


def _allow_unknown_address(response: Response) -> None:
    """Let the page send its request, whose answer is 404: of a preflight that fails, it could not read why."""
    if response.status_code == 404:
        response.status_code = 204
        response.set_data(b"")
        for name in ("Content-Type", "Content-Language", "Content-Encoding"):
            response.headers.pop(name, None)
