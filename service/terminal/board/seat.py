"""The panel of a seat: what it has, makes and builds."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from game.cards import CARDS, TYPES
from service.terminal.board.layout import Listed, labelled
from service.terminal.board.marks import DIM, amount, amounts, cubes, dim, plain, spaces
from service.terminal.board.words import Json, card, cards, player
from service.terminal.board.worth import worths

Row = tuple[str, RenderableType]
Points = Mapping[str, int]
WAITED = "yellow"
PARTS = {"gross": "cards", "combo": "combinations", "generals": "generals", "financiers": "financiers"}


def panel(view: Json, index: int, language: str) -> Panel:
    """What there is to see of a seat."""
    seat = view["seats"][index]
    points = worths(seat, view["side"]) if seat["empire"] else {}
    body: list[RenderableType] = []
    if seat["empire"]:
        body = [labelled(_stock(view, seat)), *_sites(seat, language), labelled(_cards(view, seat, points, language))]
    return Panel(
        Group(*body),
        title=_title(view, index, points, language),
        title_align="left",
        subtitle=_parts(seat),
        subtitle_align="right",
        border_style=WAITED if index in view["waiting_on"] else DIM,
    )


def _title(view: Json, index: int, points: Points, language: str) -> Text:
    """What changes stands first: behind a long name the end is cut off."""
    seat, total = view["seats"][index], view["seats"][index]["score"]["total"]
    title = Text.assemble((f"{player(seat)} #{index}", "bold reverse" if index == view["seat"] else "bold"))
    if seat["empire"]:
        title.append(" · ", DIM).append("1 point" if total == 1 else f"{total} points", "bold green")
    for mark in _marks(view, index):
        title.append(" · ", DIM).append(mark, WAITED if index in view["waiting_on"] else DIM)
    if seat["empire"]:
        title.append(" · ", DIM).append_text(*cards([seat["empire"]], language, points))
    return title


def _marks(view: Json, index: int) -> Iterator[str]:
    seat = view["seats"][index]
    if seat["bot"] and (seat["player"] or {}).get("kind") == "human":
        yield f"played by {plain(seat['bot'])}"
    elif seat["bot"]:
        yield "bot"
    if seat["choosing"]:
        yield "to choose a character"
    elif index in view["waiting_on"]:
        yield "to act"
    elif seat["ready"]:
        yield "ready"
    if seat["auto_ready"]:
        yield "auto-ready"


def _parts(seat: Json) -> Text | None:
    """What the score is made of."""
    parts = [f"{word} {seat['score'][part]}" for part, word in PARTS.items() if seat["score"][part]]
    return dim(" + ".join(parts)) if parts else None


def _stock(view: Json, seat: Json) -> Iterator[Row]:
    made = amounts(seat["production"], view["step"])
    if seat["produced"] is not None and view["step"]:
        left = seat["cubes_to_place"].get(view["step"], 0)
        made += dim("   to place ") + amount(view["step"], left) + dim(f" of {seat['produced']}")
    yield "produces", made
    owned = {"krystallium": seat["krystallium"], "general": seat["generals"], "financier": seat["financiers"]}
    yield "has", amounts(owned) + dim("   empire card ") + cubes(seat["empire_cubes"])


def _sites(seat: Json, language: str) -> list[RenderableType]:
    """Cards under construction, name and spaces in line, side by side where they fit."""
    names = [card(site["card"], language) for site in seat["construction"]]
    width = max(map(len, names), default=0)
    lines = [
        Text.assemble((name.ljust(width + 1), "bold"), spaces(site["spaces"]))
        for name, site in zip(names, seat["construction"], strict=True)
    ]
    return [Columns(lines, padding=(0, 2))] if lines else []


def _cards(view: Json, seat: Json, points: Points, language: str) -> Iterator[Row]:
    for kind in TYPES:
        built = [card_ for card_ in seat["constructed"] if CARDS[card_].type == kind]
        if built:
            yield f"{kind} {len(built)}", Listed(cards(built, language, points))
    if seat["drafted"]:
        yield "drafted", Listed(cards(seat["drafted"], language))
    yield from _hand(view, seat, language)


def _hand(view: Json, seat: Json, language: str) -> Iterator[Row]:
    """The viewer's own cards, everybody's when hands are open, else how many there are."""
    held: dict[str, Any] = dict(view if seat["seat"] == view["seat"] else seat)
    if held.get("hand"):
        yield "hand", Listed(cards(held["hand"], language))
    elif seat["hand_size"]:
        yield "hand", dim(f"{seat['hand_size']} cards")
    if held.get("picked"):
        yield "picked", Text(card(held["picked"], language), style="bold")
    if held.get("candidates"):
        yield "to keep", Listed(cards(held["candidates"], language))
    elif seat["candidates_size"]:
        yield "to keep", dim(f"one of {seat['candidates_size']} cards")
