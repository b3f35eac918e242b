"""Schemas as JSON Schemas: what apispec's plugin for marshmallow does not know of ours."""

from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from apispec.ext.marshmallow.schema_resolver import SchemaResolver
from marshmallow import RAISE, Schema, fields

from service.api.description.json_schema import MAX_INT32, Json, schema_of
from service.api.schemas.fields import Shaped, String
from service.api.schemas.validate import Unique

FIRST, LAST = ("type", "items"), ("examples", "description")
"""The keywords that people look for at the beginning and at the end."""


class _Converter(OpenAPIConverter):
    def schema2jsonschema(self, schema: Schema) -> Json:
        """An object: described by the docstring of its class, and closed if it refuses other fields."""
        found: Json = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        fields = found.pop("properties")
        text = schema.__class__.__dict__.get("__doc__")
        described = {"type": "object"} | ({"description": " ".join(text.split())} if text else {})
        if not fields:  # generators make an untyped value of an object without properties, but a map of this
            return described | {"additionalProperties": {"type": "string"}, "maxProperties": 0}
        required = [name for name in fields if name in found.get("required", ())]
        described |= {"properties": fields} | ({"required": required} if required else {})
        return described | ({"additionalProperties": False} if schema.unknown == RAISE else {})

    def field2property(self, field: fields.Field[Any]) -> Json:
        """A field; the game's values and words as their own components have them."""
        if isinstance(field, Shaped) or (isinstance(field, String) and isinstance(field.shape, tuple)):
            found = schema_of(field.shape) | self.metadata2properties(field)
        else:
            found = super().field2property(field)
        if any(isinstance(check, Unique) for check in field.validators):
            found["uniqueItems"] = True
        if found.get("maximum", 0) > MAX_INT32 and "integer" in found["type"]:
            found["format"] = "int64"
        return dict(sorted(found.items(), key=lambda item: (item[0] in LAST) - (item[0] in FIRST)))

    def get_ref_dict(self, schema: Schema) -> Json:
        """A reference to a schema, or a list of it."""
        found: Json = super().get_ref_dict(schema)  # type: ignore[no-untyped-call]
        most = getattr(schema, "most_items", None)
        return found | {"maxItems": most} if most else found


class _Resolver(SchemaResolver):
    def resolve_schema_dict(self, schema: Any) -> Any:
        """The JSON Schema of a schema; of a stream with that of its items."""
        if isinstance(schema, dict) and "contentSchema" in schema:
            schema = schema | {"contentSchema": self.resolve_schema_dict(schema["contentSchema"])}
        return super().resolve_schema_dict(schema)  # type: ignore[no-untyped-call]


class Plugin(MarshmallowPlugin):
    """apispec's plugin with these."""

    Converter, Resolver = _Converter, _Resolver
