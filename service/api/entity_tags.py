"""Entity tags of answers that have no version, so that a client that has one already gets 304 instead (RFC 9110, 13.1).

Lists, the catalogue of strategies, the description and the pages of the documentation get their tags here.
"""

from hashlib import blake2b

from flask import Response, request

from service.api.errors import Problem, problem_response
from service.api.responses import make_conditional

TAG_BYTES = 12


def with_entity_tag(response: Response) -> Response:
    """The response with a weak tag made from its body, or what the request's preconditions make of it.

    It stays as it is if it must not be stored, and if it is no whole answer to a GET or HEAD.
    """
    headers = response.headers
    if request.method not in ("GET", "HEAD"):
        return response
    if response.is_streamed or "no-store" in headers.get("Cache-Control", ""):
        return response
    headers.setdefault("Cache-Control", "no-cache")
    response.set_etag(blake2b(response.get_data(), digest_size=TAG_BYTES).hexdigest(), weak=True)
    try:
        return make_conditional(response)
    except Problem as problem:
        return problem_response(problem)
