"""Authentication: bearer tokens (RFC 6750), and what they allow."""

from typing import cast

from flask import g, request

from service.accounts import Access, Player
from service.accounts.players import TokenRevoked
from service.accounts.tokens import require
from service.api.current import backend, wakeups
from service.api.description.operations import ANY
from service.api.errors import Problem
from service.api.limiting import count_anonymous, count_request
from service.games.tickets import Tickets

TICKET_ENDPOINTS = frozenset({"events.page", "turns.show"})
"""Where a ticket is accepted: streams."""


def caller() -> Player:
    """The player whose token the request carries. Raises Problem 401."""
    return access().player


def access() -> Access:
    """The caller, and what their token allows. Raises Problem 401."""
    if "access" not in g:
        authenticate()
    return cast(Access, g.access)


def authenticate() -> None:
    """Find the player before anything else of the request is read. Raises Problem 401, TokenRevoked,
    LimitExceeded.

    OPTIONS needs no token: browsers send it without one. In the addresses of streams, a ticket stands for the token.
    """
    if request.method == "OPTIONS":
        return
    wakeups().start()  # from now on, this process hears of revoked tokens
    if "Authorization" not in request.headers and "ticket" in request.args and request.endpoint in TICKET_ENDPOINTS:
        g.access = _access_of_ticket(request.args["ticket"])
        count_request(g.access.player.id)
        return
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        count_anonymous()
        raise Problem("token_missing", "send your token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"})
    found = backend().accounts.by_token(token.strip())
    if found is None:
        count_anonymous()
        raise TokenRevoked
    count_request(found.player.id)
    g.access = found


def require_scope(scope: str) -> None:
    """Check that the caller's token has the scope; where nobody needs a token, there is none. Raises ScopeMissing."""
    if "access" in g and scope != ANY:
        require(access(), scope)


def _access_of_ticket(ticket: str) -> Access:
    parts = backend()
    token_hash = Tickets(parts.redis, parts.keys).redeem(ticket)
    found = parts.accounts.by_token_hash(token_hash) if token_hash else None
    if found is None:
        count_anonymous()
        detail = "this ticket is unknown, used or expired: get a new one by POST /v1/tickets"
        raise Problem("ticket_unknown", detail, {"WWW-Authenticate": "Bearer"})
    return found
