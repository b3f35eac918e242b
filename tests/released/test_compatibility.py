"""The API keeps what its last released description promises, or takes a new major version."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from service.api.description.document import EVERY_ANSWER
from service.api.description.headers import OF_EVERY_ANSWER
from service.run.up import ROOT
from tests.api_description import read_description
from tests.released.compatibility import Described, breaking_changes, new_words

pytestmark = pytest.mark.slow

RELEASED = Path(__file__).with_name("openapi.yaml")
"""The description of the last release. A release replaces it by the description of its time."""


def read(path: Path) -> Described:
    return read_description(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def released() -> Described:
    return read(RELEASED)


def version(described: Described) -> tuple[int, int]:
    """Major and minor."""
    major, minor, _ = described["info"]["version"].split(".")
    return int(major), int(minor)


def test_nothing_that_was_released_breaks_without_a_new_major_version(released: Described):
    current = read(ROOT / "openapi.yaml")
    found = breaking_changes(released, current)
    assert not found or version(current)[0] > version(released)[0], "\n".join(
        [
            *found,
            "keep these promises, or step the major version in service/api/description/document.py and in the path",
        ]
    )


def test_new_words_of_answers_step_the_minor_version(released: Described):
    current = read(ROOT / "openapi.yaml")
    found = new_words(released, current)
    assert not found or version(current) > version(released), "\n".join(
        [*found, "some generated clients refuse these: step the minor version in service/api/description/document.py"]
    )


def test_a_description_breaks_nothing_of_itself(released: Described):
    assert breaking_changes(released, released) == []


def describe_headers_once(described: Described) -> Described:
    """Move the headers of every answer to a place of their own. Returns them."""
    answers = [*described["components"].get("responses", {}).values()]
    for item in described["paths"].values():
        for method in item.keys() - {"parameters"}:
            answers += item[method]["responses"].values()
    for answer in answers:
        answer["headers"] = {
            name: each for name, each in answer.get("headers", {}).items() if name not in OF_EVERY_ANSWER
        }
    headers: Described = dict(OF_EVERY_ANSWER)
    described[EVERY_ANSWER] = {"headers": headers}
    return headers


def component(described: Described, name: str) -> Described:
    schema: Described = described["components"]["schemas"][name]
    return schema


def field(described: Described, component_name: str, name: str) -> Described:
    schema: Described = component(described, component_name)["properties"][name]
    return schema


def operation(described: Described, path: str, method: str) -> Described:
    found: Described = described["paths"][path][method]
    return found


def header(described: Described, name: str) -> Described:
    """The schema of a header of requests."""
    schema: Described = described["components"]["parameters"][name]["schema"]
    return schema


def add_intention(described: Described) -> None:
    """One with a required field of its own."""
    described["components"]["schemas"]["Bribe"] = deepcopy(component(described, "DraftIntention"))
    component(described, "Intention")["oneOf"].append({"$ref": "#/components/schemas/Bribe"})


def add_path(described: Described) -> None:
    """One that needs a token and a body."""
    described["paths"]["/v1/more"] = deepcopy(described["paths"]["/v1/bots/{strategy}/decisions"])
    operation(described, "/v1/more", "post")["operationId"] = "decideMore"


BREAKING: dict[str, Callable[[Described], Any]] = {
    "a path goes away": lambda d: d["paths"].pop("/v1/games/{id}/forks"),
    "an operation gets another name": lambda d: operation(d, "/v1/games", "post").update(operationId="makeGame"),
    "an operation needs a token": lambda d: operation(d, "/v1/catalogue", "get").update(security=[{"bearer": []}]),
    "another status": lambda d: operation(d, "/v1/games/{id}/undo", "post")["responses"].pop("201"),
    "a field of an answer goes away": lambda d: component(d, "Seat")["properties"].pop("empire"),
    "a field of an answer may be missing": lambda d: component(d, "Seat")["required"].remove("ready"),
    "a field of an answer gets another type": lambda d: component(d, "Seat")["properties"].update(
        ready={"type": "string"}
    ),
    "a field of an answer may be null": lambda d: component(d, "Seat")["properties"].update(
        ready={"type": ["boolean", "null"]}
    ),
    "a field of a request goes away": lambda d: component(d, "NewGame")["properties"].pop("bots"),
    "a field of a request becomes required": lambda d: component(d, "NewGame")["required"].append("side"),
    "a new required field of a request": lambda d: (
        component(d, "NewPlayer")["properties"].update(age={"type": "integer"}),
        component(d, "NewPlayer")["required"].append("age"),
    ),
    "a word of a request goes away": lambda d: component(d, "Empire")["enum"].pop(),
    "a request may be shorter than before": lambda d: field(d, "NewPlayer", "name").update(maxLength=10),
    "a request must be longer than before": lambda d: field(d, "NewPlayer", "name").update(minLength=5),
    "a parameter gets a bound": lambda d: next(
        p for p in operation(d, "/v1/games", "get")["parameters"] if p.get("name") == "limit"
    )["schema"].update(maximum=10),
    "an intention goes away": lambda d: component(d, "Intention")["oneOf"].pop(),
    "a field of a request must match a pattern": lambda d: field(d, "NewPlayer", "name").update(pattern="^[a-z]+$"),
    "a header of a request must match a pattern": lambda d: header(d, "IdempotencyKey").update(pattern="^[a-z]+$"),
    "another pattern": lambda d: header(d, "IfMatch").update(pattern="^[0-9]+$"),
    "a list of a request takes nothing twice": lambda d: field(d, "NewGame", "bots").update(uniqueItems=True),
    "items of a request are shorter than before": lambda d: field(d, "NewGame", "bots")["items"].update(maxLength=3),
    "an open request is closed": lambda d: component(d, "ForeignView").update(additionalProperties=False),
    "a request needs a body": lambda d: operation(d, "/v1/games/{id}/start", "post")["requestBody"].update(
        required=True
    ),
    "a header of an answer goes away": lambda d: operation(d, "/v1/games", "get")["responses"]["200"]["headers"].pop(
        "Link"
    ),
    "a header of every answer goes away": lambda d: describe_headers_once(d).pop("Vary"),
    "a described problem goes away": lambda d: operation(d, "/v1/games/{id}/undo", "post")["responses"].pop("409"),
    "a field of an answer loses its format": lambda d: field(d, "GameView", "version").pop("format"),
    "a field of a request gets another format": lambda d: field(d, "NewRewind", "version").update(format="int32"),
}
HARMLESS: dict[str, Callable[[Described], Any]] = {
    "a new path": add_path,
    "a new field of an answer": lambda d: component(d, "Seat")["properties"].update(mood={"type": "string"}),
    "a new optional field of a request": lambda d: component(d, "NewPlayer")["properties"].update(
        motto={"type": "string"}
    ),
    "a new intention": add_intention,
    "the headers of every answer are described once": describe_headers_once,
    "a wider bound": lambda d: field(d, "NewPlayer", "name").update(maxLength=100),
    "a pattern goes away": lambda d: header(d, "IfMatch").pop("pattern"),
    "a list may hold something twice": lambda d: field(d, "RedrawIntention", "cards").pop("uniqueItems"),
    "a new field of a request with a pattern": lambda d: component(d, "NewPlayer")["properties"].update(
        motto={"type": "string", "pattern": "^[a-z]+$", "maxLength": 9}
    ),
    "another description": lambda d: d["info"].update(description="Something else."),
}


@pytest.mark.parametrize("change", BREAKING.values(), ids=BREAKING)
def test_a_breaking_change_is_found(released: Described, change: Callable[[Described], Any]):
    changed = deepcopy(released)
    change(changed)
    assert breaking_changes(released, changed)


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_an_addition_breaks_nothing(released: Described, change: Callable[[Described], Any]):
    changed = deepcopy(released)
    change(changed)
    assert breaking_changes(released, changed) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda d: component(d, "Rank")["enum"].append("master"), "Rank: master"),
        (lambda d: component(d, "Problem")["properties"]["code"]["enum"].append("new"), "Problem.code: new"),
        (
            lambda d: component(d, "GameEvent")["oneOf"].append({"$ref": "#/components/schemas/Space"}),
            "GameEvent: Space",
        ),
    ],
    ids=["a rank", "a code", "an event"],
)
def test_a_new_word_of_an_answer_is_found_and_breaks_nothing_else(
    released: Described, change: Callable[[Described], Any], word: str
):
    changed = deepcopy(released)
    change(changed)
    assert new_words(released, changed) == [word]
    assert breaking_changes(released, changed) == []
