"""The check of answers, which every other test relies on, finds answers that openapi.yaml does not describe."""

import json
from typing import Any

import pytest

from tests.api_description import PROBLEM, ApiDescription
from tests.service.checked_client import description_of
from tests.service.client import Service

JSON = "application/json"
BOT = {"name": "greedy", "description": "It plans.", "seconds": 0.1, "nodes": 0, "rating": 1.5}
NO_GAME = {
    "type": "/problems/no_such_game",
    "title": "No such game",
    "status": 404,
    "code": "no_such_game",
    "detail": "there is no such game",
    "instance": "/v1/games/x",
    "request_id": "0123456789abcdef",
}


@pytest.fixture(scope="module")
def description(service: Service) -> ApiDescription:
    return description_of(service.app)


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: each for name, each in value.items() if name != key}


def test_a_described_answer_passes(description: ApiDescription):
    description.check("GET", "/v1/bots", 200, JSON, json.dumps([BOT]).encode())
    description.check("GET", "/v1/games/x", 404, PROBLEM, json.dumps(NO_GAME).encode())
    description.check("GET", "/no/such/address", 404, PROBLEM, json.dumps(NO_GAME).encode())
    description.check("DELETE", "/v1/games/x/seats/me", 204, "", b"")


@pytest.mark.parametrize(
    "body",
    [[BOT | {"more": 1}], [BOT | {"nodes": "0"}], [BOT | {"rating": None}], [without(BOT, "rating")], BOT, None],
    ids=str,
)
def test_a_body_that_does_not_fit_its_schema_is_found(description: ApiDescription, body: Any):
    with pytest.raises(AssertionError, match="does not fit its schema"):
        description.check("GET", "/v1/bots", 200, JSON, json.dumps(body).encode())


@pytest.mark.parametrize("body", [NO_GAME | {"more": 1}, without(NO_GAME, "code"), NO_GAME | {"errors": [{}]}], ids=str)
def test_a_problem_that_does_not_fit_its_schema_is_found(description: ApiDescription, body: Any):
    for path in ("/v1/games/x", "/no/such/address"):
        with pytest.raises(AssertionError, match="does not fit its schema"):
            description.check("GET", path, 404, PROBLEM, json.dumps(body).encode())


@pytest.mark.parametrize(
    ("method", "path", "status", "media_type"),
    [
        ("GET", "/v1/bots", 201, JSON),
        ("GET", "/v1/bots", 200, "text/html"),
        ("GET", "/v1/bots", 404, JSON),
        ("GET", "/v1/bots", 200, PROBLEM),
        ("POST", "/v1/games/x/intentions", 200, JSON),
        ("GET", "/healthz", 200, "text/html"),
        ("GET", "/no/such/address", 200, JSON),
    ],
)
def test_a_status_or_media_type_that_is_not_described_is_found(
    description: ApiDescription, method: str, path: str, status: int, media_type: str
):
    with pytest.raises(AssertionError):
        description.check(method, path, status, media_type, b"[]")


def test_the_address_with_the_fewest_parameters_is_meant(description: ApiDescription):
    account = {"id": "a", "name": "Ada", "kind": "human"}
    with pytest.raises(AssertionError, match="/v1/players/me 200 does not fit"):
        description.check("GET", "/v1/players/me", 200, JSON, json.dumps(account).encode())
