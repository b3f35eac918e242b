"""The panel of one seat: its score, resources, construction area and cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from game.cards import CARDS, EMPIRES, TYPES
from service.terminal.board.layout import Row, WrappedList, label_rows
from service.terminal.board.names import Json, card_name, draw_cards, player_name
from service.terminal.board.symbols import (
    DIM_STYLE,
    dim_text,
    draw_amount,
    draw_amounts,
    draw_cubes,
    draw_spaces,
    replace_control_characters,
)

Points = Mapping[str, int]
WAITING_STYLE = "yellow"
"""The colour of a seat that the game waits for."""
SCORE_PARTS = {"gross": "cards", "combo": "combinations", "generals": "generals", "financiers": "financiers"}


def draw_seat(view: Json, index: int, language: str) -> Panel:
    """The panel of a seat; without content until the seat has an empire."""
    seat = view["seats"][index]
    points = points_by_card(seat, view["side"]) if seat["empire"] else {}
    body: list[RenderableType] = []
    if seat["empire"]:
        resources, cards = label_rows(_resource_rows(view, seat)), label_rows(_card_rows(view, seat, points, language))
        body = [resources, *_construction(seat, language), cards]
    return Panel(
        Group(*body),
        title=_title(view, index, points, language),
        title_align="left",
        subtitle=_score_parts(seat),
        subtitle_align="right",
        border_style=WAITING_STYLE if index in view["waiting_on"] else DIM_STYLE,
    )


def _title(view: Json, index: int, points: Points, language: str) -> Text:
    """Player, score, status, empire. The empire is last because a long title is cut off at the end."""
    seat, total = view["seats"][index], view["seats"][index]["score"]["total"]
    title = Text.assemble((f"{player_name(seat)} #{index}", "bold reverse" if index == view["seat"] else "bold"))
    if seat["empire"]:
        title.append(" · ", DIM_STYLE).append("1 point" if total == 1 else f"{total} points", "bold green")
    for word in _status_words(view, index):
        title.append(" · ", DIM_STYLE).append(word, WAITING_STYLE if index in view["waiting_on"] else DIM_STYLE)
    if seat["empire"]:
        title.append(" · ", DIM_STYLE).append_text(*draw_cards([seat["empire"]], language, points))
    return title


def _status_words(view: Json, index: int) -> Iterator[str]:
    seat = view["seats"][index]
    if seat["bot"] and (seat["player"] or {}).get("kind") == "human":
        yield f"played by {replace_control_characters(seat['bot'])}"
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


def _score_parts(seat: Json) -> Text | None:
    """The parts of the score that are not 0."""
    parts = [f"{word} {seat['score'][part]}" for part, word in SCORE_PARTS.items() if seat["score"][part]]
    return dim_text(" + ".join(parts)) if parts else None


def _resource_rows(view: Json, seat: Json) -> Iterator[Row]:
    production = draw_amounts(seat["production"], view["step"])
    if seat["produced"] is not None and view["step"]:
        left = draw_amount(view["step"], seat["cubes_to_place"].get(view["step"], 0))
        production += dim_text("   to place ") + left + dim_text(f" of {seat['produced']}")
    yield Row("produces", production)
    owned = {"krystallium": seat["krystallium"], "general": seat["generals"], "financier": seat["financiers"]}
    yield Row("has", draw_amounts(owned) + dim_text("   empire card ") + draw_cubes(seat["empire_cubes"]))


def _construction(seat: Json, language: str) -> list[RenderableType]:
    """The cards under construction with their spaces, in aligned columns."""
    names = [card_name(site["card"], language) for site in seat["construction"]]
    width = max(map(len, names), default=0)
    lines = [
        Text.assemble((name.ljust(width + 1), "bold"), draw_spaces(site["spaces"]))
        for name, site in zip(names, seat["construction"], strict=True)
    ]
    return [Columns(lines, padding=(0, 2))] if lines else []


def _card_rows(view: Json, seat: Json, points: Points, language: str) -> Iterator[Row]:
    for kind in TYPES:
        constructed = [card for card in seat["constructed"] if CARDS[card].type == kind]
        if constructed:
            yield Row(f"{kind} {len(constructed)}", WrappedList(draw_cards(constructed, language, points)))
    if seat["drafted"]:
        yield Row("drafted", WrappedList(draw_cards(seat["drafted"], language)))
    yield from _hand_rows(view, seat, language)


def _hand_rows(view: Json, seat: Json, language: str) -> Iterator[Row]:
    """The cards in hand that the view holds; otherwise their number."""
    holder: dict[str, Any] = dict(view if seat["seat"] == view["seat"] else seat)  # the viewer's own are in the view
    if holder.get("hand"):
        yield Row("hand", WrappedList(draw_cards(holder["hand"], language)))
    elif seat["hand_size"]:
        yield Row("hand", dim_text(f"{seat['hand_size']} cards"))
    if holder.get("picked"):
        yield Row("picked", Text(card_name(holder["picked"], language), style="bold"))
    if holder.get("candidates"):
        yield Row("to keep", WrappedList(draw_cards(holder["candidates"], language)))
    elif seat["candidates_size"]:
        yield Row("to keep", dim_text(f"one of {seat['candidates_size']} cards"))


def points_by_card(seat: Mapping[str, Any], side: str) -> dict[str, int]:
    """Constructed card, or empire, → points, for a seat of a view.

    A card that scores for generals or financiers counts those points itself. Add one point for each general and
    financier, and the sum is the seat's total score.
    """
    card_points = {card: CARDS[card].points for card in seat["constructed"]}
    empire_points = {seat["empire"]: EMPIRES[seat["empire"], side].points}
    types = [CARDS[card].type for card in seat["constructed"]]
    counts = {"general": seat["generals"], "financier": seat["financiers"], **Counter(types)}
    return {
        card: points.flat + (points.points * counts.get(points.of, 0) if points.of else 0)
        for card, points in (card_points | empire_points).items()
    }
