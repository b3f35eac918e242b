"""Shapes of the rules (`game.shapes`) as marshmallow schemas, so that openapi.yaml describes them."""

from functools import cache
from typing import Any

from marshmallow import RAISE, Schema, fields, validate

from game.shapes import Counts, Field, ListOf, Nullable, Object, Shape, Text
from game.view_fields import SEAT_FIELDS, TABLE_FIELDS
from service.api.schemas.base import Answer

_VIEW_SHAPES = {field.name: field.shape for field in (*SEAT_FIELDS, *TABLE_FIELDS)}


@cache
def answer_schema(shape: Object | Counts) -> type[Answer]:
    """The schema of an answer with this shape."""
    described = {field.name: to_field(field.shape, field.meaning) for field in _fields(shape)}
    optional = frozenset(field.name for field in _fields(shape) if not field.required)
    doc = getattr(shape, "meaning", "")
    return type(shape.name, (Answer,), {**described, "optional": optional, "__doc__": doc or None})


@cache
def request_schema(shape: Object) -> type[Schema]:
    """The schema of a request with this shape. The rules check the request; this only describes it."""
    described = {field.name: to_field(field.shape, field.meaning, field.required) for field in shape.fields}
    meta = type("Meta", (), {"unknown": RAISE})
    return type(shape.name, (Schema,), {**described, "Meta": meta, "__doc__": shape.meaning or None})


def view_field(name: str) -> fields.Field[Any]:
    """A field as views have it, for an answer that has it too."""
    return to_field(_VIEW_SHAPES[name])


def _fields(shape: Object | Counts) -> tuple[Field, ...]:
    if isinstance(shape, Object):
        return shape.fields
    return tuple(Field(key, shape.numbers, required=shape.complete) for key in shape.keys)


def to_field(shape: Shape, meaning: str = "", required: bool = True) -> fields.Field[Any]:
    """The marshmallow field of a shape, with its meaning as the description."""
    options: dict[str, Any] = {"required": required, "metadata": {"description": meaning} if meaning else {}}
    if isinstance(shape, Nullable):
        shape, options["allow_none"] = shape.shape, True
    match shape:
        case None:
            return fields.Raw(**options)
        case range():
            return fields.Integer(validate=validate.Range(shape.start, shape.stop - 1), **options)
        case Text(most, _, example):
            options["metadata"] |= {"example": example} if example else {}
            return fields.String(validate=validate.Length(max=most), **options)
        case ListOf(each, most, least):
            return fields.List(to_field(each), validate=validate.Length(least or None, most), **options)
        case Object() | Counts():
            return fields.Nested(answer_schema(shape), **options)
        case type():
            return fields.Boolean(**options)
        case _:
            return fields.String(validate=validate.OneOf(shape), **options)
