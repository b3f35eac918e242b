"""The art of the page, for pictures that no browser draws: designs, skylines, colours and letters."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files

import font_roboto
import resvg_py

from service.pictures import HEIGHT, WIDTH

GROUND, SHEET, INK, SOFT, BRASS = "#0d1524", "#18233a", "#f4efe2", "#b4bdcf", "#e6bc60"
"""The colours of the page by night."""
RAY = "#16223a"
FONT = "Roboto"
MARGIN = 40
MEAN_LETTER = 0.52
"""The mean width of a letter, as a part of its size."""
_SYMBOL = re.compile(r'<symbol id="([a-z-]+)" viewBox="0 0 (\d+) (\d+)">(.*?)</symbol>')
_TONES = re.compile(r"^  \.([a-z-]+) \{ ((?:--[a-z0-9-]+: #[0-9a-f]+;? ?|--type: var\(--[a-z]+\); )+)\}$", re.MULTILINE)
_TONE = re.compile(r"(--[a-z0-9-]+): (#[0-9a-f]+)")
_USED = re.compile(r"var\((--[a-z0-9-]+)\)")


def to_png(parts: Iterable[str]) -> bytes:
    """A picture of these parts, in SVG, over the ground that all pictures have. It takes about 0.1 s of CPU."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{_ground()}{"".join(parts)}</svg>'
    return resvg_py.svg_to_bytes(text, font_files=_fonts(), font_family=FONT, sans_serif_family=FONT)


def words(
    text: str, x: float, y: float, size: float, color: str = INK, *, bold: bool = False, end: bool = False
) -> str:
    """A line of text with its baseline at `y`. `end`: it ends at `x`, otherwise it begins there."""
    look = f'font-family="{FONT}" font-size="{size}" font-weight="{700 if bold else 400}" fill="{color}"'
    return f'<text x="{x}" y="{y}" {look} text-anchor="{"end" if end else "start"}">{escape(text)}</text>'


def fitting(text: str, width: float, size: float) -> str:
    """The text, cut to what fits into a width in most cases."""
    most = int(width / size / MEAN_LETTER)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def card(design: str, kind: str, x: float, y: float, width: float, height: float) -> str:
    """The picture of a design of a type of card, in a box."""
    return _framed(design, _tones()[kind], x, y, width, height)


def skyline(empire: str, x: float, y: float, width: float, height: float) -> str:
    """The picture of an empire, in a box."""
    return _framed(empire, _tones()[empire], x, y, width, height)


def box(x: float, y: float, width: float, height: float, color: str, line: str = "none") -> str:
    """A box with round corners."""
    place = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="12"'
    return f'<rect {place} fill="{color}" stroke="{line}" stroke-width="3"/>'


def heading(title: str) -> str:
    """The mark and the name of the game, and a title on the right."""
    name = words("Wonderful World", MARGIN + 84, 74, 40, bold=True)
    return mark(MARGIN, 28, 64) + name + words(fitting(title, 560, 30), WIDTH - MARGIN, 72, 30, SOFT, end=True)


def mark(x: float, y: float, size: float) -> str:
    """The mark of the game."""
    icon = files("service").joinpath("web", "icons", "icon.svg").read_text("utf-8")
    inner = icon[icon.index(">") + 1 : icon.rindex("</svg>")]
    return f'<svg x="{x}" y="{y}" width="{size}" height="{size}" viewBox="0 0 512 512">{inner}</svg>'


def _framed(name: str, tones: Mapping[str, str], x: float, y: float, width: float, height: float) -> str:
    """A symbol over its sky. It fills the box, and what is too high is cut off above, as on the page."""
    wide, high, drawing = _symbols()[name]
    sky = f"sky-{name}"
    drawn = _USED.sub(lambda used: tones[used[1]], drawing)
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="0 0 {wide} {high}"'
        ' preserveAspectRatio="xMidYMax slice" overflow="hidden">'
        f'<linearGradient id="{sky}" x2="0" y2="1"><stop stop-color="{tones["--high-sky"]}"/>'
        f'<stop offset="1" stop-color="{tones["--low-sky"]}"/></linearGradient>'
        f'<rect x="{-wide}" y="{-high}" width="{3 * wide}" height="{2 * high}" fill="url(#{sky})"/>{drawn}</svg>'
    )


@cache
def _ground() -> str:
    """The night, with rays from above on the left."""
    rays = [f"M0 0L{WIDTH * 1.6} {y}V{y + 90}z" for y in range(-180, 2000, 200)]
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/><path fill="{RAY}" d="{"".join(rays)}"/>'


@cache
def _symbols() -> dict[str, tuple[int, int, str]]:
    """Design or empire → width, height and drawing of its picture."""
    text = files("service").joinpath("web", "cards", "pictures.svg").read_text("utf-8")
    return {name: (int(wide), int(high), drawing) for name, wide, high, drawing in _SYMBOL.findall(text)}


@cache
def _tones() -> dict[str, dict[str, str]]:
    """Type of card or empire → its colours, by the names that the page gives them."""
    text = files("service").joinpath("web", "styles", "cards.css").read_text("utf-8")
    return {name: dict(_TONE.findall(rules)) for name, rules in _TONES.findall(text)}


@cache
def _fonts() -> list[str]:
    return [font_roboto.Roboto, font_roboto.RobotoBold]
