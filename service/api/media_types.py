"""Media types: which of several forms of an answer the client wants (RFC 9110, 12.5.1)."""

from collections.abc import Sequence

from flask import request
from werkzeug.datastructures import MIMEAccept

from game.message import Message
from service.api.errors import Problem


def preferred_type(offered: Sequence[str]) -> str:
    """The offered type that Accept prefers; without Accept the first one.

    Among equals, a type that Accept names precedes one that only a wildcard allows; then the order of `offered`
    decides.

    Parameters such as `charset=utf-8` do not count: the offered types have none, and some HTTP libraries send them.
    Raises Problem 406 when Accept allows none of them.
    """
    accepted = MIMEAccept((kind.partition(";")[0].strip(), quality) for kind, quality in request.accept_mimetypes)
    if not accepted:
        return offered[0]
    allowed = [kind for kind in offered if accepted.quality(kind)]
    if not allowed:
        raise Problem("not_acceptable", Message("send an Accept that allows one of: {types}", types=", ".join(offered)))
    return accepted.best_match(allowed) or allowed[0]
