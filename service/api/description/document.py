"""openapi.yaml, made from the code: the operations of the blueprints, and the shapes of bodies and answers."""

import json
import re
from functools import lru_cache
from typing import Any

import yaml
from flask_smorest import Api

from service.api.description.headers import EVERYWHERE, HEADERS, OF_EVERY_ANSWER, PARAMETERS, parameter
from service.api.description.json_schema import SCHEMAS
from service.api.description.operations import EVENT_STREAM, EVERY_CODES, EXAMPLES, NDJSON, RECORDED_BODIES, RESPONSES

EVERY_ANSWER = "x-every-answer"
"""The field of the document with the headers of all answers, which OpenAPI has no place for."""
FastDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
"""Each web process writes the description when it starts: libyaml does that in a third of the time."""
DESCRIPTION = f"""\
Play It's a Wonderful World over HTTP: every accepted intention is an event.

- All games have versions: the number of events so far. The version is the `ETag` of a game, the cursor of its events, \
and what `If-Match` and `?at=` take.
- Most operations need a token: `Authorization: Bearer …`. An operation with `security: []` needs none. \
The others name the scope that the token needs.
- Every error is a problem (RFC 9457) with a stable `code`. `x-codes` lists those of an operation. Others are common: \
{", ".join(f"`{code}`" for code in sorted(EVERY_CODES))}.
- Every answer has {", ".join(f"`{name}`" for name in OF_EVERY_ANSWER)}: `{EVERY_ANSWER}` describes them, \
and no operation repeats them.
- New operations and new fields of answers may come at any time: ignore what you do not know. New words of enums, new \
events and new codes come with a new minor version of this description, because some generated clients refuse what \
they do not know. Nothing goes away and nothing changes its meaning without a new version in the path.
"""
CONFIG = {
    "API_TITLE": "Wonderful World",
    "API_VERSION": "1.11.0",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": DESCRIPTION,
            "license": {"name": "All rights reserved", "identifier": "LicenseRef-All-rights-reserved"},
        },
        "servers": [{"url": "/", "description": "The service that serves this description."}],
    },
}

STREAM = re.compile(
    rf"(?P<head>(?P<type>{NDJSON}|{EVENT_STREAM}):\n +)schema:\n"
    r"(?P<schema>(?: {16}.+\n)+? {16}contentSchema:.*\n(?: {18}.+\n)*)"
)
"""In the description: the content of a stream, a text whose `contentSchema` is that of its items."""
MAX_SHORT_FIELDS, MAX_SHORT_WORDS, MAX_SHORT_CHARACTERS = 5, 2, 80
"""Of an object that is written on one line, of a list in it, and of a text: references, numbers with their bounds."""
MAX_LINE_CHARACTERS = 110
"""Other objects and lists are written on one line if they have no more, without quotes."""
MEANT_BY = {
    "PartialView": "GameView",
    "ForeignView": "GameView",
    "ForeignSeat": "Seat",
    "CreatedWebhook": "Webhook",
    "WebhookDetails": "Webhook",
}
"""Component → the one that describes the fields of both."""
DOCUMENT_ORDER = ("openapi", "info", "servers", EVERY_ANSWER, "tags", "paths", "components")
OPERATION_ORDER = (
    "operationId",
    "summary",
    "description",
    "tags",
    "security",
    "parameters",
    "requestBody",
    "responses",
    "x-codes",
)


def describe(api: Api) -> None:
    """Add what the operations refer to: the token, headers, schemas of the shapes, the general problem."""
    components = api.spec.components
    components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    for name, response in RESPONSES.items():
        components.response(name, response)
    for name, described in PARAMETERS.items():
        components.parameter(name, described["in"], described)
    for name in EXAMPLES.values():
        components.example(name, {"value": RECORDED_BODIES[name]})
    for name, header in HEADERS.items():
        components.header(name, header)
    for name, schema in SCHEMAS.items():
        components.schema(name, schema)


def to_yaml(api: Api) -> str:
    """The description as YAML, each part in the order in which people read it."""
    described = api.spec.to_dict() | {EVERY_ANSWER: {"headers": OF_EVERY_ANSWER}}
    for item in described["paths"].values():
        for method, operation in item.items():
            if isinstance(operation, dict):
                for asked in (*operation.get("parameters", []), operation.get("requestBody", {})):
                    if asked.get("required") is False:
                        del asked["required"]  # what nobody has to send is the default of OpenAPI
                # Not among those of the path, where swagger-ui shows such references as fields without a name.
                operation["parameters"] = [*operation.get("parameters", []), *map(parameter, EVERYWHERE)]
                item[method] = _in_order(operation, OPERATION_ORDER)
    components = described["components"]
    unused = {"Error", "PaginationMetadata"}  # flask-smorest's own, which no operation uses
    components["schemas"] = {
        name: components["schemas"][name] for name in sorted(components["schemas"].keys() - unused)
    }
    for name, of in MEANT_BY.items():
        components["schemas"][name] = _described_by(components["schemas"][of], of, components["schemas"][name])
    return _write_yaml(json.dumps(_in_order(described, DOCUMENT_ORDER)))


def _described_by(other: dict[str, Any], name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object, without the meanings that another one, `name`, gives its fields too."""
    meanings = {field: each.get("description") for field, each in other["properties"].items()}
    fields = {
        field: {key: value for key, value in each.items() if key != "description" or value != meanings.get(field)}
        for field, each in schema["properties"].items()
    }
    text = " ".join(filter(None, (schema.get("description"), f"{name} says what its fields mean.")))
    return {"type": "object"} | schema | {"description": text, "properties": fields}


@lru_cache(maxsize=1)
def in_3_2(text: str) -> str:
    """A description as OpenAPI 3.2, which tells what each item of a stream is; 3.1 can only say that it is a text."""
    return STREAM.sub(_of_items, text.replace("openapi: 3.1.0", "openapi: 3.2.0", 1))


def _of_items(found: re.Match[str]) -> str:
    """The content of a stream, with the schema of its items: JSON objects, or events whose data are JSON objects."""
    schema = yaml.safe_load(found["schema"])
    item = {"description": schema["description"], **schema["contentSchema"]}
    if found["type"] == EVENT_STREAM:
        data = {"type": "string", "contentMediaType": schema["contentMediaType"], "contentSchema": item}
        fields = {"id": {"type": "string"}, "event": {"type": "string"}, "retry": {"type": "integer"}, "data": data}
        item = {"type": "object", "properties": fields, "required": ["data"]}
    return f"{found['head']}itemSchema: {json.dumps(item)}\n"


@lru_cache(maxsize=1)
def _write_yaml(described: str) -> str:
    """The YAML of a JSON text. All applications of a process have the same description, so it is written once."""
    return yaml.dump(json.loads(described), Dumper=_Dumper, allow_unicode=True, width=120, sort_keys=False)


class _Dumper(FastDumper):  # type: ignore[misc]  # not every PyYAML has libyaml
    """Writes texts of several lines as such, short objects and lists of words on one line, and never an alias.

    Some generators cannot read an alias.
    """

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _write_text(dumper: Any, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _write_object(dumper: Any, value: dict[str, Any]) -> Any:
    is_short = len(value) <= MAX_SHORT_FIELDS and all(map(_is_short, value.values()))
    is_short = is_short or all(isinstance(each, dict) and [*each] == ["$ref"] for each in value.values())
    return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=is_short or _fits(value))


def _write_list(dumper: Any, values: list[Any]) -> Any:
    is_short = all(isinstance(value, str | int) for value in values) or (
        len(values) <= MAX_SHORT_WORDS and all(isinstance(value, dict) and len(value) == 1 for value in values)
    )
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=is_short or _fits(values))


def _fits(value: Any) -> bool:
    """Whether a value can be written on one line."""
    text = json.dumps(value, ensure_ascii=False)
    return len(text) - text.count('"') <= MAX_LINE_CHARACTERS and "\\n" not in text


def _is_short(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= MAX_SHORT_WORDS and all(isinstance(each, str) for each in value)
    return not isinstance(value, dict) and len(str(value)) <= MAX_SHORT_CHARACTERS


_Dumper.add_representer(str, _write_text)
_Dumper.add_representer(dict, _write_object)
_Dumper.add_representer(list, _write_list)


def _in_order(described: dict[str, Any], order: tuple[str, ...]) -> dict[str, Any]:
    """The same entries, those of the order first."""
    first = {key: described[key] for key in order if key in described}
    return first | described
