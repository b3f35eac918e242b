"""The table as the events have made it so far. Fields have the names that they have in a view, if it shows them."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

Json = dict[str, Any]
Cards = list[str]
HIDDEN = "hidden"
"""Stands for a card that you may not see."""
RESOURCES = ("materials", "energy", "science", "gold", "exploration")
KINDS = (*RESOURCES, "krystallium", "general", "financier")
"""What the spaces of a card may need, in their order."""


@dataclass
class Seat:
    """A place at the table.

    `owned`: krystallium, characters, and the cubes of the step that are still to be placed. `passed`: the hands that
    the seat passed on in this round, the latest first, without the cards that were revealed since.
    """

    number: int
    player: Json | None = None
    bot: str | None = None
    empire: str | None = None
    ready: bool = False
    choosing: bool = False
    auto_ready: bool = False
    away: bool = False
    hand: Cards = field(default_factory=list)
    picked: str | None = None
    candidates: Cards = field(default_factory=list)
    passed: list[Cards] = field(default_factory=list)
    undoable: int | None = None
    drafted: Cards = field(default_factory=list)
    constructed: Cards = field(default_factory=list)
    construction: list[Json] = field(default_factory=list)
    owned: Counter[str] = field(default_factory=Counter)
    empire_cubes: Counter[str] = field(default_factory=Counter)
    produced: int | None = None


@dataclass
class Table:
    """A game as one account sees it.

    `player`: the account's id. `designs`, `declared`: designs and events of the catalogue, by name. `opened`: the data
    of the first event. `everything`: the events show all cards, because the game was finished when you read them.
    """

    player: str
    catalogue: Json
    designs: dict[str, Json]
    declared: dict[str, Json]
    opened: Json = field(default_factory=dict)
    everything: bool = False
    seats: list[Seat] = field(default_factory=list)
    host: int | None = None
    invited: list[str] = field(default_factory=list)
    reserved: list[str | None] = field(default_factory=list)
    status: str = "open"
    end_reason: str | None = None
    assisted: bool = False
    round: int = 0
    phase: str | None = None
    step: str | None = None
    passes: int = 0
    sequence: int | None = None
    deck: Cards = field(default_factory=list)
    discard: Cards = field(default_factory=list)
    pools: list[Cards] = field(default_factory=list)
    supremacy: list[Json] = field(default_factory=list)
    rewind: Json | None = None
    pause: Json | None = None
    result: Json | None = None


def own_seat(table: Table) -> Seat | None:
    """The account's seat, also while it is away; None for a spectator, and after a resignation."""
    for seat in table.seats:
        if seat.player and seat.player["id"] == table.player and (seat.bot is None or seat.away):
            return seat
    return None


def design(table: Table, card: str) -> Json:
    """The catalogue's entry of a card such as `zeppelin.2`."""
    return table.designs[card.partition(".")[0]]


def card_count(table: Table) -> int:
    return sum(each["copies"] for each in table.designs.values())


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards that are left. If a card is hidden, any card goes."""
    left = [*cards]
    for card in gone:
        left.pop(left.index(card) if card in left else -1)
    return left


def begin_construction(table: Table, seat: Seat, card: str) -> None:
    """Put a card under construction, with all its spaces open."""
    cost = design(table, card)["cost"]
    spaces = [{"needs": kind, "filled": None} for kind in KINDS for _ in range(cost.get(kind, 0))]
    seat.construction.append({"card": card, "spaces": spaces})


def end_construction(seat: Seat, card: str) -> None:
    seat.construction = [site for site in seat.construction if site["card"] != card]


def put(seat: Seat, item: str, onto: str, kind: str) -> None:
    """Put an item on a card's first open space of that kind, or a cube on the empire card."""
    if onto == "empire":
        seat.empire_cubes[item] += 1
    else:
        [spaces] = [site["spaces"] for site in seat.construction if site["card"] == onto]
        next(space for space in spaces if space["needs"] == kind and not space["filled"])["filled"] = item


def taken_seat(number: int, player: str, external: bool = False) -> Seat:
    """The seat of an account, or of `bot:<strategy>`, as it is when the player takes it."""
    bot = player.removeprefix("bot:") if player.startswith("bot:") else None
    return Seat(number, {"id": player, "name": bot, "kind": "bot" if bot or external else "human"}, bot)


def seat_of(player: str | None, number: int, known: dict[str, Seat]) -> Seat:
    """A seat after the host changed the table: an account has there what it had before."""
    if player is None:
        return Seat(number)
    is_bot = player.startswith("bot:")
    return taken_seat(number, player) if is_bot else replace(known[player], number=number, ready=False)
