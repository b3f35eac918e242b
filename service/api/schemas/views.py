"""A game as a viewer may see it, and its parts that other answers have too."""

from game.shapes import Field, Object, Text
from game.value_shapes import PROPOSAL, VERSION
from game.views.fields import view_shape

CODE_FIELD = Field(
    "code",
    Text(32),
    "The invite code, only for the host of a private game that is open.",
    required=False,
)
VIEW = view_shape()._replace(fields=(*view_shape().fields, CODE_FIELD))
PARTIAL_VIEW = Object(
    "PartialView",
    tuple(field._replace(required=False) for field in VIEW.fields),
    meaning="The fields of a view that you choose.",
)
REWIND = Object(
    "Rewind",
    (
        *PROPOSAL.fields,
        Field("proposed", VERSION, "The version of the proposal."),
        Field("status", ("pending", "done", "declined", "expired", "lapsed")),
        Field("assisted", bool, "Nobody had to agree, and hidden cards were seen since."),
    ),
    meaning="A rewind that was proposed, with its outcome.",
)
_VIEW_FIELDS = {field.name: field for field in VIEW.fields}


def view_field(name: str) -> Field:
    """A field as views have it, for an answer that has it too."""
    return _VIEW_FIELDS[name]
