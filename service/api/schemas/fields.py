"""marshmallow's fields, as bodies have them; and the values of the game, as the core describes them.

All are checked as the core checks its own values: strictly (`True` is no number, `"1"` neither), with one sentence for
whatever is wrong. A field is required unless it says otherwise.
"""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, ValidationError, fields

from game.message import Message
from game.shapes import Field, ListOf, Mismatch, Nullable, Number, Object, Shape, Text, describe, fit
from service.api.description.json_schema import Union
from service.api.schemas.validate import Length, OneOf, Printable, Range, Unique
from service.language.given_names import Unfit, read_name


class _Strict(fields.Field[Any]):
    """`description`, `example`: in openapi.yaml. `held`: what marshmallow's field takes first."""

    def __init__(
        self, description: str = "", *held: Any, example: str = "", required: bool = True, **more: Any
    ) -> None:
        metadata = ({"examples": [example]} if example else {}) | ({"description": description} if description else {})
        super().__init__(*held, required=required, metadata=metadata, **more)
        self.shape: Shape = Nullable(self._shape()) if self.allow_none else self._shape()

    def _shape(self) -> Shape:
        """What a value must be, by the validators."""
        raise NotImplementedError

    def _check(self, kind: type) -> Any:
        """The validator of this kind, None without one."""
        return next((each for each in self.validators if isinstance(each, kind)), None)

    def _bounds(self, kind: type) -> Any:
        """The validator of this kind. Raises TypeError without its `max`: whatever a request holds is bounded."""
        found = self._check(kind)
        if found is None or found.max is None:
            raise TypeError(f"{type(self).__name__} needs {kind.__name__} of service.api.schemas.validate, with a max")
        return found

    def make_error(self, key: str, **_: Any) -> ValidationError:
        if key == "required":
            return ValidationError(Message("is missing"))
        shape = self._shape()
        return ValidationError(Message("must be {shape}", shape=describe(None if isinstance(shape, Union) else shape)))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return fit(value, self.shape)
        except Mismatch as mismatch:
            raise ValidationError([*mismatch.faults]) from None


class String(_Strict, fields.String):
    """A text, with the validator Length, Printable or OneOf."""

    def _shape(self) -> Shape:
        if words := self._check(OneOf):
            return tuple(words.choices)
        length = self._bounds(Length)
        return Text(length.max, isinstance(length, Printable), None, length.min or 0)


class Name(String):
    """A name that people give, as it is kept: `read` normalizes it, or raises Unfit."""

    def __init__(self, most: int, read: Callable[[str], str] = read_name, description: str = "", **more: Any) -> None:
        self._read = read
        super().__init__(description, validate=Printable(1, most), post_load=self._keep, **more)

    def _keep(self, text: str) -> Any:
        try:
            return self._deserialize(self._read(text))
        except Unfit as unfit:
            raise ValidationError(unfit.message) from None


class Integer(_Strict, fields.Integer):
    """A whole number, with the validator Range."""

    def _shape(self) -> Shape:
        bounds = self._bounds(Range)
        return range(bounds.min, bounds.max + 1)


class Float(_Strict, fields.Float):
    """A number, which may have a fraction."""

    def _shape(self) -> Shape:
        bounds = self._check(Range)
        return Number(*(each for each in (bounds.min, bounds.max) if each is not None)) if bounds else Number()


class Boolean(_Strict, fields.Boolean):
    def _shape(self) -> Shape:
        return bool


class Time(_Strict, fields.AwareDateTime):
    """A time in UTC (RFC 3339), of an answer."""

    def _shape(self) -> Shape:
        return None


class List(_Strict, fields.List[Any]):
    """A list, with the validator Length, and Unique if its items differ."""

    def __init__(self, item: fields.Field[Any], description: str = "", **more: Any) -> None:
        super().__init__(description, item, **more)

    def _shape(self) -> Shape:
        length = self._bounds(Length)
        return ListOf(None, length.max, length.min or 0, bool(self._check(Unique)))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        return fields.List._deserialize(self, super()._deserialize(value), attr, data, **more)


class Nested(_Strict, fields.Nested):
    """An object with a schema of its own."""

    def __init__(self, schema: type[Schema], description: str = "", **more: Any) -> None:
        super().__init__(description, schema, **more)

    def _shape(self) -> Shape:
        return Object("", ())

    _deserialize = fields.Nested._deserialize


class Shaped(_Strict):
    """A value that belongs to the game: the core describes it once, for its own checks, too."""

    def __init__(self, shape: Shape, description: str = "", allow_none: bool = False, **more: Any) -> None:
        self._given, is_nullable = (shape.shape, True) if isinstance(shape, Nullable) else (shape, allow_none)
        super().__init__(description, allow_none=is_nullable, **more)

    def _shape(self) -> Shape:
        return self._given


class Unchecked(Shaped):
    """A value of the game that the rules check themselves, and say more about than its shape."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return value


def shaped(field: Field, **more: Any) -> Shaped:
    """A field of an object of the game."""
    return Shaped(field.shape, field.meaning, **{"required": field.required} | more)


def shaped_fields(shape: Object, **more: Any) -> dict[str, Shaped]:
    """All fields of an object of the game."""
    return {field.name: shaped(field, **more) for field in shape.fields}
