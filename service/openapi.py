"""openapi.yaml, made from the code: marshmallow schemas, and the intentions from the rules."""

from dataclasses import fields
from typing import Any

from flask_smorest import Api

from game.cards import CHARACTERS, KINDS
from game.intentions import TYPES
from service.schemas import ProblemOut, Written

PLACES = {"character": {"enum": list(CHARACTERS)}, "item": {"enum": list(KINDS)}}
TEXT = {"type": "string", "maxLength": 64}


def describe(api: Api) -> None:
    """Add what the blueprints do not say themselves: the token, the intentions, the errors."""
    components = api.spec.components
    components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    for kind in TYPES:
        components.schema(_name(kind), _intention(kind))
    references = {kind: f"#/components/schemas/{_name(kind)}" for kind in TYPES}
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
    return str(api.spec.to_yaml({"allow_unicode": True, "width": 120, "sort_keys": False}))


def _name(kind: str) -> str:
    return f"{kind.capitalize()}Intention"


def _intention(kind: str) -> dict[str, Any]:
    names = ["as" if f.name == "kind" else f.name for f in fields(TYPES[kind]) if f.name != "seat"]
    properties: dict[str, Any] = {"type": {"const": kind}}
    properties |= {name: PLACES.get(name, TEXT) for name in names}
    return {
        "type": "object",
        "description": (TYPES[kind].__doc__ or "").split("\n")[0],
        "required": ["type", *[name for name in names if name != "as"]],
        "properties": properties,
        "additionalProperties": False,
    }
