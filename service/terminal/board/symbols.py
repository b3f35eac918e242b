"""Letters, colours and squares of the board. Everything can be read without the colours."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from unicodedata import category

from rich.text import Text

from game.cards import KINDS, KRYSTALLIUM

KIND_LETTERS = dict(zip(KINDS, "MESGXK*$", strict=True))
"""Exploration has X, because energy has E."""
KIND_COLOURS = dict(
    zip(KINDS, ("default", "magenta", "green", "yellow", "dodger_blue1", "red", "cyan", "cyan"), strict=True)
)
FILLED, OPEN, FILLED_BY_KRYSTALLIUM, ZERO = "■", "□", "◆", "·"
DIM_STYLE = "bright_black"


def replace_control_characters(value: object) -> str:
    """Text for the terminal: � for every character that could control it or break a line. Use it for players' texts."""
    return "".join("�" if category(c)[0] == "C" or category(c) in ("Zl", "Zp") else c for c in str(value))


def dim_text(text: str) -> Text:
    return Text(text, style=DIM_STYLE)


def draw_spaces(spaces: Sequence[Mapping[str, Any]]) -> Text:
    """The spaces of a card, as in the view: `M■■□ E◆`, where ◆ is a krystallium."""
    groups = groupby(spaces, lambda space: str(space["needs"]))
    return Text(" ").join(
        [Text(KIND_LETTERS[kind] + "".join(map(_space_symbol, group)), KIND_COLOURS[kind]) for kind, group in groups]
    )


def _space_symbol(space: Mapping[str, Any]) -> str:
    if space["filled"] is None:
        return OPEN
    return FILLED_BY_KRYSTALLIUM if space["filled"] == KRYSTALLIUM else FILLED


def draw_cubes(counts: Mapping[str, int]) -> Text:
    """A square for each cube, by resource: `M■■ E■`."""
    groups = [Text(KIND_LETTERS[kind] + FILLED * count, KIND_COLOURS[kind]) for kind, count in counts.items()]
    return Text(" ").join(groups) if groups else dim_text(ZERO)


def draw_amounts(counts: Mapping[str, int], highlighted: str | None = None) -> Text:
    """The number of each kind: `M 3  E ·`; the `highlighted` kind in reverse video."""
    return Text("  ").join([draw_amount(kind, count, kind == highlighted) for kind, count in counts.items()])


def draw_amount(kind: str, count: int, highlighted: bool = False) -> Text:
    """The number of one kind: `M 3`."""
    style = (f"bold {KIND_COLOURS[kind]}" if count else DIM_STYLE) + (" reverse" if highlighted else "")
    return Text(f"{KIND_LETTERS[kind]} {count or ZERO}", style=style)


def draw_legend() -> list[Text]:
    """The meaning of each letter and symbol, an item for each."""
    kinds = [Text(f"{KIND_LETTERS[kind]} {kind}", style=KIND_COLOURS[kind]) for kind in KINDS]
    symbols = [f"{FILLED} filled", f"{OPEN} open", f"{FILLED_BY_KRYSTALLIUM} filled by a krystallium"]
    return [*kinds, *map(dim_text, symbols)]
