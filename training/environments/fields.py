"""The arrays of an observation: name, shape, range and meaning. All are int16 and follow from `game.view` alone."""

from functools import lru_cache
from math import prod
from typing import NamedTuple

from game.cards import CARDS, CHARACTERS, DESIGNS, EMPIRE_IDS, KINDS, RESOURCES, SIDES
from game.model import CUBES_PER_KRYSTALLIUM, PICKS, ROUNDS
from game.solo import POOL_CARDS, POOLS
from game.value_shapes import MAX_HAND_CARDS, MAX_PRODUCTION, MAX_TOKENS

DESIGN_COUNT = len(DESIGNS)
MAX_COPIES = max(design.copies for design in DESIGNS.values())
MAX_SPACES = max(len(design.spaces) for design in DESIGNS.values())
MAX_POINTS = 9_999
"""Far above every score; the bound of a view."""
PHASES = ("draft", "planning", "production", "finished")
SLOTS = "slots"
"""Stands in a shape for the number of slots."""


class Field(NamedTuple):
    """An array. `low`, `high`: the range of its numbers, both included."""

    name: str
    shape: tuple[int | str, ...]
    low: int
    high: int
    meaning: str


TABLE_FIELDS: tuple[Field, ...] = (
    Field("side", (len(SIDES),), 0, 1, "one-hot: the side of the empire cards, A or B"),
    Field("round", (ROUNDS,), 0, 1, "one-hot: the round, 1 to 4"),
    Field("phase", (len(PHASES),), 0, 1, "one-hot: draft, planning, production, finished"),
    Field("step", (len(RESOURCES),), 0, 1, "one-hot: the step of production; zeros in other phases"),
    Field("sequence", (2,), 0, 1, "one-hot: the sequence of a solo round; zeros with several seats"),
    Field("passes", (1,), 0, PICKS - 1, "how often hands were passed in this draft"),
    Field("deck_size", (1,), 0, len(CARDS), "cards in the deck"),
    Field("pools_left", (1,), 0, POOLS, "solo: pools that are not taken yet"),
    Field(
        "redraw_order",
        (POOL_CARDS,),
        -1,
        DESIGN_COUNT - 1,
        "solo: the hand, sorted by design, as redraws name it; -1: no card",
    ),
    Field("hand", (DESIGN_COUNT,), 0, MAX_COPIES, "own hand, copies by design"),
    Field("picked", (DESIGN_COUNT,), 0, 1, "own pick that is not revealed yet, by design"),
    Field("candidates", (DESIGN_COUNT,), 0, MAX_COPIES, "solo: the cards seen in a redraw, by design"),
    Field("passed", (DESIGN_COUNT,), 0, MAX_COPIES, "cards that you passed on and that are hidden, by design"),
    Field("discard", (DESIGN_COUNT,), 0, MAX_COPIES, "the discard pile, by design"),
    Field("required", (DESIGN_COUNT,), 0, 3, "scenario: 1 missing, 2 under construction, 3 constructed; 0: no need"),
)
SEAT_FIELDS: tuple[Field, ...] = (
    Field("empire", (len(EMPIRE_IDS),), 0, 1, "one-hot: the empire card, in the order of the catalogue"),
    Field("constructed", (DESIGN_COUNT,), 0, MAX_COPIES, "cards of the empire, copies by design"),
    Field("drafted", (DESIGN_COUNT,), 0, MAX_COPIES, "cards drafted and not planned yet, by design"),
    Field("slot_design", (SLOTS,), -1, DESIGN_COUNT - 1, "design under construction in each slot; -1: empty"),
    Field("slot_open", (SLOTS, len(KINDS)), 0, MAX_SPACES, "open spaces of each slot by kind"),
    Field("items", (3,), 0, MAX_TOKENS, "krystallium, generals, financiers"),
    Field("cubes", (1,), 0, MAX_PRODUCTION, "cubes of the step that are not placed yet"),
    Field("produced", (1,), -1, MAX_PRODUCTION, "cubes produced in this step; -1: none yet in this round"),
    Field("empire_cubes", (1,), 0, CUBES_PER_KRYSTALLIUM - 1, "cubes on the empire card"),
    Field("hand_size", (1,), 0, MAX_HAND_CARDS, "cards in the hand"),
    Field("candidates_size", (1,), 0, POOL_CARDS, "solo: cards seen in a redraw"),
    Field("ready", (1,), 0, 1, "whether the game does not wait for the seat"),
    Field("choosing", (1,), 0, 1, "whether the seat must choose a character"),
    Field("production", (len(RESOURCES),), 0, MAX_PRODUCTION, "cubes that the empire produces, by resource"),
    Field("points", (5,), 0, MAX_POINTS, "gross, combo, generals, financiers, total: as the empire stands"),
)
"""Each has one row a seat: the viewer first, then the seats after it, in the order of the table."""
ITEMS = ("krystallium", *CHARACTERS)


class Part(NamedTuple):
    """A field in the flat form of its group: numbers `start` to `stop` - 1, in this `shape`."""

    start: int
    stop: int
    shape: tuple[int, ...]


@lru_cache
def parts(fields: tuple[Field, ...], slots: int) -> dict[str, Part]:
    """By name: where each field lies if the fields are laid out one after the other."""
    found, start = {}, 0
    for field in fields:
        shape = tuple([slots if side == SLOTS else int(side) for side in field.shape])
        found[field.name] = Part(start, start + prod(shape), shape)
        start += prod(shape)
    return found


def width(fields: tuple[Field, ...], slots: int) -> int:
    """The numbers of all fields together."""
    return list(parts(fields, slots).values())[-1].stop
