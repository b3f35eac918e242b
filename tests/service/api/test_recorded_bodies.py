"""The recorded bodies in openapi.yaml: they fit their schemas, and requests can be sent as they are."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from service.api.description.operations import MAX_EXAMPLE_CHARACTERS, RECORDED_BODIES
from service.puzzles.store import Puzzles
from tests.api_description import ApiDescription, Described, api_description, read_description
from tests.recorded_bodies.recording import PUZZLE, REQUESTS
from tests.service.client import Caller, Service

JSON = "application/json"
CHANGING = ("changeMe", "changeTable")
REPLACING = ("agreeToPause", "handOn", "agreeToStart", "setLimits")
"""Requests that are sent by PUT."""
WITHOUT_EXAMPLE = {"listForks-200", "listProblems-200", "getProblem-200"}
"""Answers whose examples are those of another operation, or in docs/errors.md."""


def kept_puzzle(service: Service) -> str:
    """The id of the recorded puzzle, which is kept now."""
    puzzles = Puzzles(service.parts.redis, service.parts.keys)
    puzzles.keep(PUZZLE)
    return puzzles.id_of(PUZZLE.game, PUZZLE.facts.phase)


@pytest.fixture
def described(service: Service) -> Described:
    return read_description(service.app.test_client().get("/openapi.yaml").text)


@pytest.fixture
def description(service: Service) -> ApiDescription:
    return api_description(service.app.test_client().get("/openapi.yaml").text)


def bodies(described: Described) -> dict[str, Described]:
    """The JSON contents of requests by operation, and of answers by operation and status."""
    found = {}
    for item in described["paths"].values():
        for method, operation in item.items():
            if method == "parameters":
                continue
            name, asked = operation["operationId"], operation.get("requestBody", {}).get("content", {})
            if JSON in asked:
                found[name] = asked[JSON]
            for status, answer in operation["responses"].items():
                if status.startswith("2") and JSON in answer.get("content", {}):
                    found[f"{name}-{status}"] = answer["content"][JSON]
    return found


@pytest.mark.slow
def test_every_body_has_an_example_that_fits_its_schema(described: Described, description: ApiDescription):
    examples, found = described["components"]["examples"], bodies(described)
    assert found.keys() - WITHOUT_EXAMPLE == RECORDED_BODIES.keys()
    for name, value in RECORDED_BODIES.items():
        description.validator(found[name]["schema"]).validate(value)
    for name in examples:
        assert found[name]["examples"]["recorded"] == {"$ref": f"#/components/examples/{name}"}


def test_one_short_body_of_each_schema_is_shown(described: Described):
    shown = described["components"]["examples"].keys()
    short = {name for name, body in RECORDED_BODIES.items() if len(json.dumps(body)) <= MAX_EXAMPLE_CHARACTERS}
    schemas = {str(content["schema"]) for name, content in bodies(described).items() if name in short}
    assert shown <= short
    assert len(shown) == len(schemas)


def test_the_example_of_every_request_is_accepted_as_it_is(service: Service, described: Described, finished):
    examples = RECORDED_BODIES
    ada, ben = service.new_player("Ada"), service.new_player("Ben")
    operated = Service(replace(service.parts, settings=replace(service.parts.settings, operators=(ada.id,))))
    body = {"name": "acting", "scopes": ["operator"]}
    acting = ada.through(operated).post("/v1/tokens", body).json
    service.app.test_client().post("/v1/players", json={"name": "Dora", "handle": "dora"})
    opened, started, hosted = service.open_game(ada), service.seat_and_start(ada, ben), service.open_game(ada)
    clocked = service.seat_and_start(ada, ben, clock={"kind": "bank", "seconds": 600})
    service.new_bot("Slartibartfast")
    ben.post(f"{hosted}/seats")
    ada.post(f"{started}/intentions", [ada.get(f"{started}/legal").json[0]])
    addresses: dict[str, tuple[Caller, str]] = {
        "registerPlayer": (ada, "/v1/players"),
        "changeMe": (ada, "/v1/players/me"),
        "createToken": (ada, "/v1/tokens"),
        "rotateToken": (ada, "/v1/tokens/current/rotation"),
        "doAct": (Caller(operated.app, ada.id, acting["token"]), "/v1/acts"),
        "setLimits": (ada.through(operated), f"/v1/players/{ben.id}/limits"),
        "openGame": (ada, "/v1/games"),
        "takeSeat": (ben, f"{opened}/seats"),
        "invite": (ada, f"{hosted}/invitations"),
        "changeTable": (ada, hosted),
        "handOn": (ada, f"{hosted}/host"),
        "agreeToStart": (ada, f"{hosted}/seats/me/ready"),
        "agreeToPause": (ada, f"{clocked}/seats/me/pause"),
        "startGame": (ada, f"{opened}/start"),
        "act": (ben, f"{started}/intentions"),
        "undo": (ada, f"{started}/undo"),
        "proposeRewind": (ada, f"{started}/rewinds"),
        "react": (ben, f"{started}/reactions"),
        "forkGame": (ada, f"{finished[0]}/forks"),
        "createWebhook": (ada, "/v1/webhooks"),
        "tryPuzzle": (ada, f"/v1/puzzles/{kept_puzzle(service)}/tries"),
        "decide": (ada, "/v1/bots/greedy/decisions"),
        "speakMcp": (ada, "/mcp"),
    }
    assert (
        addresses.keys() == {name for name in examples if "-" not in name} - {"recoverPlayer"} == {*REQUESTS, "decide"}
    )
    for name, (caller, path) in addresses.items():
        method = "PATCH" if name in CHANGING else "PUT" if name in REPLACING else "POST"
        answer = caller.ask(method, path, json=examples[name])
        assert answer.status_code < 300, (name, answer.text)


def test_every_example_of_a_parameter_is_accepted_as_it_is(service: Service, described: Described, finished):
    [ada, _] = finished[1]
    read: dict[str, Callable[[Any], str]] = {
        "/v1/games/{id}/replay": lambda query: f"{finished[0]}/replay?{query}",
        "/v1/games/{id}/events": lambda query: f"{finished[0]}/events?{query}",
        "/v1/games/{id}": lambda query: f"{finished[0]}?{query}",
        "/v1/games": lambda query: f"/v1/games?{query}",
        "/v1/leaderboards": lambda query: f"/v1/leaderboards?{query}",
        "/v1/explorer/cards": lambda query: f"/v1/explorer/cards?{query}",
        "/v1/explorer/combinations": lambda query: f"/v1/explorer/combinations?{query}",
        "/v1/catalogue": lambda query: f"/v1/catalogue?{query}",
        "/problems": lambda query: f"/problems?{query}",
        "/problems/{code}": lambda query: f"/problems/not_seated?{query}",
    }
    tried = set()
    for path, item in described["paths"].items():
        for parameter in item.get("get", {}).get("parameters", []):
            if "example" in (schema := parameter.get("schema", {})) or "example" in parameter:
                value = parameter.get("example", schema.get("example"))
                assert ada.get(read[path](f"{parameter['name']}={value}")).status_code == 200, (path, parameter)
                tried.add((path, parameter["name"]))
    assert ("/v1/games/{id}/replay", "fields") in tried
