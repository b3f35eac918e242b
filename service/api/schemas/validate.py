"""marshmallow's checks, with faults that can be told in another language. Give the other checks a fixed `error`."""

from typing import Any

from marshmallow import ValidationError, validate
from marshmallow.validate import Regexp

from game.message import Message

__all__ = ["Length", "OneOf", "Range", "Regexp"]


class Length(validate.Length):
    """A text of `min` to `max` characters."""

    def __call__(self, value: Any) -> Any:
        try:
            return super().__call__(value)
        except ValidationError:
            fault = Message("must have {least} to {most} characters", least=self.min or 0, most=self.max)
            raise ValidationError(fault) from None


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
