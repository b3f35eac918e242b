"""openapi.yaml describes every address, error, intention and field, and the service keeps to it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from game.events import EVENTS
from game.intentions import INTENTIONS
from game.shorthands import SHORTHANDS
from service.accounts.stored_token import SCOPES
from service.api.description.operations import EVERY_CODES
from service.problems import PROBLEMS
from service.run.web_worker import REFUSALS
from tests.api_description import PAGES, read_description
from tests.service.client import Service

TOKENLESS = re.compile("/(docs|healthz|openapi|problems|readyz)|/v1/(catalogue|bots|keys|registration)$")

GIVE_TOKENS = {("/v1/players", "post"), ("/v1/recoveries", "post")}

Described = dict[str, Any]


@pytest.fixture
def described(service: Service) -> Described:
    """The description as it is served."""
    return read_description(service.app.test_client().get("/openapi.yaml").text)


def operations(described: Described) -> dict[tuple[str, str], Described]:
    """(path, method) → operation."""
    return {
        (path, method): operation
        for path, item in described["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    }


def test_each_address_is_described_and_no_other_but_the_pages(service: Service, described: Described):
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in service.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert operations(described).keys() == {(path, method) for path, method in routes if not PAGES.fullmatch(path)}


def test_each_address_allows_the_methods_that_are_described(service: Service, described: Described):
    client = service.app.test_client()
    for path, item in described["paths"].items():
        word = re.sub(r"{\w+}", "0", path)
        allowed = {*client.options(word).headers["Allow"].lower().split(", ")} - {"head", "options"}
        assert allowed == item.keys() - {"parameters"}, path


def test_what_a_field_has_if_it_is_left_out_fits_its_own_schema(described: Described):
    found = [each for each in parts(described) if "default" in each and "$ref" not in each and "responses" not in each]
    assert len(found) > 10
    assert [each for each in found if not Draft202012Validator(each).is_valid(each["default"])] == []


def test_an_object_says_what_it_may_hold(described: Described):
    """openapi-generator warns of one that does not."""
    contents = {"properties", "additionalProperties", "allOf"}
    assert [each for each in parts(described) if each.get("type") == "object" and contents.isdisjoint(each)] == []


def parts(value: Any) -> Iterator[Described]:
    """All objects within a description, schemas among them."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(each)


@pytest.mark.slow
def test_openapi_3_2_is_the_same_but_for_the_items_of_streams(service: Service, described: Described):
    other = yaml.safe_load(service.app.test_client().get("/openapi-3.2.yaml").text)
    assert (other.pop("openapi"), described["openapi"]) == ("3.2.0", "3.1.0")
    for path in ("/v1/games/{id}/events", "/v1/turns"):
        before, after = [each["paths"][path]["get"]["responses"]["200"]["content"] for each in (described, other)]
        items = before["application/x-ndjson"]["schema"]["contentSchema"]["anyOf"]
        assert after["application/x-ndjson"]["itemSchema"]["anyOf"] == items
        data = after["text/event-stream"]["itemSchema"]["properties"]["data"]
        assert data["contentSchema"]["anyOf"] == items
        for media_type in ("application/x-ndjson", "text/event-stream"):
            after[media_type] = before[media_type]
    assert other == {name: value for name, value in described.items() if name != "openapi"}


def test_each_operation_has_a_name_of_its_own_a_summary_and_a_tag(described: Described):
    found = [*operations(described).values()]
    names = [operation["operationId"] for operation in found]
    assert len({*names}) == len(names)
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)*", name) for name in names)
    assert all(operation["summary"].endswith(".") for operation in found)
    assert {tag for operation in found for tag in operation["tags"]} == {tag["name"] for tag in described["tags"]}


def test_each_operation_needs_a_token_if_it_says_so(service: Service, described: Described):
    client = service.app.test_client()
    for (path, method), operation in operations(described).items():
        needs_token = not TOKENLESS.match(path) and (path, method) not in GIVE_TOKENS
        answer = client.open(re.sub(r"{\w+}", "0", path), method=method)
        assert (answer.status_code == 401) == needs_token, (method, path)
        scopes = [security["bearer"] for security in operation["security"]]
        assert bool(scopes) == needs_token, (method, path)
        assert all(scope in ([], *[[each] for each in SCOPES]) for scope in scopes), (method, path)
        assert ("401" in operation["responses"]) == needs_token


def test_a_path_holds_its_own_parameters_only(described: Described):
    """swagger-ui does not look up references there: it shows a field without a name."""
    shared = [parameter for item in described["paths"].values() for parameter in item.get("parameters", [])]
    assert {parameter["in"] for parameter in shared} == {"path"}
    for operation in operations(described).values():
        assert {"$ref": "#/components/parameters/RequestId"} in operation["parameters"]


def test_every_problem_names_its_codes(described: Described):
    found = {*EVERY_CODES}
    for operation in operations(described).values():
        errors = {status: answer["$ref"] for status, answer in operation["responses"].items() if status[0] not in "23"}
        assert errors.pop("default") == "#/components/responses/Problem"
        codes, told = {*operation["x-codes"]}, set[str]()
        for status, reference in errors.items():
            answer = described["components"]["responses"][reference.rsplit("/", 1)[1]]
            assert answer["content"]["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
            named = re.findall("`([a-z_]+)`", answer["description"])
            assert {PROBLEMS[code].status for code in named} == {int(status)}
            told.update(named)
        assert codes <= told
        found |= codes
        assert "malformed_request" in told, "the web server refuses a request before it knows the operation"
    everywhere = {"internal_error", "method_not_allowed"}
    everywhere |= {*REFUSALS.values()}  # of the web server
    only_in_python = {"already_resigned", "invalid_deck", "time_left"}
    unnamed = {*described["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]} - found
    assert unnamed <= everywhere | only_in_python, (
        "add them to the `problems` of the operations in service/api/resources/ that can answer them"
    )
    assert found | everywhere | only_in_python == found | unnamed


def test_every_type_of_intention_is_described_with_its_fields(described: Described):
    schemas = described["components"]["schemas"]
    names = [reference["$ref"].rsplit("/", 1)[1] for reference in schemas["Intention"]["oneOf"]]
    types = [schemas[name]["properties"]["type"]["enum"] for name in names]
    assert types == [[kind] for kind in (*sorted(INTENTIONS), *SHORTHANDS)]
    assert schemas["PlaceIntention"]["properties"].keys() == {"type", "item", "onto", "as"}
    assert {*schemas["PlaceIntention"]["required"]} == {"type", "item", "onto"}


OPTIONAL_FIELDS = {
    "Act": {"player", "by", "recovery_code"},
    "Alternative": {"plan"},
    "ConstructionBonus": {"krystallium", "general", "financier"},
    "Cost": {"materials", "energy", "science", "gold", "exploration", "krystallium", "general", "financier"},
    "Cubes": {"materials", "energy", "science", "gold", "exploration"},
    "Decision": {"score", "estimate", "fallback", "explanation"},
    "Frame": {"view", "fields"},
    "ProblemFault": {"parameter", "pointer"},
    "RewindWritten": {"head", "receipt", "view", "legal"},
    "RpcResponse": {"id", "result", "error"},
    "Seat": {"picked", "hand", "candidates"},
    "Clock": {"increment", "misses"},
    "GameView": {"code", "deck", "pools"},
    "ViewItem": {"view", "legal", "receipt"},
    "Written": {"head", "receipt", "view", "legal"},
}
"""The fields that an answer may lack, by schema; those of events and problems are tested apart."""


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
    schemas = described["components"]["schemas"]
    answers = [operation["responses"] for operation in operations(described).values()]
    names = referenced_schemas(described, [answers, described["components"]["responses"]])
    requested = referenced_schemas(described, schemas["Intention"]) | {"Intention", "GameOptions", "PartialView"}
    assert {"GameView", "Seat", "Problem", "Written", "Verdict", "Frame"} <= names
    for name in names:
        schema = schemas[name]
        if "enum" in schema or "oneOf" in schema or schema.get("maxProperties") == 0:
            continue
        assert schema["additionalProperties"] is False, f"{name} must be closed"
        optional = schema["properties"].keys() - {*schema.get("required", [])}
        if name.endswith("Event"):
            assert optional == {"text", "undone"}
        elif name.endswith("Problem"):
            assert optional == {"errors", "game", "limit", "violated-policies", "reason", "until", "contact"}
        elif not name.endswith("Data") and name not in requested:
            assert optional == OPTIONAL_FIELDS.get(name, set()), f"{name}: require these fields or add them here"


def test_an_event_may_lack_only_what_is_secret_or_has_a_default(described: Described):
    schemas = described["components"]["schemas"]
    for declared in EVENTS.values():
        keys = {*declared.keys.values()}
        defaults = {declared.keys[name] for name in declared.defaults}
        shape = schemas[f"{declared.event.__name__}Data"]
        properties = shape.get("properties", {}).keys()
        shown = {"hand", "hands"} if declared.gives_hands else set()
        assert properties == keys | shown
        assert properties - {*shape.get("required", [])} == (keys - declared.public) | defaults | shown


def test_every_type_of_event_is_described(described: Described):
    union = described["components"]["schemas"]["GameEvent"]
    assert union["discriminator"]["mapping"].keys() == EVENTS.keys()


def test_every_field_of_a_view_is_described(service: Service, described: Described, finished):
    game, callers = finished
    view = callers[0].get(game).json
    schemas = described["components"]["schemas"]
    assert view.keys() == schemas["GameView"]["properties"].keys() - {"code"}, "only an open private game has a code"
    assert view["seats"][0].keys() == schemas["Seat"]["properties"].keys()
    assert view["result"].keys() == schemas["GameResult"]["properties"].keys()
    assert view["supremacy"][0].keys() == schemas["Supremacy"]["properties"].keys()
