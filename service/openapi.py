"""openapi.yaml, made from the code: marshmallow schemas, and the intentions from the rules."""

from dataclasses import fields
from typing import Any

from apispec.yaml_utils import dict_to_yaml
from flask_smorest import Api

from game.batches import BATCHES
from game.cards import CHARACTERS, KINDS
from game.intentions import TYPES
from service.answers.events import Written
from service.answers.problems import ProblemOut

TEXT = {"type": "string", "maxLength": 64}
FIELDS: dict[str, dict[str, Any]] = {
    "character": {"enum": list(CHARACTERS)},
    "item": {"enum": list(KINDS)},
    "cards": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2, "uniqueItems": True},
    "on": {"type": "boolean"},
}
"""Fields of intentions that are not just text."""


def describe(api: Api) -> None:
    """Add what the blueprints do not say themselves: the token, the intentions, the errors."""
    components = api.spec.components
    components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    made = {kind: _intention(kind) for kind in TYPES} | {kind: _batch(kind) for kind in BATCHES}
    for kind, schema in made.items():
        components.schema(_name(kind), schema)
    references = {kind: f"#/components/schemas/{_name(kind)}" for kind in made}
    components.schema(
        "Intention",
        {
            "oneOf": [{"$ref": reference} for reference in references.values()],
            "discriminator": {"propertyName": "type", "mapping": references},
        },
    )
    if "Written" not in components.schemas:
        components.schema("Written", schema=Written)
    components.schema("Problem", schema=ProblemOut)
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    components.responses.pop("DEFAULT_ERROR", None)
    components.response("DEFAULT_ERROR", {"description": "Any error: problem+json, RFC 9457.", "content": content})


def text(api: Api) -> str:
    """The description as YAML."""
    described = api.spec.to_dict()
    for operations in described["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):  # flask-smorest adds a 422 that is no problem+json; `default` tells of all
                operation["responses"].pop("422", None)
    for kind, kept in (
        ("responses", {"DEFAULT_ERROR"}),
        ("schemas", described["components"]["schemas"].keys() - {"Error"}),
    ):
        described["components"][kind] = {k: v for k, v in described["components"][kind].items() if k in kept}
    return str(dict_to_yaml(described, {"allow_unicode": True, "width": 120, "sort_keys": False}))


def _name(kind: str) -> str:
    return f"{''.join(word.capitalize() for word in kind.split('_'))}Intention"


def _intention(kind: str) -> dict[str, Any]:
    names = ["as" if f.name == "kind" else f.name for f in fields(TYPES[kind]) if f.name != "seat"]
    properties: dict[str, Any] = {"type": {"const": kind}}
    properties |= {name: FIELDS.get(name, TEXT) for name in names}
    return {
        "type": "object",
        "description": (TYPES[kind].__doc__ or "").split("\n")[0],
        "required": ["type", *[name for name in names if name != "as"]],
        "properties": properties,
        "additionalProperties": False,
    }


def _batch(kind: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": (BATCHES[kind].__doc__ or "").split("\n")[0],
        "required": ["type"],
        "properties": {"type": {"const": kind}},
        "additionalProperties": False,
    }
