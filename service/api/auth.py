"""Authentication: bearer tokens (RFC 6750), and what they allow."""

from typing import Any, NoReturn, cast

from flask import g, request

from service.accounts import Access, Player
from service.accounts.players import TokenRevoked
from service.accounts.stored_token import ANY, OPERATOR, PLAY, READ
from service.api.current import app
from service.api.errors import Problem
from service.api.limiting import count_anonymous, count_request
from service.games.tickets import Tickets
from service.logs import ABOUT

TICKET_ENDPOINTS = frozenset({"events.page", "turns.show"})
"""Where a ticket is accepted: streams."""


def caller() -> Player:
    """The player whose token the request carries; only where a token is needed."""
    return access().player


def access() -> Access:
    """The caller, and what their token allows; only where a token is needed."""
    return cast(Access, g.access)


def authenticate() -> None:
    """Find the player before anything else of the request is read.

    OPTIONS needs no token: browsers send it without one. In the addresses of streams, a ticket stands for the token.
    Raises Problem 401, TokenRevoked, LimitExceeded, and what `_admit` raises.
    """
    if request.method == "OPTIONS":
        return
    if "Authorization" not in request.headers and "ticket" in request.args and request.endpoint in TICKET_ENDPOINTS:
        _admit(_access_of_ticket(request.args["ticket"]))
        return
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        count_anonymous()
        raise Problem("token_missing", "send your token: Authorization: Bearer …", {"WWW-Authenticate": "Bearer"})
    found = app.backend.accounts.by_token(token.strip())
    if found is None:
        count_anonymous()
        raise TokenRevoked
    _admit(found)


def scope_of(named: str | None, method: str) -> str:
    """The scope that a token needs: the one that the operation names, otherwise by the method of the request."""
    return named or (READ if method.upper() in ("GET", "HEAD") else PLAY)


def _admit(access: Access) -> None:
    """The request is this caller's: count it, and check that account and token may do what the operation does.

    Raises AccountSuspended, ScopeMissing, Problem 403 `not_operator`.
    """
    ABOUT.get()["account"] = access.player.id  # first: the log names it, also if the request is one too many
    count_request(access.player.id)
    g.access = access
    view: Any = app.view_functions[request.endpoint or ""]
    operation = view._apidoc["operation"]
    if access.player.suspension and not operation.while_suspended:
        app.backend.accounts.check_suspension(access.player)
    named = operation.scope
    if named != ANY:
        access.require(scope_of(named, request.method))
    if named == OPERATOR:
        require_operator()


def require_operator() -> None:
    """Check that the caller is an operator now, whatever their token says. Raises Problem 403."""
    if caller().id not in app.backend.settings.operators:
        raise Problem("not_operator", "only an operator of the service may do this")


def refuse_again() -> NoReturn:
    """Refuse a request that was let in, since its token is good no more. Raises AccountSuspended, TokenRevoked."""
    accounts, player = app.backend.accounts, caller().id
    accounts.forget(player)
    if found := accounts.by_id(player):
        accounts.check_suspension(found)
    raise TokenRevoked


def _access_of_ticket(ticket: str) -> Access:
    parts = app.backend
    token_hash = Tickets(parts.redis, parts.keys).redeem(ticket)
    found = parts.accounts.by_token_hash(token_hash) if token_hash else None
    if found is None:
        count_anonymous()
        detail = "this ticket is unknown, used or expired: get a new one by POST /v1/tickets"
        raise Problem("ticket_unknown", detail, {"WWW-Authenticate": "Bearer"})
    return found
