"""Frames of a replay."""

from game.value_shapes import VERSION
from service.api.schemas.base import Answer
from service.api.schemas.events import GAME_EVENTS
from service.api.schemas.fields import Boolean, Nested, Shaped
from service.api.schemas.views import GameView, PartialView


class Frame(Answer):
    """A moment of a game: the events that led to it, and the view after them."""

    version = Shaped(VERSION)
    first = Shaped(VERSION, "The version of the first of the frame's events.")
    undone = Boolean("All of its moves were taken back later.")
    events = Shaped(GAME_EVENTS)
    view = Nested(GameView, "Unless you choose `fields`.", required=False)
    chosen = Nested(PartialView, "The fields of the view that you choose.", data_key="fields", required=False)
