"""The pictures of a finished game and of a day: every design and empire has its art, and any name fits."""

import struct

import pytest

from game.cards import CARDS, DESIGNS, EMPIRE_IDS
from service.pictures import HEIGHT, WIDTH, art
from service.pictures.day import Best, day_picture
from service.pictures.final_table import MAX_CARDS, Empire, final_table

CARD_IDS = [*CARDS]
DAY = "2026-11-28"


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height, as the head of the file has them."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


@pytest.mark.parametrize("seats", [1, 5])
def test_a_picture_has_the_size_that_previews_show_whole(seats: int):
    empires = [Empire("Ada", empire, tuple(CARD_IDS[:20]), 61, 1) for empire in EMPIRE_IDS[:seats]]
    picture = final_table("B · 2026-11-28", empires)
    assert size_of(picture) == (WIDTH, HEIGHT)
    assert len(picture) < 150_000


def test_more_cards_or_another_winner_are_another_picture():
    def drawn(cards: int, place: int = 1, name: str = "Ada") -> bytes:
        return final_table("B", [Empire(name, EMPIRE_IDS[0], tuple(CARD_IDS[:cards]), 61, place)])

    assert len({drawn(0), drawn(1), drawn(MAX_CARDS), drawn(MAX_CARDS + 1), drawn(1, 2), drawn(1, 1, "Ben")}) == 6
    assert drawn(3) == drawn(3)


@pytest.mark.parametrize("name", ["", "<b>&\"'", "日本語の名前", "a" * 1000, "\u202eRTL"])
def test_no_name_breaks_a_picture(name: str):
    assert size_of(final_table(name, [Empire(name, EMPIRE_IDS[0], (), 0, 1)])) == (WIDTH, HEIGHT)


@pytest.mark.parametrize("name", [*DESIGNS, *EMPIRE_IDS])
def test_every_design_and_empire_is_drawn_in_its_colours(name: str):
    kind = DESIGNS[name].type if name in DESIGNS else name
    drawing = art.card(name, kind, 0, 0, 40, 50)
    assert "var(" not in drawing
    assert "<path" in drawing


def test_a_long_text_is_cut():
    assert art.fitting("Ada", 200, 28) == "Ada"
    cut = art.fitting("An emperor of many words", 100, 28)
    assert cut.endswith("…")
    assert len(cut) < 10


def test_who_did_best_is_in_the_picture_of_a_day_that_is_over():
    def drawn(*best: Best) -> bytes:
        return day_picture(DAY, "Solo · A", best)

    ada, ben = Best("Ada", 1, 74), Best("Ben", 2, 61)
    pictures = {drawn(), drawn(ada), drawn(ada, ben), drawn(ada, ben._replace(place=1)), drawn(ada._replace(score=75))}
    assert len(pictures) == 5
    assert drawn(ada, ben) == drawn(ada, ben)


@pytest.mark.parametrize("name", ["", "<b>&\"'", "日本語の名前", "a" * 1000])
def test_no_name_and_no_deal_breaks_it(name: str):
    assert size_of(day_picture(DAY, name, [Best(name, 1, 0)] * 3)) == (WIDTH, HEIGHT)
