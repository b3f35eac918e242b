"""marshmallow's fields, as bodies have them; and the values of the game, as the core describes them.

A field takes its own JSON type only: `True` is no number, `"1"` neither. It is required unless it says otherwise.
Whatever is wrong with a value, its field says in one sentence what it must be.
"""

from collections.abc import Callable
from typing import Any

from marshmallow import ValidationError, fields

from game.message import Message
from game.shapes import Field, ListOf, Mismatch, Nullable, Number, Object, Shape, Text, describe, fit
from service.api.schemas.validate import Length, OneOf, Printable, Range, Unique
from service.language.given_names import Unfit, read_name


class _Strict(fields.Field[Any]):
    """`description`: in openapi.yaml, where `more` keywords of JSON Schema can stand, too."""

    shape: Shape
    """What a value must be, as far as a sentence about it goes; null where it may be null."""

    def __init__(self, *args: Any, required: bool = True, description: str = "", **more: Any) -> None:
        metadata = {**more.pop("metadata", {}), **({"description": description} if description else {})}
        super().__init__(*args, required=required, metadata=metadata, **more)
        self.shape = Nullable(self._shape()) if self.allow_none else self._shape()

    def _shape(self) -> Shape:
        raise NotImplementedError

    def _check(self, kind: type) -> Any:
        """The validator of this kind, None without one."""
        return next((each for each in self.validators if isinstance(each, kind)), None)

    def make_error(self, key: str, **_: Any) -> ValidationError:
        if key == "required":
            return ValidationError(Message("is missing"))
        return ValidationError(Message("must be {shape}", shape=describe(self._shape())))

    def _validate(self, value: Any) -> None:
        try:
            super()._validate(value)
        except ValidationError:
            raise self.make_error("invalid") from None


class String(_Strict, fields.String):
    """A text, with the validator Length, Printable or OneOf."""

    def _shape(self) -> Shape:
        if words := self._check(OneOf):
            return tuple(words.choices)
        length = self._check(Length)
        return Text(length.max, isinstance(length, Printable), None, length.min)


class Name(String):
    """A name that people give, as it is kept."""

    def __init__(self, most: int, read: Callable[[str], str] = read_name, **more: Any) -> None:
        self._read = read
        super().__init__(validate=Printable(1, most), post_load=self._keep, **more)

    def _keep(self, text: str) -> str:
        try:
            name = self._read(text)
        except Unfit as unfit:
            raise ValidationError(unfit.message) from None
        self._validate(name)
        return name


class Integer(_Strict, fields.Integer):
    """A whole number, with the validator Range."""

    def __init__(self, **more: Any) -> None:
        super().__init__(strict=True, **more)

    def _shape(self) -> Shape:
        bounds = self._check(Range)
        return range(bounds.min, bounds.max + 1)


class Float(_Strict, fields.Float):
    """A number, which may have a fraction."""

    def _shape(self) -> Shape:
        bounds = self._check(Range)
        return Number(*(each for each in (bounds.min, bounds.max) if each is not None)) if bounds else Number()

    def _validated(self, value: Any) -> float:
        if not isinstance(value, (int, float)):
            raise self.make_error("invalid")
        super()._validated(value)
        return value


class Boolean(_Strict, fields.Boolean):
    def _shape(self) -> Shape:
        return bool

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Time(_Strict, fields.AwareDateTime):
    """A time in UTC (RFC 3339), of an answer."""

    def _shape(self) -> Shape:
        return None


class List(_Strict, fields.List[Any]):
    """A list, with the validator Length, and Unique if its items differ."""

    def _shape(self) -> Shape:
        length = self._check(Length)
        return ListOf(None, length.max, length.min or 0, bool(self._check(Unique)))


class Nested(_Strict, fields.Nested):
    """An object with a schema of its own."""

    def _shape(self) -> Shape:
        return Object("", ())


class Shaped(_Strict):
    """A value that belongs to the game: the core describes it once, for its own checks, too."""

    def __init__(self, shape: Shape, *, allow_none: bool = False, **more: Any) -> None:
        self._given, is_nullable = (shape.shape, True) if isinstance(shape, Nullable) else (shape, allow_none)
        super().__init__(allow_none=is_nullable, **more)

    def _shape(self) -> Shape:
        return self._given

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        try:
            return fit(value, self.shape)
        except Mismatch as mismatch:
            raise ValidationError([*mismatch.faults]) from None


class Unchecked(Shaped):
    """A value of the game that the rules check themselves, and say more about than its shape."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        return value


def shaped(field: Field, **more: Any) -> Shaped:
    """A field of an object of the game."""
    options: dict[str, Any] = {"required": field.required, "description": field.meaning} | more
    return Shaped(field.shape, **options)


def shaped_fields(shape: Object, **more: Any) -> dict[str, Shaped]:
    """All fields of an object of the game."""
    return {field.name: shaped(field, **more) for field in shape.fields}
