"""The types of the fields of events and intentions: each with its shape, and with what a dataset keeps of it."""

from typing import Annotated, Any

from game.cards import CHARACTERS, EMPIRE, EMPIRE_IDS, KINDS, KRYSTALLIUM, RESOURCES
from game.declared import Dataset, FieldType, kept
from game.options import MAX_SEATS, OPTIONS, STRATEGY
from game.rulesets import RULESETS
from game.shapes import Field, ListOf, Nullable, Object, Text
from game.value_shapes import (
    CARD,
    CARDS_SHAPE,
    DAY,
    END_REASONS,
    MAX_HAND_CARDS,
    MAX_PRODUCTION,
    MAX_TOKENS,
    MEDALS,
    RANKS,
    SCORE,
    SEAT,
    VERSION,
)

GAME_ID = Text(64, min_characters=0)
ACCOUNT_ID = Text(128)
HASH = Text(64, min_characters=0)
SEED = Text(128, min_characters=0)
LAST_MS = 10**13
"""In the year 2286."""
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

SeatNumber = Annotated[int, kept(SEAT)]
Version = Annotated[int, kept(VERSION)]
Milliseconds = Annotated[int, kept(range(LAST_MS))]
"""Since 1970."""
Time = Annotated[str, kept(Text(40))]
"""RFC 3339, UTC."""
Flag = Annotated[bool, kept(bool)]

Day = Annotated[str, kept(DAY)]
GameId = Annotated[str, kept(GAME_ID)]
Ruleset = Annotated[str, kept(tuple(RULESETS))]
Commitment = Annotated[str, kept(Text(128, min_characters=0))]
Options = Annotated[dict[str, Any], FieldType(OPTIONS, Dataset.PART)]
StoredOrigin = Annotated[dict[str, Any], kept(STORED_ORIGIN)]
Rematch = Annotated[dict[str, Any], FieldType(REMATCH, Dataset.PART)]
Account = Annotated[str, FieldType(ACCOUNT_ID)]
Player = Annotated[str, FieldType(ACCOUNT_ID, Dataset.PSEUDONYM)]
"""An account's id, or `bot:<strategy>`."""
Players = Annotated[tuple[str | None, ...], FieldType(ListOf(Nullable(ACCOUNT_ID), MAX_SEATS), Dataset.PSEUDONYM)]
"""By seat; None for a free one."""
Strategy = Annotated[str, kept(STRATEGY)]
ServerSeed = Annotated[str, kept(SEED)]
ClientSeed = Annotated[str, FieldType(SEED)]
ClientSeeds = Annotated[tuple[str, ...], FieldType(ListOf(SEED, MAX_SEATS))]
EndReason = Annotated[str, kept(END_REASONS)]

Empire = Annotated[str, kept(EMPIRE_IDS)]
Empires = Annotated[tuple[str, ...], kept(ListOf(EMPIRE_IDS, MAX_SEATS))]
Card = Annotated[str, kept(CARD)]
Cards = Annotated[tuple[str, ...], kept(CARDS_SHAPE)]
TwoCards = Annotated[tuple[str, ...], kept(ListOf(CARD, 2, min_items=2, unique=True))]
Picks = Annotated[tuple[str, ...], kept(ListOf(CARD, MAX_SEATS))]
"""A card of each seat."""
HandSize = Annotated[int, kept(range(1, MAX_HAND_CARDS + 1))]
Direction = Annotated[str, kept(("left", "right"))]
Sequence = Annotated[int, kept(range(1, 3))]
"""Of a round of a solo game."""
Target = Annotated[str, kept(Text(64, example=EMPIRE))]
"""A card under construction, or the empire card."""
Item = Annotated[str, kept(KINDS)]
Space = Annotated[str, kept((*RESOURCES, KRYSTALLIUM))]
Character = Annotated[str, kept(CHARACTERS)]
Resource = Annotated[str, kept(RESOURCES)]
Amounts = Annotated[tuple[int, ...], kept(ListOf(range(MAX_PRODUCTION + 1), MAX_SEATS))]
"""Cubes by seat."""
Tokens = Annotated[int, kept(range(MAX_TOKENS + 1))]

Scores = Annotated[tuple[dict[str, int], ...], kept(ListOf(SCORE, MAX_SEATS))]
Ranking = Annotated[tuple[tuple[int, ...], ...], kept(ListOf(ListOf(SEAT, MAX_SEATS), MAX_SEATS))]
"""Groups of seats, best first."""
Rank = Annotated[str, kept(RANKS)]
Medal = Annotated[str, kept(MEDALS)]
