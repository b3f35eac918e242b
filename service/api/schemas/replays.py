"""Frames of a replay."""

from game.shapes import Field, Object
from game.value_shapes import VERSION
from service.api.schemas.events import GAME_EVENTS
from service.api.schemas.views import PARTIAL_VIEW, VIEW

FRAME = Object(
    "Frame",
    (
        Field("version", VERSION),
        Field("first", VERSION, "The version of the first of the frame's events."),
        Field("undone", bool, "All of its moves were taken back later."),
        Field("events", GAME_EVENTS),
        Field("view", VIEW, "Unless you choose `fields`.", required=False),
        Field("fields", PARTIAL_VIEW, "The fields of the view that you choose.", required=False),
    ),
    meaning="A moment of a game: the events that led to it, and the view after them.",
)
