"""The picture of a puzzle: the cards among which one is to be chosen, and a question mark."""

from collections.abc import Iterator, Sequence

from game.cards import DESIGNS
from service.pictures import HEIGHT, WIDTH, art

MAX_CARDS = 10
TALL = 1.24
"""The height of the picture of a card by its width."""


def puzzle_picture(points: int, cards: Sequence[str]) -> bytes:
    """The picture of a puzzle as PNG. `points`: its rating. `cards`: ids, in the order of the page."""
    return art.to_png(_parts(points, cards[:MAX_CARDS]))


def _parts(points: int, cards: Sequence[str]) -> Iterator[str]:
    yield art.heading(f"Puzzle · {points}")
    yield art.words("?", WIDTH / 2 - 70, 330, 250, art.BRASS, bold=True)
    width = min(180.0, (WIDTH - 2 * art.MARGIN) / max(1, len(cards)) - 12)
    left = (WIDTH - len(cards) * (width + 12) + 12) / 2
    for at, each in enumerate(cards):
        design, x = DESIGNS[each.partition(".")[0]], left + at * (width + 12)
        top = HEIGHT - 40 - TALL * width
        yield art.box(x - 4, top - 4, width + 8, TALL * width + 8, art.SHEET)
        yield art.card(design.id, design.type, x, top, width, TALL * width)
