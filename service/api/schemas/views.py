"""A game as a viewer may see it, and its parts that other answers have too."""

from game.value_shapes import PROPOSAL, VERSION
from game.views.fields import view_shape
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Shaped, String, shaped, shaped_fields
from service.api.schemas.validate import Length, OneOf

_SHAPE = view_shape()
_CODE = String(
    "The invite code, only for the host of a private game that is open.", validate=Length(1, 32), required=False
)


class GameView(Answer):
    __doc__ = _SHAPE.meaning

    class Meta:
        include = {**shaped_fields(_SHAPE), "code": _CODE}


class PartialView(Answer):
    """The fields of a view that you choose."""

    class Meta:
        include = {**shaped_fields(_SHAPE, required=False), "code": _CODE}


class Rewind(Answer):
    """A rewind that was proposed, with its outcome."""

    class Meta:
        include = {
            **shaped_fields(PROPOSAL),
            "proposed": Shaped(VERSION, "The version of the proposal."),
            "status": String(validate=OneOf(("pending", "done", "declined", "expired", "lapsed"))),
            "assisted": Boolean("Nobody had to agree, and hidden cards were seen since."),
        }


def view_field(name: str) -> Shaped:
    """A field as views have it, for an answer that has it too."""
    return shaped(next(field for field in _SHAPE.fields if field.name == name))
