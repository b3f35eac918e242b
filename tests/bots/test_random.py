"""The strategy `random`."""

import json
from random import Random

import game
from bots import Budget, strategy
from bots.options import options


def test_it_takes_every_legal_intention_about_equally_often():
    view = json.loads(json.dumps(game.view(game.fold(game.new({"seats": 3}, seed=1)), 0)))
    rng = Random(1)
    taken = [strategy("random").decide(view, rng, Budget()) for _ in range(700)]
    assert {*taken} == {*options(view)}
    assert all(70 <= taken.count(option) <= 130 for option in options(view))
