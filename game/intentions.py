"""What a seat may ask for. Each intention is a value with one JSON form, its *body*.

>>> body(intention(0, {"type": "recycle", "card": "zeppelin.1", "onto": "empire"}))
{'type': 'recycle', 'card': 'zeppelin.1', 'onto': 'empire'}
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from game.refused import Refused


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
    """Declare to be done with the planning or the production step (R24, R37)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AutoReady:
    """Be declared ready from now on when there is nothing to place or to choose; or no longer."""

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
_NAMES = {cls: name for name, cls in TYPES.items()}
_FIELDS = {cls: tuple(f.name for f in fields(cls) if f.name != "seat") for cls in _NAMES}


def intention(seat: int, data: Mapping[str, Any]) -> Intention:
    """The intention of `seat` (0..n-1) that a body describes.

    Raises Refused(`invalid_intention`) for an unknown type, and for fields missing, unknown or not text.
    """
    kind = data.get("type")
    cls = TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise Refused("invalid_intention", f"type must be one of: {', '.join(TYPES)}")
    given = {("kind" if key == "as" else key): value for key, value in data.items() if key != "type"}
    wanted = _FIELDS[cls]
    if (cls is Place and given.get("kind", "") is None) or "kind" in data:
        raise Refused("invalid_intention", "as must be left out or name a kind of space")
    missing = [name for name in wanted if name not in given and name != "kind"]
    unknown = [name for name in given if name not in wanted]
    if missing or unknown:
        raise Refused("invalid_intention", f"{kind} takes {', '.join(map(_key, wanted)) or 'no fields'}")
    for name, value in given.items():
        if name == "cards":
            given[name] = _pair(value)
        elif name == "on":
            if not isinstance(value, bool):
                raise Refused("invalid_intention", "on must be true or false")
        elif not isinstance(value, str):
            raise Refused("invalid_intention", f"{_key(name)} must be text")
    return cls(seat, **given)


def body(intention: Intention) -> dict[str, Any]:
    """The body that describes an intention; without its seat, which the sender's account tells."""
    cls = type(intention)
    values = {_key(name): getattr(intention, name) for name in _FIELDS[cls]}
    if cls is Redraw:
        values["cards"] = list(values["cards"])
    return {"type": _NAMES[cls]} | {key: value for key, value in values.items() if value is not None}


def _pair(value: Any) -> tuple[str, ...]:
    """Two different cards."""
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(isinstance(card, str) for card in value):
        raise Refused("invalid_intention", "cards must be a list of two cards")
    if value[0] == value[1]:
        raise Refused("invalid_intention", "cards must be two different cards")
    return tuple(value)


def _key(name: str) -> str:
    return "as" if name == "kind" else name
