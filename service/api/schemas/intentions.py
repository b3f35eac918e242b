"""Intentions: what a seat may ask for, shorthands included."""

from game.intentions import INTENTIONS
from game.shapes import Field, ListOf, Object
from game.shorthands import SHORTHANDS
from service.api.description.json_schema import Union
from service.games.intentions import MAX_BATCH_INTENTIONS

MAX_LEGAL_INTENTIONS = 10_000


def _shorthand(kind: str) -> Object:
    name = "".join(word.capitalize() for word in kind.split("_"))
    meaning = (SHORTHANDS[kind].__doc__ or "").split("\n")[0]
    return Object(f"{name}Intention", (Field("type", (kind,)),), meaning=meaning)


INTENTION = Union(
    "Intention",
    "type",
    (*[INTENTIONS[name].shape for name in sorted(INTENTIONS)], *map(_shorthand, SHORTHANDS)),
    "What your seat asks for.",
)
BATCH = ListOf(INTENTION, MAX_BATCH_INTENTIONS, min_items=1)
LEGAL = ListOf(INTENTION, MAX_LEGAL_INTENTIONS)
