"""The picture of a day of the daily deal: what it deals, and who did best once it is over."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.cards import EMPIRE_IDS
from service.pictures import HEIGHT, WIDTH, art

MAX_BEST = 3
LAND = 150
"""The height of the skylines at the lower edge."""


class Best(NamedTuple):
    """A player of the table of a day. `place`: 1 is the best."""

    name: str
    place: int
    score: int


def day_picture(day: str, deal: str, best: Sequence[Best]) -> bytes:
    """The picture of a day as PNG. `deal`: its scenario or side. `best`: up to MAX_BEST, the best first; empty before
    the day is over."""
    return art.to_png(_parts(day, deal, best))


def _parts(day: str, deal: str, best: Sequence[Best]) -> Iterator[str]:
    yield art.heading("")
    yield art.words(day, art.MARGIN, 250, 110, art.BRASS, bold=True)
    yield art.words(art.fitting(deal, 640, 52), art.MARGIN, 340, 52)
    for at, each in enumerate(best):
        top = 130 + 106 * at
        yield art.box(700, top, WIDTH - 700 - art.MARGIN, 94, art.SHEET, art.BRASS if each.place == 1 else "none")
        yield art.words(f"{each.place}", 752, top + 60, 38, art.SOFT, bold=True, end=True)
        yield art.words(art.fitting(each.name, 250, 32), 776, top + 58, 32)
        yield art.words(f"{each.score}", WIDTH - art.MARGIN - 24, top + 62, 44, bold=True, end=True)
    width = WIDTH / len(EMPIRE_IDS)
    for at, empire in enumerate(EMPIRE_IDS):
        yield art.skyline(empire, at * width, HEIGHT - LAND, width + 1, LAND)
