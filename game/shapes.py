"""Shapes: what JSON values look like. One description serves the check of a value and openapi.yaml.

A shape is a `range` (a whole number), `bool`, a plain tuple of words (one of them), None (any value), or one of the
classes below.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from game.message import Message

Shape = Any
"""`range`, `bool`, `tuple[str, ...]`, None, Text, Number, Nullable, ListOf, Counts or Object."""
MAX_LISTED_WORDS = 10
"""Of a shape, in the sentence that describes it."""


class Text(NamedTuple):
    """A text of `min_characters` to `max_characters`; `printable`: without control characters, and not blank."""

    max_characters: int
    printable: bool = False
    example: str | None = None
    min_characters: int = 1


class Number(NamedTuple):
    """A number, which may have a fraction."""

    minimum: float = -1e300
    maximum: float = 1e300


class Nullable(NamedTuple):
    """A value of the shape, or null."""

    shape: Shape


class ListOf(NamedTuple):
    """A list of `min_items` to `max_items` values of one shape."""

    shape: Shape
    max_items: int
    min_items: int = 0
    unique: bool = False


class Counts(NamedTuple):
    """An object of numbers, with some of the keys or, if `complete`, all of them."""

    name: str
    keys: tuple[str, ...]
    numbers: range
    complete: bool = False


class Field(NamedTuple):
    """A field of an object, and its meaning in a sentence."""

    name: str
    shape: Shape
    meaning: str = ""
    required: bool = True


class Object(NamedTuple):
    """An object with these fields. `closed`: it has no others; otherwise others are left out."""

    name: str
    fields: tuple[Field, ...]
    closed: bool = True
    meaning: str = ""


class Mismatch(ValueError):
    """A value that does not have its shape. `faults`: (JSON Pointer, what the value there must be), one at least.

    `message`: the first fault, as a sentence.
    """

    def __init__(self, faults: list[tuple[str, Message]]) -> None:
        pointer, fault = faults[0]
        place = pointer.lstrip("/").replace("/", " ") or Message("the body")
        self.message = Message("{place} {fault}", place=place, fault=fault)
        super().__init__(self.message)
        self.faults = faults


UNPRINTABLE = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Unicode categories: control characters, surrogates, separators of lines and paragraphs."""
MAX_FAULTS = 20
"""How many faults a Mismatch lists. A value may have any number, so the check stops there."""


class _Faults(list[tuple[str, Message]]):
    """The faults found so far."""

    def add(self, pointer: str, detail: Message) -> None:
        """Raises Mismatch with the last fault that is listed."""
        self.append((pointer, detail))
        if len(self) == MAX_FAULTS:
            raise Mismatch(self)


def fit(value: Any, shape: Shape) -> Any:
    """The value, as far as its shape describes it. Raises Mismatch with the parts that differ, at most MAX_FAULTS."""
    faults = _Faults()
    found = _fit(value, shape, "", faults)
    if faults:
        raise Mismatch(faults)
    return found


def _fit(value: Any, shape: Shape, pointer: str, faults: _Faults) -> Any:
    fits = False
    match shape:
        case None:
            return value
        case Nullable(other):
            return None if value is None else _fit(value, other, pointer, faults)
        case range():
            fits = type(value) is int and value in shape  # True is no number
        case Number(minimum, maximum):
            fits = isinstance(value, (int, float)) and not isinstance(value, bool) and minimum <= value <= maximum
        case Text(most, printable, _, least):
            fits = isinstance(value, str) and least <= len(value) <= most and (not printable or is_printable(value))
        case ListOf(each, most, least, unique):
            if isinstance(value, (list, tuple)) and least <= len(value) <= most:
                found = [_fit(item, each, f"{pointer}/{at}", faults) for at, item in enumerate(value)]
                if not unique or len({*map(str, found)}) == len(found):
                    return found
        case Counts(_, keys, numbers, complete):
            if isinstance(value, Mapping) and value.keys() <= set(keys) and (not complete or len(value) == len(keys)):
                return {key: _fit(number, numbers, f"{pointer}/{key}", faults) for key, number in value.items()}
        case Object():
            if isinstance(value, Mapping):
                return _fit_object(value, shape, pointer, faults)
        case type():
            fits = type(value) is shape
        case _:  # words
            fits = isinstance(value, str) and value in shape
    if not fits:
        faults.add(pointer, Message("must be {shape}", shape=describe(shape)))
    return value


def _fit_object(value: Mapping[str, Any], shape: Object, pointer: str, faults: _Faults) -> dict[str, Any]:
    if shape.closed:
        names = {field.name for field in shape.fields}
        for key in value:
            if key not in names:
                faults.add(f"{pointer}/{escape(key)}", Message("is unknown"))
    found = {}
    for field in shape.fields:
        if field.name in value:
            found[field.name] = _fit(value[field.name], field.shape, f"{pointer}/{field.name}", faults)
        elif field.required:
            faults.add(f"{pointer}/{field.name}", Message("is missing"))
    return found


def is_printable(text: str) -> bool:
    """Whether a text is not blank, and breaks neither the line nor a terminal: the same in all versions of Unicode."""
    return not text.isspace() and not any(unicodedata.category(each) in UNPRINTABLE for each in text)


def escape(key: Any) -> str:
    """A key of a stranger's object as part of a JSON Pointer (RFC 6901), at most 64 characters of it."""
    return str(key)[:64].replace("~", "~0").replace("/", "~1")


def describe(shape: Shape) -> Message:
    """The shape in words."""
    match shape:
        case Nullable(other):
            return Message("{shape}, or null", shape=describe(other))
        case range():
            return Message("a whole number from {least} to {most}", least=shape.start, most=shape.stop - 1)
        case Text(most, printable, _, least):
            if printable:
                return Message("a printable text of {least} to {most} characters", least=least, most=most)
            return Message("a text of {least} to {most} characters", least=least, most=most)
        case Number(minimum, maximum):
            return Message("a number from {least} to {most}", least=f"{minimum:g}", most=f"{maximum:g}")
        case ListOf(_, most, least, unique):
            count = Message("{least} to {most}", least=least, most=most) if least != most else most
            if unique:
                return Message("a list of {count} different items", count=count)
            return Message("a list of {count} items", count=count)
        case Counts(_, keys, _, complete):
            if complete:
                return Message("an object with all of the numbers {keys}", keys=keys)
            return Message("an object with some of the numbers {keys}", keys=keys)
        case Object() | None:
            return Message("an object")
        case type():
            return Message("true or false")
        case _:
            if len(shape) > MAX_LISTED_WORDS:
                return Message("a name of the catalogue")
            return Message("one of: {words}", words=shape)
