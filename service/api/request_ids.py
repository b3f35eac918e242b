"""Request ids: one name for a request in its answer, in its problem and in the log (`X-Request-Id`)."""

import re

from flask import request

from service.ids import new_request_id

HEADER = "X-Request-Id"
_KEPT_AS = "wonderful.request_id"
_SAFE = re.compile(r"[A-Za-z0-9._-]{1,128}")
"""No space, quote or line break: a client's id cannot pass for another line of the log, or for part of one."""


def request_id() -> str:
    """The id that the client gave, if it is 1 to 128 safe characters; otherwise a random one."""
    environ = request.environ
    if _KEPT_AS not in environ:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        environ[_KEPT_AS] = given if _SAFE.fullmatch(given) else new_request_id()
    return str(environ[_KEPT_AS])
