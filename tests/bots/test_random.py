"""The strategy `random`."""

from random import Random

from bots import Budget, strategy
from bots.uniform import options
from tests.bots.games import first_view


def test_it_takes_every_legal_intention_about_equally_often():
    view = first_view(3)
    rng = Random(1)
    taken = [strategy("random").decide(view, rng, Budget()) for _ in range(700)]
    assert {*taken} == {*options(view)}
    assert all(70 <= taken.count(option) <= 130 for option in options(view))
