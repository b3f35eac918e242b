"""The picture of a day: what it deals, and its best players once it is over."""

import pytest

from service.pictures import HEIGHT, WIDTH
from service.pictures.day import Best, day_picture
from tests.service.pictures.test_final_table import size_of

DAY = "2026-11-28"


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
