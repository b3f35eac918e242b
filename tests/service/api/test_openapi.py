"""openapi.yaml describes every address, error, intention and field, and the service keeps to it."""

import re
from typing import Any

import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from game.intentions import TYPES
from game.shorthands import SHORTHANDS
from tests.service.client import Service, id_of

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.status_code_conformance,
]
TOKENLESS = re.compile("/(docs|healthz|readyz|openapi)|/v1/(catalogue|bots)$")

Described = dict[str, Any]
schemathesis.serializer.alias("application/x-ndjson", "text/plain")  # whatever text it makes up


@pytest.fixture
def described(service: Service) -> Described:
    """The description as it is served."""
    return yaml.safe_load(service.app.test_client().get("/openapi.yaml").text)


def operations(described: Described) -> dict[tuple[str, str], Described]:
    """(path, method) → operation."""
    return {
        (path, method): operation
        for path, item in described["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    }


def test_each_address_is_described_and_no_other(service: Service, described: Described):
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in service.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert operations(described).keys() == routes


def test_each_address_that_needs_a_token_is_described_so(described: Described):
    for (path, method), operation in operations(described).items():
        needs_token = not TOKENLESS.match(path) and (path, method) != ("/v1/players", "post")
        assert bool(operation.get("security")) == needs_token, (method, path)


def test_every_error_is_described_as_a_problem(described: Described):
    for (path, method), operation in operations(described).items():
        errors = [status for status in operation["responses"] if not status.startswith(("2", "3"))]
        assert errors == ["default"], (method, path)
    assert described["components"]["responses"].keys() == {"DEFAULT_ERROR"}
    assert [*described["components"]["responses"]["DEFAULT_ERROR"]["content"]] == ["application/problem+json"]


def test_every_type_of_intention_is_described_with_its_fields(described: Described):
    schemas = described["components"]["schemas"]
    names = [reference["$ref"].rsplit("/", 1)[1] for reference in schemas["Intention"]["oneOf"]]
    types = [schemas[name]["properties"]["type"]["enum"] for name in names]
    assert types == [[kind] for kind in (*TYPES, *SHORTHANDS)]
    assert schemas["PlaceIntention"]["properties"].keys() == {"type", "item", "onto", "as"}
    assert {*schemas["PlaceIntention"]["required"]} == {"type", "item", "onto"}


OPTIONAL_FIELDS = {
    "Cubes": {"materials", "energy", "science", "gold", "exploration"},
    "GameEvent": {"text"},
    "PlaceIntention": {"as"},
    "Problem": {"errors"},
    "ProblemFault": {"parameter", "pointer"},
    "Seat": {"picked", "hand", "candidates"},
    "Turn": {"legal"},
    "View": {"deck", "pools"},
    "Written": {"head", "number", "view", "legal"},
}
"""The only fields that an answer may lack, by schema."""


def referenced_schemas(described: Described, value: Any) -> set[str]:
    """The names of the schemas that a part of the description refers to, directly or through others."""
    found: set[str] = set()
    values = [value]
    while values:
        match values.pop():
            case {"$ref": str(reference)} if "/schemas/" in reference:
                name = reference.rsplit("/", 1)[1]
                values += [] if name in found else [described["components"]["schemas"][name]]
                found.add(name)
            case dict() as inner:
                values += inner.values()
            case list() as inner:
                values += inner
    return found


def test_every_schema_of_an_answer_is_closed_and_requires_its_fields(described: Described):
    answers = [operation["responses"] for operation in operations(described).values()]
    names = referenced_schemas(described, [answers, described["components"]["responses"]]) - {"Intention"}
    assert {"View", "Seat", "Problem", "Written", "Verdict", "Frame"} <= names
    for name in names:
        schema = described["components"]["schemas"][name]
        assert schema["additionalProperties"] is False, f"{name} must be closed"
        optional = schema["properties"].keys() - {*schema.get("required", [])}
        assert optional == OPTIONAL_FIELDS.get(name, set()), f"{name}: require these fields or add them here"


def test_every_field_of_a_view_is_described(service: Service, described: Described, finished):
    game, callers = finished
    view = callers[0].get(game).json
    schemas = described["components"]["schemas"]
    assert view.keys() == schemas["View"]["properties"].keys()
    assert view["seats"][0].keys() == schemas["Seat"]["properties"].keys()
    assert view["result"].keys() == schemas["Result"]["properties"].keys()
    assert view["supremacy"][0].keys() == schemas["Supremacy"]["properties"].keys()


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_nothing_that_can_be_sent_breaks_the_service_or_its_description(mode: GenerationMode, service: Service):
    schema = schemathesis.openapi.from_wsgi("/openapi.yaml", service.app)
    for operation in (result.ok() for result in schema.get_all_operations()):
        if not TOKENLESS.match(operation.path):  # to the others nothing can be sent
            game, [ada, _] = service.start_game(2)
            send_much(operation, mode, [id_of(game), id_of(service.open_game(ada, bots=["random"]))], ada.token)


def send_much(operation: Any, mode: GenerationMode, ids: list[str], token: str) -> None:
    """Requests made from the description, or against it, about these games and unknown ones."""
    quiet = settings(
        max_examples=80, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )

    @quiet
    @given(case=operation.as_strategy(generation_mode=mode), id=st.sampled_from([None, *ids]))
    def send(case: Any, id: str | None) -> None:
        if id and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = id
        if "wait" in (case.query or {}):
            case.query["wait"] = 0
        case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {token}"})

    send()
