"""The tables of the explorer, cards and combinations, from the sums of the cells that a filter names."""

from array import array
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from game.cards import DESIGNS, EMPIRE_IDS, SIDES
from game.model import PICKS
from game.options import MAX_SEATS
from projections.explorer.cells import (
    ALL_TIME,
    DESIGN_AT,
    DRAFT,
    EMPIRE,
    EMPIRE_AT,
    PLAY,
    RESULT,
    Cell,
    cards_at,
    draft_at,
    empire_card_at,
)
from projections.explorer.facts import POPULATIONS
from projections.explorer.numbers import LEAST, Interval, Result, result, share, wilson

SORTS = ("picks", "builds", "rate", "points")
"""What cards can be sorted by: the mean result of picks or builds, the share that is picked, points."""
COMBINATIONS = ("cards", "empires", "empire_cards")
"""What is combined: two cards, nothing but an empire, an empire and a card."""


class Filter(NamedTuple):
    """Which seats. None: any. `players`: of POPULATIONS. `strength`: of STRENGTHS. `period`: `all` or `YYYY-MM`."""

    mode: str = "standard"
    seats: int | None = None
    side: str | None = None
    players: str | None = None
    strength: str | None = None
    period: str = ALL_TIME

    def cells(self) -> list[Cell]:
        """The cells whose sums these seats are: at most 16."""
        counts = range(2, MAX_SEATS + 1) if self.mode == "standard" else (1,)
        seats = counts if self.seats is None else (self.seats,)
        sides = (self.side,) if self.side else SIDES
        players = (self.players,) if self.players else POPULATIONS
        return [Cell(self.period, self.mode, *each, self.strength) for each in product(seats, sides, players)]


class Place(NamedTuple):
    """A place in the draft: 1 for the first pick of a round."""

    place: int
    seen: int
    picked: int


class CardRow(NamedTuple):
    """A design. `seen`: hands with it from which a seat picked. `rate`: the share in which it picked this design.

    `built`, `recycled`: cards. `points`: the mean of those that were built, None without any. `picks`: the result of
    the seats that picked it, for each pick. `builds`: that of the seats that built it.
    """

    card: str
    seen: int
    picked: int
    rate: float | None
    rate_interval: Interval | None
    places: list[Place]
    built: int
    recycled: int
    points: float | None
    picks: Result
    builds: Result


class CombinationRow(NamedTuple):
    """Seats that had an empire, that had it and built a card, or that built two cards. `empire`: None for two cards."""

    empire: str | None
    cards: list[str]
    result: Result


Sections = dict[str, "array[int]"]


def all_seats(sections: Sections) -> Result:
    """The result of all seats of the filter, to compare with."""
    empires = sections["empires"]
    return result(*[sum(empires[1 + number :: EMPIRE]) for number in range(RESULT)])


def card_sections(game_round: int | None) -> tuple[str, ...]:
    """The sections that `card_rows` needs."""
    return (f"draft{game_round or ''}", f"play{game_round or ''}", "empires")


def card_rows(
    sections: Sections, game_round: int | None = None, place: int | None = None, sort: str = "picks"
) -> list[CardRow]:
    """All designs, best first; those with too small numbers last, unranked. `game_round`, `place`: None for all.

    A place restricts what is seen and picked; a round what is built and recycled, too.
    """
    draft, play, _ = (sections[name] for name in card_sections(game_round))
    places = [draft[draft_at(each, 0) : draft_at(each + 1, 0)] for each in range(1, PICKS + 1)]
    chosen = [*map(sum, zip(*places, strict=True))] if place is None else places[place - 1]
    rows = [_card_row(design, at, places, chosen, play) for design, at in DESIGN_AT.items()]
    return sorted(rows, key=lambda row: _order(*_merit(row, sort)))


def _card_row(
    design: str, at: int, places: Sequence[Sequence[int]], chosen: Sequence[int], play: Sequence[int]
) -> CardRow:
    seen, *picks = chosen[at * DRAFT : (at + 1) * DRAFT]
    built, recycled, points, *builds = play[at * PLAY : (at + 1) * PLAY]
    return CardRow(
        design,
        seen,
        picks[0],
        share(picks[0], seen),
        wilson(picks[0], seen),
        [Place(number, each[at * DRAFT], each[at * DRAFT + 1]) for number, each in enumerate(places, 1)],
        built,
        recycled,
        round(points / built, 3) if built else None,
        result(*picks),
        result(*builds),
    )


def _merit(row: CardRow, sort: str) -> tuple[bool, float | None]:
    """What a card is sorted by, and whether that is enough to rank it."""
    if sort == "rate":
        return row.rate_interval is not None, row.rate
    if sort == "points":
        return row.builds.enough, row.points
    found = row.picks if sort == "picks" else row.builds
    return found.enough, found.mean


def _order(enough: bool, number: float | None) -> tuple[bool, float]:
    """The order of rows: the highest number first; those that are not enough last, as in the catalogue."""
    return not enough, -(number or 0.0) if enough else 0.0


def combination_sections(of: str) -> tuple[str, ...]:
    """The sections that `combination_rows` needs. `of`: of COMBINATIONS."""
    return tuple(dict.fromkeys((of, "empires")))


def combination_rows(
    sections: Sections, of: str, design: str | None, first: int, most: int
) -> tuple[list[CombinationRow], bool]:
    """At most `most` combinations after the `first` best ones, and whether there are more.

    Those with too small numbers are left out. `of`: of COMBINATIONS. `design`: those with this one only, None for all.
    """
    numbers = sections[of]
    found = [each for each in _combinations(of, design) if numbers[each[2]] >= LEAST]
    found.sort(key=lambda each: -numbers[each[2] + 2] / numbers[each[2]])
    rows = [
        CombinationRow(empire, cards, result(*numbers[at : at + RESULT]))
        for empire, cards, at in found[first : first + most]
    ]
    return rows, len(found) > first + most


def _combinations(of: str, design: str | None) -> list[tuple[str | None, list[str], int]]:
    """The empire, if there is one, the cards, and where the numbers of the result begin."""
    at = DESIGN_AT
    if of == "empires":
        return [(empire, [], EMPIRE_AT[empire] * EMPIRE + 1) for empire in EMPIRE_IDS]
    if of == "empire_cards":
        pairs = product(EMPIRE_IDS, [design] if design else DESIGNS)
        return [(empire, [card], empire_card_at(EMPIRE_AT[empire], at[card])) for empire, card in pairs]
    if design:
        others = [card for card in DESIGNS if card != design]
        return [(None, [design, card], cards_at(*sorted((at[design], at[card])))) for card in others]
    return [(None, [one, other], cards_at(at[one], at[other])) for one, other in combinations(DESIGNS, 2)]
