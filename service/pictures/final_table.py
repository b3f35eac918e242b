"""The picture of a finished game: the empires with all that they built, the best first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.cards import DESIGNS
from service.pictures import HEIGHT, WIDTH, art

MAX_CARDS = 11
"""Cards that a row shows; more become a number."""
TOP, GAP = 116, 12


class Empire(NamedTuple):
    """An empire at the end of a game. `cards`: what it built, in order. `place`: 1 is the best."""

    name: str
    empire: str
    cards: tuple[str, ...]
    points: int
    place: int


def final_table(title: str, empires: Sequence[Empire]) -> bytes:
    """The picture of a finished game as PNG. `empires`: 1 to 5, the best first."""
    return art.to_png(_parts(title, empires))


def _parts(title: str, empires: Sequence[Empire]) -> Iterator[str]:
    yield art.heading(title)
    height = min(150.0, (HEIGHT - TOP - 28) / len(empires) - GAP)
    for at, each in enumerate(empires):
        yield from _row(each, TOP + at * (height + GAP), height)


def _row(empire: Empire, top: float, height: float) -> Iterator[str]:
    left, middle = art.MARGIN, top + height / 2
    wins = empire.place == 1
    yield art.box(left, top, WIDTH - 2 * art.MARGIN, height, art.SHEET, art.BRASS if wins else "none")
    yield art.skyline(empire.empire, left + 12, top + 10, 150, height - 20)
    yield art.words(
        f"{empire.place}", left + 196, middle + 12, 34, art.BRASS if wins else art.SOFT, bold=True, end=True
    )
    yield art.words(art.fitting(empire.name, 210, 28), left + 212, middle + 10, 28, bold=wins)
    yield from _cards(empire.cards, left + 424, middle)
    right, color = WIDTH - art.MARGIN - 24, art.BRASS if wins else art.INK
    yield art.words(f"{empire.points}", right, middle + 20, 58, color, bold=True, end=True)


def _cards(cards: Sequence[str], left: float, middle: float) -> Iterator[str]:
    shown = cards if len(cards) <= MAX_CARDS else cards[: MAX_CARDS - 1]
    for at, each in enumerate(shown):
        design = DESIGNS[each.partition(".")[0]]
        yield art.card(design.id, design.type, left + 48 * at, middle - 27, 44, 54)
    if len(cards) > len(shown):
        yield art.words(f"+{len(cards) - len(shown)}", left + 48 * len(shown) + 2, middle + 9, 26, art.SOFT)
