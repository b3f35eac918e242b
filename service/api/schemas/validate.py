"""marshmallow's checks, with faults that can be told in another language. Give the other checks a fixed `error`.

A field of a body tells the fault itself: see `fields.py`. So those that only bodies use have no sentence.
"""

from typing import Any

from marshmallow import ValidationError, validate
from marshmallow.validate import Regexp

from game.message import Message
from game.shapes import is_printable

__all__ = ["Length", "OneOf", "Printable", "Range", "Regexp", "Unique"]


class Length(validate.Length):
    """A text of `min` to `max` characters, or a list of so many items."""

    def _format_error(self, value: Any, message: str) -> str:
        return Message("must have {least} to {most} characters", least=self.min or 0, most=self.max)


class Printable(Length):
    """A text without control characters, and not blank."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if not is_printable(value):
            raise ValidationError("")
        return value


class Range(validate.Range):
    """A number from `min` to `max`."""

    def _format_error(self, value: Any, message: str) -> str:
        return Message("must be from {least} to {most}", least=self.min, most=self.max)


class OneOf(validate.OneOf):
    """One of the words `choices`."""

    def _format_error(self, value: Any) -> str:
        return Message("must be {shape}", shape=Message("one of: {words}", words=[*self.choices]))


class Unique(validate.Validator):
    """A list of different items."""

    def __call__(self, value: list[Any]) -> list[Any]:
        if len({*map(str, value)}) < len(value):
            raise ValidationError("")
        return value
