"""Tickets: one use, a short time, streams only; for clients that cannot send a token."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
from werkzeug.test import TestResponse

from service.games.tickets import TICKET_SECONDS
from tests.service.client import Caller, Service, assert_problem

PAGE = "https://play.example.org"


def new_ticket(caller: Caller) -> str:
    answer = caller.post("/v1/tickets")
    assert answer.status_code == 201, answer.text
    ticket: str = answer.json["ticket"]
    return ticket


def open_with(service: Service, path: str, kind: str = "text/event-stream") -> TestResponse:
    """The answer to a request that carries no token."""
    return service.app.test_client().get(path, headers={"Accept": kind, "Origin": PAGE})


def stored_tickets(service: Service) -> list[bytes]:
    """The keys of all tickets."""
    return list(service.parts.redis.scan_iter(match=f"{service.parts.settings.key_prefix}*ticket:*", count=1000))


@pytest.mark.parametrize("path", ["{game}/events", "/v1/turns"])
def test_a_ticket_opens_a_stream_once(path: str, service: Service):
    game, (ada, _) = service.start_game(2)
    path = f"{path.format(game=game)}?ticket={new_ticket(ada)}"
    answer = open_with(service, path)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    answer.close()
    again = open_with(service, path)
    assert_problem(again, 401, "ticket_unknown")
    assert again.headers["WWW-Authenticate"] == "Bearer"
    assert again.headers["Access-Control-Allow-Origin"] == "*", "a page can read why"


def test_a_stream_by_ticket_is_that_of_its_player(service: Service):
    game, (_, ben) = service.start_game(2)
    answer = open_with(service, f"{game}/events?ticket={new_ticket(ben)}", "application/x-ndjson")
    assert next(answer.iter_encoded()).startswith(b'{"type": "frame", "version": 5, "seat": 1,')
    answer.close()


def test_a_ticket_expires(service: Service, ada: Caller):
    answer = ada.post("/v1/tickets")
    expires = datetime.fromisoformat(answer.json["expires_at"])
    assert timedelta(0) < expires - datetime.now(UTC) <= timedelta(seconds=TICKET_SECONDS + 0.1), "by the store's clock"
    assert answer.headers["Cache-Control"] == "no-store"
    for key in stored_tickets(service):
        ttl = service.parts.redis.ttl(key)
        assert ttl != -1, "each ticket expires; -2: that of an earlier test has just done so"
        assert ttl <= TICKET_SECONDS
        service.parts.redis.delete(key)
    assert_problem(open_with(service, f"/v1/turns?ticket={answer.json['ticket']}"), 401, "ticket_unknown")


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/x/legal", "/v1/players/me", "/v1/games/x/table"])
def test_a_ticket_opens_nothing_but_streams(path: str, service: Service, ada: Caller):
    ticket = new_ticket(ada)
    assert_problem(open_with(service, f"{path}?ticket={ticket}", "*/*"), 401, "token_missing")
    answer = open_with(service, f"/v1/turns?ticket={ticket}")
    assert answer.status_code == 200, "it is still good"
    answer.close()


@pytest.mark.parametrize("ticket", ["", "x", "x" * 5000, "é", "%00", "*"])
def test_any_other_text_is_no_ticket(ticket: str, service: Service):
    assert_problem(open_with(service, f"/v1/turns?ticket={ticket}"), 401, "ticket_unknown")


def test_a_request_with_a_token_uses_up_no_ticket(service: Service, ada: Caller):
    ticket = new_ticket(ada)
    assert ada.get(f"/v1/turns?ticket={ticket}").status_code == 200
    assert open_with(service, f"/v1/turns?ticket={ticket}", "*/*").status_code == 200


def test_the_store_knows_neither_ticket_nor_token(service: Service, ada: Caller):
    ticket = new_ticket(ada)
    stored = b" ".join(key + service.parts.redis.get(key) for key in stored_tickets(service))
    assert ada.id.encode() in stored
    assert ticket.encode() not in stored
    assert ada.token.encode() not in stored


def test_neither_problems_links_nor_logs_repeat_a_ticket(
    service: Service, finished: tuple[str, list[Caller]], caplog: pytest.LogCaptureFixture, monkeypatch
):
    game, (ada, _) = finished
    caplog.set_level(logging.DEBUG)
    ticket = new_ticket(ada)
    page = open_with(service, f"{game}/events?limit=2&ticket={ticket}", "application/json")
    assert page.status_code == 200
    assert ticket not in page.headers["Link"]
    refused = open_with(service, f"{game}/events?limit=0&ticket={new_ticket(ada)}", "application/json")
    assert_problem(refused, 422, "invalid_query")
    used = open_with(service, f"{game}/events?ticket={ticket}")
    monkeypatch.setattr(service.app, "live", None)
    other = new_ticket(ada)
    assert_problem(open_with(service, f"{game}/events?ticket={other}"), 500, "internal_error")
    assert other not in caplog.text
    assert ticket not in refused.text + used.text + caplog.text
