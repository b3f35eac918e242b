"""The cells of the explorer: sums of integers over the seats of a kind of table, of a population and of a period.

Each seat of a game adds to four cells: its population with and without its strength, of all time and of the month. A
cell has sections, arrays of 64-bit integers that are stored compressed. Sums do not depend on the order of games, so
what is kept up equals what is rebuilt to the last digit.
"""

import sys
from array import array
from collections.abc import Callable, Mapping
from typing import NamedTuple
from zlib import compress, decompress

from game.cards import DESIGNS, EMPIRE_IDS
from game.model import PICKS, ROUNDS
from projections.explorer.facts import GameFacts, SeatFacts

DEFINITIONS = 1
"""The version of the definitions in docs/explorer.md, of strengths and of the layout. Another one needs a rebuild."""
STRENGTHS = {"low": 0, "middle": 1500, "high": 2000}
"""Strength → the least rating, in points, of its players before the game; the lowest has no least."""
UNRATED = "-"
"""In place of the first letter of a strength: the game is not rated."""
ALL_TIME = "all"

DESIGN_AT = {design: at for at, design in enumerate(DESIGNS)}
EMPIRE_AT = {empire: at for at, empire in enumerate(EMPIRE_IDS)}
RESULT = 4
"""Numbers of a result: how many, how many of them won, the sums of leads and of their squares."""
DRAFT, PLAY, EMPIRE = 1 + RESULT, 3 + RESULT, 1 + RESULT
"""Numbers of a design in a place of a round's draft: seen, result of the picks · of a design in a round: built,
recycled, points, result of the seats that built it then for the first time · of an empire: score, result."""
SIZES = {
    **{f"draft{each}": PICKS * len(DESIGNS) * DRAFT for each in ("", *range(1, ROUNDS + 1))},
    **{f"play{each}": len(DESIGNS) * PLAY for each in ("", *range(1, ROUNDS + 1))},
    "empires": len(EMPIRE_IDS) * EMPIRE,
    "empire_cards": len(EMPIRE_IDS) * len(DESIGNS) * RESULT,
    "cards": len(DESIGNS) * (len(DESIGNS) - 1) // 2 * RESULT,
}
"""Section → how many numbers it has. `draft` and `play` are of all rounds, `draft1` of the first."""
Sections = Mapping[str, "array[int]"]


class Cell(NamedTuple):
    """Seats at tables of one kind. `strength`: None for all. `period`: `all` or a month, `YYYY-MM`."""

    period: str
    mode: str
    seats: int
    side: str
    population: str
    strength: str | None = None

    @property
    def name(self) -> str:
        """How it is stored."""
        return ":".join((self.period, self.mode, str(self.seats), self.side, self.population, self.strength or "*"))


def strength_of(points: int) -> str:
    """The strength of a player with a rating of so many points."""
    return [name for name, least in STRENGTHS.items() if name == "low" or points >= least][-1]


def cells_of(facts: GameFacts, seat: SeatFacts, letter: str) -> list[Cell]:
    """The cells to which a seat of a game adds. `letter`: the first one of its strength, or UNRATED."""
    strength = next((name for name in STRENGTHS if name[0] == letter), None)
    cells = [
        Cell(period, facts.mode, len(facts.seats), facts.side, seat.population) for period in (ALL_TIME, facts.month)
    ]
    return [*cells, *[cell._replace(strength=strength) for cell in cells if strength]]


def empty_cell() -> dict[str, "array[int]"]:
    """The sections of a cell without games."""
    return {section: array("q", bytes(8 * size)) for section, size in SIZES.items()}


def additions(seat: SeatFacts) -> dict[str, dict[int, int]]:
    """What a seat adds to each section of its cells: place in the section → number."""
    result = (1, int(seat.won), seat.lead, seat.lead**2)
    found: dict[str, dict[int, int]] = {section: {} for section in SIZES}

    def add(section: str, at: int, *numbers: int) -> None:
        sums = found[section]
        for place, number in enumerate(numbers, at):
            sums[place] = sums.get(place, 0) + number

    for pick in seat.play.picks:
        for draft in ("draft", f"draft{pick.round}"):
            for design in pick.hand:
                add(draft, draft_at(pick.place, DESIGN_AT[design]), 1)
            add(draft, draft_at(pick.place, DESIGN_AT[pick.design]) + 1, *result)
    built = set[int]()
    for card in seat.play.built:
        at = DESIGN_AT[card.design]
        for play in ("play", f"play{card.round}"):
            add(play, at * PLAY, 1, 0, card.points, *(() if at in built else result))
        built.add(at)
    for game_round, design in seat.play.recycled:
        for play in ("play", f"play{game_round}"):
            add(play, DESIGN_AT[design] * PLAY, 0, 1)
    empire = EMPIRE_AT[seat.empire]
    add("empires", empire * EMPIRE, seat.score, *result)
    ordered = sorted(built)
    for place, one in enumerate(ordered):
        add("empire_cards", empire_card_at(empire, one), *result)
        for other in ordered[place + 1 :]:
            add("cards", cards_at(one, other), *result)
    return found


def draft_at(place: int, design: int) -> int:
    """Where the numbers of a design begin in a section of the draft. Places count from 1, designs from 0."""
    return ((place - 1) * len(DESIGNS) + design) * DRAFT


def cards_at(one: int, other: int) -> int:
    """Where the numbers of two designs begin in the section `cards`; `one` is the lower number."""
    return (other * (other - 1) // 2 + one) * RESULT


def empire_card_at(empire: int, design: int) -> int:
    """Where the numbers of an empire and a design begin in the section `empire_cards`."""
    return (empire * len(DESIGNS) + design) * RESULT


def pack(numbers: "array[int]") -> bytes | None:
    """A section as it is stored; None if it has zeros only."""
    data = _little_endian(numbers).tobytes()
    return compress(data, 1) if any(data) else None


def unpack(stored: bytes) -> "array[int]":
    """The section that `pack` packed."""
    return _little_endian(array("q", decompress(stored)))


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "little":
        return numbers
    swapped = numbers[:]
    swapped.byteswap()
    return swapped


def move_game(facts: GameFacts, before: str, after: str, cell_of: Callable[[Cell], Sections]) -> None:
    """Count a game with the strengths `after`, which it had counted with those `before`, by seat; empty if it had not.

    `cell_of`: the sections of a cell, which this changes.
    """
    for index, seat in enumerate(facts.seats):
        if seat is None:
            continue
        added = additions(seat)
        for strengths, times in ((before, -1), (after, 1)):
            for cell in cells_of(facts, seat, strengths[index]) if strengths else ():
                sections = cell_of(cell)
                for section, sums in added.items():
                    numbers = sections[section]
                    for at, number in sums.items():
                        numbers[at] += times * number
