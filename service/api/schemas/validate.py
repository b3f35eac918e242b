"""marshmallow's checks, with faults that can be told in another language. Give the other checks a fixed `error`."""

from typing import Any

from marshmallow import ValidationError, validate
from marshmallow.validate import Regexp

from game.message import Message
from game.shapes import Text, describe, is_printable

__all__ = ["Length", "OneOf", "Printable", "Range", "Regexp", "Unique"]


class Length(validate.Length):
    """A text of `min` to `max` characters, or a list of so many items."""

    def __call__(self, value: Any) -> Any:
        try:
            return super().__call__(value)
        except ValidationError:
            fault = Message("must have {least} to {most} characters", least=self.min or 0, most=self.max)
            raise ValidationError(fault) from None


class Printable(Length):
    """A text without control characters, and not blank."""

    def __call__(self, value: Any) -> Any:
        super().__call__(value)
        if not is_printable(value):
            raise ValidationError(
                Message("must be {shape}", shape=describe(Text(self.max or 0, True, None, self.min or 0)))
            )
        return value


class Range(validate.Range):
    """A number from `min` to `max`."""

    def __call__(self, value: Any) -> Any:
        try:
            return super().__call__(value)
        except ValidationError:
            raise ValidationError(Message("must be from {least} to {most}", least=self.min, most=self.max)) from None


class OneOf(validate.OneOf):
    """One of the words `choices`."""

    def __call__(self, value: Any) -> Any:
        try:
            return super().__call__(value)
        except ValidationError:
            fault = Message("must be {shape}", shape=Message("one of: {words}", words=[*self.choices]))
            raise ValidationError(fault) from None


class Unique(validate.Validator):
    """A list of different items. The field of the list tells the fault, with the numbers of Length."""

    def __call__(self, value: list[Any]) -> list[Any]:
        if len({*map(str, value)}) < len(value):
            raise ValidationError("")
        return value
