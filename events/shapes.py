"""The shapes of the data of stored events, by the event's name. A test holds recorded games to them."""

from dataclasses import MISSING, fields

from events.codec import stored_key
from events.names import NAMES
from game.cards import CARDS, CHARACTERS, EMPIRE_IDS, KINDS, KRYSTALLIUM, RESOURCES
from game.events import Event
from game.intentions import CARD, SHAPES
from game.limits import MAX_HAND_CARDS, MAX_PRODUCTION, MAX_TOKENS
from game.option_fields import MAX_SEATS, STRATEGY
from game.options import OPTIONS
from game.rulesets import RULESETS
from game.scoring import RANKS
from game.shapes import Field, ListOf, Nullable, Object, Shape, Text
from game.view_shapes import CARDS_SHAPE, END_REASONS, MEDALS, SCORE, SEAT, VERSION

GAME_ID = Text(64, min_characters=0)
ACCOUNT_ID = Text(128)
HASH = Text(64, min_characters=0)
SEED = Text(128, min_characters=0)
MS = range(10**13)
"""A time in ms since 1970, until the year 2286."""
STORED_ORIGIN = Object(
    "StoredOrigin",
    (
        Field("game", GAME_ID, "The game that the fork starts from."),
        Field("version", VERSION, "The version that it starts from."),
        Field("head", HASH, "The hash of the chain at that version, hexadecimal."),
        Field("dealt", GAME_ID, "The game whose id is in the commitment."),
        Field("events", VERSION, "The number of copied events."),
    ),
    meaning="What a fork starts from.",
)
REMATCH = Object(
    "RematchOf",
    (
        Field("game", GAME_ID, "The game that is played again."),
        Field("players", ListOf(Nullable(ACCOUNT_ID), MAX_SEATS), "Its players, by their new seats."),
    ),
    meaning="The game that a rematch plays again.",
)
FIELDS: dict[str, Shape] = {
    "amounts": ListOf(range(MAX_PRODUCTION + 1), MAX_SEATS),
    "assisted": bool,
    "auto": bool,
    "candidates": CARDS_SHAPE,
    "card": CARD,
    "cards": CARDS_SHAPE,
    "character": CHARACTERS,
    "client_seed": SEED,
    "client_seeds": ListOf(SEED, MAX_SEATS),
    "commitment": Text(128, min_characters=0),
    "deck": CARDS_SHAPE,
    "discarded": CARDS_SHAPE,
    "empire": EMPIRE_IDS,
    "empires": ListOf(EMPIRE_IDS, MAX_SEATS),
    "expires": Text(40),
    "external": bool,
    "financiers": range(MAX_TOKENS + 1),
    "from_ms": MS,
    "game": GAME_ID,
    "generals": range(MAX_TOKENS + 1),
    "group": VERSION,
    "host": SEAT,
    "item": KINDS,
    "kind": (*RESOURCES, KRYSTALLIUM),
    "krystallium": range(MAX_TOKENS + 1),
    "medal": MEDALS,
    "number": VERSION,
    "on": bool,
    "onto": SHAPES["onto"],
    "opener": ACCOUNT_ID,
    "options": OPTIONS,
    "origin": STORED_ORIGIN,
    "passed": ("left", "right"),
    "picks": ListOf(CARD, MAX_SEATS),
    "player": ACCOUNT_ID,
    "players": ListOf(Nullable(ACCOUNT_ID), MAX_SEATS),
    "rank": RANKS,
    "reason": END_REASONS,
    "rematch": REMATCH,
    "ranking": ListOf(ListOf(SEAT, MAX_SEATS), MAX_SEATS),
    "required": CARDS_SHAPE,
    "reserved": ListOf(Nullable(ACCOUNT_ID), MAX_SEATS),
    "ruleset": tuple(RULESETS),
    "scores": ListOf(SCORE, MAX_SEATS),
    "sequence": range(1, 3),
    "server_seed": SEED,
    "size": range(1, MAX_HAND_CARDS + 1),
    "step": RESOURCES,
    "strategy": STRATEGY,
    "to": VERSION,
    "to_ms": MS,
    "until": Text(40),
    "under": ListOf(CARD, len(CARDS)),
}
"""By the name of a field of an event. An event leaves out a field that has its default."""


def data_shape(name: str) -> Object:
    """The shape of the data of an event. Fields with a default are optional."""
    cls: type[Event] = NAMES[name]
    described = [
        Field(stored_key(field.name), FIELDS[field.name], required=field.default is MISSING)
        for field in fields(cls)
        if field.name != "seat"
    ]
    return Object(f"{cls.__name__}Data", tuple(described))


def is_seated(name: str) -> bool:
    """Whether events of this name are about a seat."""
    return any(field.name == "seat" for field in fields(NAMES[name]))
