"""Tickets: for streams of clients that cannot send a token, such as the EventSource of browsers."""

from flask import Response

from events.entry import timestamp
from service.accounts.stored_token import READ
from service.api.auth import access
from service.api.blueprint import Resources
from service.api.current import app
from service.api.responses import json_response
from service.api.schemas.players import Ticket
from service.games.tickets import TICKET_SECONDS, Tickets

tickets = Resources("tickets", "/v1/tickets", "Streams for browsers.")


@tickets.post("")
@tickets.operation("createTicket", scope=READ)
@tickets.response(201, Ticket, "The ticket. It is only in this answer.")
def create() -> Response:
    """A ticket that stands for your token once, in `?ticket=` of `GET /v1/games/{id}/events` or `GET /v1/turns`."""
    parts = app.backend
    expires_at = timestamp(int((parts.clock() + TICKET_SECONDS) * 1000))
    ticket = Tickets(parts.redis, parts.keys).issue(access())
    return json_response({"ticket": ticket, "expires_at": expires_at}, 201)
