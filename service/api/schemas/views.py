"""A game as a viewer may see it, and its parts that other answers have too."""

from marshmallow import fields, validate

from game.view_fields import view_shape
from game.view_shapes import ORIGIN, PROPOSAL, RESULT
from service.api.schemas.from_shapes import answer_schema

View = answer_schema(view_shape())
Origin = answer_schema(ORIGIN)
Result = answer_schema(RESULT)


class Rewind(answer_schema(PROPOSAL)):  # type: ignore[misc]
    """A rewind that was proposed, with its outcome."""

    proposed = fields.Integer(metadata={"description": "The version of the proposal."})
    status = fields.String(validate=validate.OneOf(["pending", "done", "declined", "expired", "lapsed"]))
    assisted = fields.Boolean(metadata={"description": "Nobody had to agree, and hidden cards were seen since."})
