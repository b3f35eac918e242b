"""What a seat may ask for. Each intention is a value with one JSON form, its *body*.

>>> body(intention(0, {"type": "recycle", "card": "zeppelin.1", "onto": "empire"}))
{'type': 'recycle', 'card': 'zeppelin.1', 'onto': 'empire'}
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from game.cards import CHARACTERS, EMPIRE, KINDS, KRYSTALLIUM, RESOURCES
from game.message import Message
from game.refused import Refused
from game.shapes import Field, ListOf, Mismatch, Object, Shape, Text, fit


@dataclass(frozen=True, slots=True)
class Draft:
    """Pick a card of the hand (R11)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Slate:
    """Put a drafted card under construction (R20)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Recycle:
    """Discard a drafted card for a cube, placed at once on a card or the empire (R20, R21)."""

    seat: int
    card: str
    onto: str


@dataclass(frozen=True, slots=True)
class Place:
    """Place a cube of the step (R35), krystallium or a character (R41).

    `kind` (in the body: `as`) is the kind of space a krystallium fills.
    """

    seat: int
    item: str
    onto: str
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up a card under construction (R46)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the character of the science supremacy (R34)."""

    seat: int
    character: str


@dataclass(frozen=True, slots=True)
class Redraw:
    """Solo: discard two cards of the hand to see five of the deck (R62)."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """Solo: keep one of the cards seen (R62)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Declare yourself done with planning or with the production step (R24, R37)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AutoReady:
    """Declare the seat ready from now on whenever it has nothing to place or to choose; `on` false ends this."""

    seat: int
    on: bool


Intention = Draft | Slate | Recycle | Place | Discard | Choose | Redraw | Keep | Ready | AutoReady

TYPES: dict[str, type[Intention]] = {
    "auto_ready": AutoReady,
    "choose": Choose,
    "discard": Discard,
    "draft": Draft,
    "keep": Keep,
    "place": Place,
    "ready": Ready,
    "recycle": Recycle,
    "redraw": Redraw,
    "slate": Slate,
}
"""The `type` of a body, in the order in which `legal` lists them."""

CARD = Text(64, example="wind-turbines.3")
SHAPES: dict[str, Shape] = {
    "card": CARD,
    "cards": ListOf(CARD, 2, min_items=2, unique=True),
    "character": CHARACTERS,
    "item": KINDS,
    "kind": (*RESOURCES, KRYSTALLIUM),
    "on": bool,
    "onto": Text(64, example=EMPIRE),
}
"""By the name of a field of an intention."""
_NAMES = {cls: name for name, cls in TYPES.items()}
_FIELDS = {cls: tuple(f.name for f in fields(cls) if f.name != "seat") for cls in _NAMES}


def _key(name: str) -> str:
    """The key of a field in a body: `kind` is `as` there, which is a keyword of Python."""
    return "as" if name == "kind" else name


BODIES: dict[str, Object] = {
    name: Object(
        f"{cls.__name__}Intention",
        (
            Field("type", (name,)),
            *[Field(_key(field), SHAPES[field], required=field != "kind") for field in _FIELDS[cls]],
        ),
        meaning=(cls.__doc__ or "").split("\n")[0],
    )
    for name, cls in TYPES.items()
}
"""The shape of a body, by its `type`."""


def intention(seat: int, data: Any) -> Intention:
    """The intention of `seat` (0..n-1) that a body describes.

    Raises Refused(`invalid_intention`) for an unknown type, and for fields that are missing, unknown or malformed.
    """
    if not isinstance(data, Mapping):
        raise Refused("invalid_intention", "an intention is an object with a type", [("", "must be an object")])
    kind = data.get("type")
    cls = TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        must = Message("must be {shape}", shape=Message("one of: {words}", words=[*TYPES]))
        raise Refused("invalid_intention", Message("{place} {fault}", place="type", fault=must), [("/type", must)])
    try:
        body = fit(data, BODIES[str(kind)])
    except Mismatch as mismatch:
        takes = [*map(_key, _FIELDS[cls])] or Message("no fields")
        detail = Message("{fault}; {kind} takes {fields}", fault=mismatch.message, kind=kind, fields=takes)
        raise Refused("invalid_intention", detail, mismatch.faults) from None
    values = {name: body[_key(name)] for name in _FIELDS[cls] if _key(name) in body}
    if "cards" in values:
        values["cards"] = tuple(values["cards"])
    return cls(seat, **values)


def body(intention: Intention) -> dict[str, Any]:
    """The body that describes an intention; without its seat, which follows from the sender's account."""
    cls = type(intention)
    values = {_key(name): getattr(intention, name) for name in _FIELDS[cls]}
    if cls is Redraw:
        values["cards"] = list(values["cards"])
    return {"type": _NAMES[cls]} | {key: value for key, value in values.items() if value is not None}
