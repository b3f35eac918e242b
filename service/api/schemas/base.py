"""What all schemas have in common. The name of a schema is that of its component in openapi.yaml."""

from itertools import islice
from typing import Any, Self

from marshmallow import Schema, pre_load

from game.shapes import MAX_FAULTS
from service.api.bodies import MAX_VALUES, UNKNOWN


class Strict(Schema):
    """An object that has the fields of its class and no others."""

    error_messages = {"unknown": UNKNOWN, "type": "must be an object"}

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: flask_smorest copies it several times for each route, which took most of the time to start."""
        return self


class Body(Strict):
    """The body of a request: the parser of the blueprints reads it. `most_values`: see `read_json`."""

    most_values = MAX_VALUES

    @pre_load
    def _leave_out_most_unknown(self, value: Any, **_: Any) -> Any:
        """Without all unknown fields but the first MAX_FAULTS: marshmallow tells each, and there may be thousands."""
        if not isinstance(value, dict) or len(value) <= len(self.fields) + MAX_FAULTS:
            return value
        told = {*islice((name for name in value if name not in self.fields), MAX_FAULTS)}
        return {name: each for name, each in value.items() if name in self.fields or name in told}


class Answer(Strict):
    """The body of an answer. Views make it themselves, so it only describes."""

    most_items: int | None = None

    @classmethod
    def listed(cls, most: int) -> Self:
        """A list of `most` of them at most."""
        found = cls(many=True)
        found.most_items = most
        return found


class Query(Strict):
    """A query. Its parameters are texts."""

    error_messages = {
        "needs player": "needs the parameter player",
        "no scenario": "needs mode=scenario",
        "no side": "needs mode=solo or mode=scenario",
        "no draft": "needs mode=standard",
    }


def fields_in(schema: type[Schema]) -> dict[str, Any]:
    """The declared fields of a schema by name, for others that have some of them."""
    return dict(schema._declared_fields)
