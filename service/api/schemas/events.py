"""Events as a viewer may see them, and what a write led to."""

from game.declared import Declared
from game.events import EVENTS
from game.field_types import ACCOUNT_ID
from game.options import MAX_SEATS
from game.shapes import Field, ListOf, Nullable, Object, Text
from game.value_shapes import CARD, MAX_HAND_CARDS, SEAT, VERSION
from service.api.description.json_schema import Time, Union
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Nested, Shaped, String
from service.api.schemas.intentions import LEGAL
from service.api.schemas.signing import RECEIPT
from service.api.schemas.validate import Length
from service.api.schemas.views import GameView, PartialView

HAND = ListOf(CARD, MAX_HAND_CARDS)
HAND_FIELDS = (
    Field("hand", HAND, "Your new hand, until the game is finished.", required=False),
    Field("hands", ListOf(HAND, MAX_SEATS), "The new hands by seat, once the game is finished.", required=False),
)


def _visible_data(declared: Declared) -> Object:
    """The data of an event as anybody may see it: what is not public is optional."""
    fields = [
        field._replace(required=field.required and field.name in declared.public) for field in declared.shape.fields
    ]
    return declared.shape._replace(fields=(*fields, *(HAND_FIELDS if declared.gives_hands else ())))


def _event(declared: Declared) -> Object:
    """An event, with its envelope."""
    return Object(
        f"{declared.event.__name__}Event",
        (
            Field("version", VERSION),
            Field("name", (declared.name,)),
            Field("seat", SEAT if declared.has_seat else Nullable(SEAT)),
            Field("group", VERSION),
            Field("actor", ACCOUNT_ID),
            Field("time", Time()),
            Field("data", _visible_data(declared)),
            Field("text", Text(10_000), required=False),
            Field("undone", bool, required=False),
        ),
    )


GAME_EVENT = Union(
    "GameEvent",
    "name",
    tuple([_event(EVENTS[name]) for name in sorted(EVENTS)]),
    "What happened in a game. An event leaves out what you may not see, and fields that have their defaults. "
    "`group`: the version of the first event of the same intention. `actor`: a player's id, `bot:<strategy>` or "
    "`service`. `text`: the event as a sentence, if you ask for a language. `undone`: in a replay, it was taken back.",
)
GAME_EVENTS = ListOf(GAME_EVENT, 20_000)


class Written(Answer):
    """What a request led to."""

    version = Shaped(VERSION, "Of the game now.")
    events = Shaped(GAME_EVENTS, "What your request led to, as your seat may see it.")
    head = String("The hash of the newest event, when a phase or step ended.", validate=Length(1, 64), required=False)
    receipt = RECEIPT
    view = Nested(GameView, "The game as your request left it, if you prefer a representation.", required=False)
    legal = Shaped(LEGAL, "What is legal in that view, if you prefer a representation.", required=False)


class RewindWritten(Written):
    """What a proposed or answered rewind led to."""

    number = Shaped(VERSION, "Of the rewind that was proposed or answered.")


class Frame(Answer):
    """A moment of a game: the events that led to it, and the view after them."""

    version = Shaped(VERSION)
    first = Shaped(VERSION, "The version of the first of the frame's events.")
    undone = Boolean("All of its moves were taken back later.")
    events = Shaped(GAME_EVENTS)
    view = Nested(GameView, "Unless you choose `fields`.", required=False)
    chosen = Nested(PartialView, "The fields of the view that you choose.", data_key="fields", required=False)
