"""How things are drawn: a letter and a colour for each kind, squares for spaces, so that colour is never needed."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from unicodedata import category

from rich.text import Text

from game.cards import KINDS, KRYSTALLIUM

LETTERS = dict(zip(KINDS, "MESGXK*$", strict=True))
"""A sign for each kind; X because exploration and energy begin alike."""
COLOURS = dict(
    zip(KINDS, ("default", "magenta", "green", "yellow", "dodger_blue1", "red", "cyan", "cyan"), strict=True)
)
FILLED, OPEN, INSTEAD, NONE = "■", "□", "◆", "·"
DIM = "bright_black"


def plain(text: object) -> str:
    """A text from outside, without what could steer the terminal or break a line."""
    return "".join("�" if category(c)[0] == "C" or category(c) in ("Zl", "Zp") else c for c in str(text))


def dim(text: str) -> Text:
    return Text(text, style=DIM)


def spaces(of: Sequence[Mapping[str, Any]]) -> Text:
    """A card's spaces as the view has them: `M■■□ E◆`, the diamond being a krystallium."""
    groups = groupby(of, lambda space: str(space["needs"]))
    return Text(" ").join(
        [Text(LETTERS[kind] + "".join(map(_space, group)), style=COLOURS[kind]) for kind, group in groups]
    )


def _space(space: Mapping[str, Any]) -> str:
    if space["filled"] is None:
        return OPEN
    return INSTEAD if space["filled"] == KRYSTALLIUM else FILLED


def cubes(counts: Mapping[str, int]) -> Text:
    """Cubes that lie somewhere, by resource: `M■■ E■`."""
    lying = [Text(LETTERS[kind] + FILLED * count, style=COLOURS[kind]) for kind, count in counts.items()]
    return Text(" ").join(lying) if lying else dim(NONE)


def amounts(counts: Mapping[str, int], now: str | None = None) -> Text:
    """How many of each kind: `M 3  E ·`; the kind that matters `now` is reversed."""
    return Text("  ").join([amount(kind, count, kind == now) for kind, count in counts.items()])


def amount(kind: str, count: int, now: bool = False) -> Text:
    """How many of a kind: `M 3`."""
    style = (f"bold {COLOURS[kind]}" if count else DIM) + (" reverse" if now else "")
    return Text(f"{LETTERS[kind]} {count or NONE}", style=style)


def legend() -> list[Text]:
    """What the signs mean, one by one."""
    kinds = [Text(f"{LETTERS[kind]} {kind}", style=COLOURS[kind]) for kind in KINDS]
    return [*kinds, dim(f"{FILLED} filled"), dim(f"{OPEN} open"), dim(f"{INSTEAD} filled by a krystallium")]
