"""What all answers have in common."""

from typing import Any, ClassVar

from marshmallow import RAISE, Schema, fields


class Answer(Schema):
    """An answer of the service: all its fields are there, except those that `optional` names, and no others."""

    optional: ClassVar[frozenset[str]] = frozenset()

    class Meta:
        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        field_obj.required = field_name not in self.optional
