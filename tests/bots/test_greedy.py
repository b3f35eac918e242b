"""The strategy `greedy`."""

import json
from random import Random

import pytest

import game
from bots import Budget, strategy
from bots.table import play
from game.intentions import Discard, Place

GREEDY, RANDOM = strategy("greedy"), strategy("random")


@pytest.mark.slow
def test_it_beats_random_in_nine_of_ten_games():
    """200 games with two seats: 100 deals, each played from both seats; a draw is no win."""
    won = 0
    for seed in range(100):
        side = "AB"[seed % 2]
        won += game.ranking(play([GREEDY, RANDOM], seed, side))[0] == [0]
        won += game.ranking(play([RANDOM, GREEDY], seed, side))[0] == [1]
    assert won >= 180


@pytest.mark.slow
def test_four_of_them_score_like_people():
    totals = [score["total"] for seed in range(10) for score in game.score(play([GREEDY] * 4, seed))]
    assert sum(totals) / len(totals) >= 38


def test_it_builds_and_discards_nothing_under_construction():
    state = game.fold(game.new({"seats": 2}, seed=5))
    taken = []
    while waiting := game.waiting_on(state):
        view = json.loads(json.dumps(game.view(state, waiting[0])))
        taken.append(GREEDY.decide(view, Random(0), Budget()))
        state = game.fold(game.decide(state, taken[-1]), state)
    assert not [intention for intention in taken if isinstance(intention, Discard)]
    on_cards = [intention for intention in taken if isinstance(intention, Place) and intention.onto != "empire"]
    assert len(on_cards) > 40
