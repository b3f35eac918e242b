"""The tables of a dataset. A row is a named tuple; each of its fields says its meaning and, if need be, its type.

Names and types of columns are stable: columns are only added, at the end.
"""

from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints


class Meaning(NamedTuple):
    """What a column holds. `type`: of DuckDB, if it does not follow from the type of the field."""

    text: str
    type: str = ""


class Column(NamedTuple):
    """A column of a table. `type`: of DuckDB. `optional`: it can be null."""

    name: str
    type: str
    optional: bool
    meaning: str


_TYPES: dict[Any, str] = {str: "VARCHAR", int: "INTEGER", bool: "BOOLEAN", tuple[str, ...]: "VARCHAR[]"}
_GAME = Meaning("The game's id.")
_SEAT = Meaning("The seat, 0 to 4.")
_KIND = Meaning("Who acted: `human`, `bot` (a bot account), `strategy`, or `service`.")
_STRATEGY = Meaning("The strategy, if one acted.")
_ROUND = Meaning("The round before it, 1 to 4; 0 before the start.")
_PHASE = Meaning("The phase before it: `draft`, `planning`, `production` or `finished`.")
_STEP = Meaning("The step of production before it: a resource.")
_UNDONE = Meaning("An undo or a rewind took it back.")


class GameRow(NamedTuple):
    """A finished game."""

    game: Annotated[str, _GAME]
    ruleset: Annotated[str, Meaning("The ruleset under which it was opened.")]
    side: Annotated[str, Meaning("The side of the empire cards, `A` or `B`.")]
    scenario: Annotated[str | None, Meaning("`SC01` to `SC06`, of a scenario game.")]
    seats: Annotated[int, Meaning("How many played.")]
    opened: Annotated[int, Meaning("When it was opened, UTC.", "TIMESTAMP")]
    started: Annotated[int, Meaning("When the cards were dealt.", "TIMESTAMP")]
    ended: Annotated[int, Meaning("When it was scored; the month follows from this.", "TIMESTAMP")]
    events: Annotated[int, Meaning("How many events its log has.")]
    head: Annotated[str, Meaning("The hash of the last event, hexadecimal.")]
    visibility: Annotated[str, Meaning("`public` or `private`.")]
    clock: Annotated[str | None, Meaning("The kind of clock, `per_phase` or `bank`.")]
    clock_seconds: Annotated[int | None, Meaning("Its seconds.")]
    assisted: Annotated[bool, Meaning("A player knew hidden cards: after a rewind, or because it is a fork.")]
    origin: Annotated[str | None, Meaning("Of a fork, the game that it starts from.")]
    origin_version: Annotated[int | None, Meaning("Of a fork, the version that it starts from.")]
    rematch_of: Annotated[str | None, Meaning("Of a rematch, the game that is played again.")]
    grade: Annotated[str | None, Meaning("The rank of a solo game, or the medal of a scenario.")]
    imported: Annotated[bool, Meaning("Its log came from a file, and its author chose the ids of its players.")]
    daily: Annotated[str | None, Meaning("Of a try at a daily deal, its day, such as `2026-11-28`.")]
    spectators: Annotated[bool, Meaning("Everybody may watch it.")]


class SeatRow(NamedTuple):
    """A seat of a finished game, as it stands at the end."""

    game: Annotated[str, _GAME]
    seat: Annotated[int, _SEAT]
    player: Annotated[str, Meaning("`bot:` and the strategy, or the player's pseudonym.")]
    kind: Annotated[str, Meaning("The player: `human`, `bot` (a bot account) or `strategy`.")]
    strategy: Annotated[str | None, Meaning("The strategy, if the player is one.")]
    stayed: Annotated[bool, Meaning("The player played to the end; otherwise a strategy replaced them.")]
    empire: Annotated[str, Meaning("The id of the empire card.")]
    place: Annotated[int, Meaning("The place by points, 1 is best; tied seats share it.")]
    outcome: Annotated[str, Meaning("For the player: `won`, `shared` or `lost`; a player who left has lost.")]
    score: Annotated[int, Meaning("The total of points.")]
    gross: Annotated[int, Meaning("Points printed on cards.")]
    combo: Annotated[int, Meaning("Points for types of cards.")]
    general_points: Annotated[int, Meaning("Points for generals.")]
    financier_points: Annotated[int, Meaning("Points for financiers.")]
    generals: Annotated[int, Meaning("Generals owned.")]
    financiers: Annotated[int, Meaning("Financiers owned.")]
    krystallium: Annotated[int, Meaning("Krystallium owned.")]
    constructed: Annotated[tuple[str, ...], Meaning("The constructed cards, in their order.")]
    materials: Annotated[int, Meaning("Materials that the empire produces.")]
    energy: Annotated[int, Meaning("Energy that it produces.")]
    science: Annotated[int, Meaning("Science that it produces.")]
    gold: Annotated[int, Meaning("Gold that it produces.")]
    exploration: Annotated[int, Meaning("Exploration that it produces.")]
    draft_ms: Annotated[int, Meaning("How long the table waited for the player in drafts, in ms.", "BIGINT")]
    planning_ms: Annotated[int, Meaning("The same in planning.", "BIGINT")]
    production_ms: Annotated[int, Meaning("The same in production.", "BIGINT")]


class IntentionRow(NamedTuple):
    """An accepted intention, with what was legal."""

    game: Annotated[str, _GAME]
    version: Annotated[int, Meaning("The version of its first event.")]
    seat: Annotated[int, _SEAT]
    kind: Annotated[str, _KIND]
    strategy: Annotated[str | None, _STRATEGY]
    time: Annotated[int, Meaning("When it was accepted, UTC.", "TIMESTAMP")]
    asked_ms: Annotated[int | None, Meaning("Milliseconds since the seat was asked; null if it was not.", "BIGINT")]
    round: Annotated[int, _ROUND]
    phase: Annotated[str, _PHASE]
    step: Annotated[str | None, _STEP]
    pick: Annotated[int | None, Meaning("In the draft, which pick of the round, 1 to 7.")]
    sequence: Annotated[int | None, Meaning("In a solo game, which pool of the round, 1 or 2.")]
    type: Annotated[str, Meaning("The type, such as `draft`.")]
    card: Annotated[str | None, Meaning("The card that it moves.")]
    item: Annotated[str | None, Meaning("What it places or chooses: a resource, krystallium or a character.")]
    onto: Annotated[str | None, Meaning("Where the cube goes: a card, or `empire`.")]
    intention: Annotated[str, Meaning("All of it, as words.")]
    legal: Annotated[tuple[str, ...], Meaning("All that was legal, as words, sorted as in the API.")]
    legal_count: Annotated[int, Meaning("How many these are.")]
    undone: Annotated[bool, _UNDONE]
    copied: Annotated[bool, Meaning("A fork copied it from its origin.")]


class EventRow(NamedTuple):
    """An event of the log, without what people wrote and who they are."""

    game: Annotated[str, _GAME]
    version: Annotated[int, Meaning("The number of the event: 1, 2, 3 …")]
    group_version: Annotated[int, Meaning("The version of its group's first event, as in `intentions`.")]
    name: Annotated[str, Meaning("The stored name, such as `card_drafted`.")]
    seat: Annotated[int | None, Meaning("The seat whose event it is.")]
    kind: Annotated[str, _KIND]
    strategy: Annotated[str | None, _STRATEGY]
    time: Annotated[int, Meaning("When it was stored, UTC.", "TIMESTAMP")]
    round: Annotated[int, _ROUND]
    phase: Annotated[str | None, _PHASE]
    step: Annotated[str | None, _STEP]
    data: Annotated[str, Meaning("The data as JSON; some fields are left out.")]
    undone: Annotated[bool, _UNDONE]


class CardRow(NamedTuple):
    """A card of the catalogue."""

    card: Annotated[str, Meaning("The card: its design and the number of the copy.")]
    design: Annotated[str, Meaning("The design.")]
    name: Annotated[str, Meaning("The English name.")]
    type: Annotated[str, Meaning("`structure`, `vehicle`, `research`, `project` or `discovery`.")]
    copies: Annotated[int, Meaning("How many cards the design has.")]
    cost: Annotated[int, Meaning("How many spaces the card has.")]
    cost_materials: Annotated[int, Meaning("Spaces for materials.")]
    cost_energy: Annotated[int, Meaning("Spaces for energy.")]
    cost_science: Annotated[int, Meaning("Spaces for science.")]
    cost_gold: Annotated[int, Meaning("Spaces for gold.")]
    cost_exploration: Annotated[int, Meaning("Spaces for exploration.")]
    cost_krystallium: Annotated[int, Meaning("Spaces for krystallium.")]
    cost_general: Annotated[int, Meaning("Spaces for generals.")]
    cost_financier: Annotated[int, Meaning("Spaces for financiers.")]
    materials: Annotated[int, Meaning("Materials that it produces.")]
    energy: Annotated[int, Meaning("Energy that it produces.")]
    science: Annotated[int, Meaning("Science that it produces.")]
    gold: Annotated[int, Meaning("Gold that it produces.")]
    exploration: Annotated[int, Meaning("Exploration that it produces.")]
    per_resource: Annotated[str | None, Meaning("The resource that it produces for each card of a type.")]
    per_type: Annotated[str | None, Meaning("That type.")]
    bonus_krystallium: Annotated[int, Meaning("Krystallium for its construction.")]
    bonus_generals: Annotated[int, Meaning("Generals for its construction.")]
    bonus_financiers: Annotated[int, Meaning("Financiers for its construction.")]
    recycling: Annotated[str, Meaning("The cube for recycling it.")]
    points: Annotated[int, Meaning("Its fixed points.")]
    points_each: Annotated[int, Meaning("Its points for each `points_of`.")]
    points_of: Annotated[str | None, Meaning("A type of card, or a character.")]


class EmpireRow(NamedTuple):
    """A side of an empire card."""

    empire: Annotated[str, Meaning("The id.")]
    side: Annotated[str, Meaning("`A` or `B`.")]
    name: Annotated[str, Meaning("The English name.")]
    materials: Annotated[int, Meaning("Materials that it produces.")]
    energy: Annotated[int, Meaning("Energy that it produces.")]
    science: Annotated[int, Meaning("Science that it produces.")]
    gold: Annotated[int, Meaning("Gold that it produces.")]
    exploration: Annotated[int, Meaning("Exploration that it produces.")]
    points: Annotated[int, Meaning("Its fixed points.")]
    points_each: Annotated[int, Meaning("Its points for each `points_of`.")]
    points_of: Annotated[str | None, Meaning("A character.")]


TABLES: dict[str, type[Any]] = {"seats": SeatRow, "intentions": IntentionRow, "events": EventRow, "games": GameRow}
"""The tables that grow, by name, each with its kind of row. `games` is written last: see `docs/dataset.md`."""
FACTS: dict[str, type[Any]] = {"cards": CardRow, "empires": EmpireRow}
"""The tables of the catalogue."""
PARTITIONS = (
    Column("month", "VARCHAR", False, "The month in which the game was scored, UTC, such as `2026-11`."),
    Column("mode", "VARCHAR", False, "`standard`, `solo` or `scenario`."),
)
"""Columns of all tables that grow. They stand in the names of the folders, not in the files."""


def columns_of(row: type[Any]) -> tuple[Column, ...]:
    """The columns of a kind of row, in their order."""
    hints = get_type_hints(row, include_extras=True)
    return tuple([_column(name, hints[name]) for name in row._fields])


def _column(name: str, hint: Any) -> Column:
    [meaning], kind = hint.__metadata__, hint.__origin__
    optional = isinstance(kind, UnionType)
    plain = get_args(kind)[0] if optional else kind
    return Column(name, meaning.type or _TYPES[plain], optional, meaning.text)
