"""openapi.yaml, made from the code: marshmallow schemas, and the shapes of the rules."""

from typing import Any

from apispec.yaml_utils import dict_to_yaml
from flask_smorest import Api

from game.intentions import BODIES
from game.options import OPTIONS
from game.shapes import Field, Object
from game.shorthands import SHORTHANDS
from service.api.schemas.events import Written
from service.api.schemas.from_shapes import request_schema
from service.api.schemas.problems import Problem
from service.games.intentions import MAX_BATCH_INTENTIONS

CONFIG = {
    "API_TITLE": "Wonderful World",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Play It's a Wonderful World: every accepted intention is an event.",
            "license": {"name": "All rights reserved"},
        }
    },
}
INTENTION = {"$ref": "#/components/schemas/Intention"}
WRITTEN = {
    "description": "Accepted: the new version, and the events as your seat may see them.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Written"}}},
}


def one_or_many_intentions() -> dict[str, Any]:
    """The schema of an intention's body, or of a batch."""
    batch = {"type": "array", "items": INTENTION, "minItems": 1, "maxItems": MAX_BATCH_INTENTIONS}
    return {"oneOf": [INTENTION, batch]}


def describe(api: Api) -> None:
    """Add what the blueprints do not say themselves: the token, the options, the intentions, the errors."""
    components = api.spec.components
    components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    _describe_intentions(components)
    for name, schema in (("GameOptions", request_schema(OPTIONS)), ("Written", Written), ("Problem", Problem)):
        if name not in components.schemas:
            components.schema(name, schema=schema)
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    components.responses.pop("DEFAULT_ERROR", None)
    components.response("DEFAULT_ERROR", {"description": "Any error: problem+json, RFC 9457.", "content": content})


def _describe_intentions(components: Any) -> None:
    bodies = BODIES | {kind: _shorthand_body(kind) for kind in SHORTHANDS}
    references = {}
    for kind, body in bodies.items():
        components.schema(body.name, schema=request_schema(body))
        references[kind] = f"#/components/schemas/{body.name}"
    components.schema(
        "Intention",
        {
            "oneOf": [{"$ref": reference} for reference in references.values()],
            "discriminator": {"propertyName": "type", "mapping": references},
        },
    )


def _shorthand_body(kind: str) -> Object:
    name = "".join(word.capitalize() for word in kind.split("_"))
    meaning = (SHORTHANDS[kind].__doc__ or "").split("\n")[0]
    return Object(f"{name}Intention", (Field("type", (kind,)),), meaning=meaning)


def to_yaml(api: Api) -> str:
    """The description as YAML."""
    described = api.spec.to_dict()
    for operations in described["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):  # flask-smorest adds a 422 without problem+json; `default` covers it
                operation["responses"].pop("422", None)
    unused = {"Error", "PaginationMetadata"}  # flask-smorest's own, which no operation uses
    components = described["components"]
    components["schemas"] = {name: schema for name, schema in components["schemas"].items() if name not in unused}
    components["responses"] = {"DEFAULT_ERROR": components["responses"]["DEFAULT_ERROR"]}
    return str(dict_to_yaml(described, {"allow_unicode": True, "width": 120, "sort_keys": False}))
