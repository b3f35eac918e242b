"""The strategy `greedy`."""

import pytest

import game
from bots import strategy
from bots.table import play
from game.construction import Discard, Place
from tests.bots.games import decisions

GREEDY, RANDOM = strategy("greedy"), strategy("random")


@pytest.mark.slow
def test_it_beats_random_in_nine_of_ten_games():
    """30 games with two seats: 15 deals, each played from both seats; a draw is no win."""
    won = 0
    for seed in range(15):
        side = "AB"[seed % 2]
        won += game.ranking(play([GREEDY, RANDOM], seed, side))[0] == [0]
        won += game.ranking(play([RANDOM, GREEDY], seed, side))[0] == [1]
    assert won >= 27


@pytest.mark.verify
@pytest.mark.slow
def test_four_of_them_score_38_points_on_average():
    totals = [score["total"] for seed in range(4) for score in game.score(play([GREEDY] * 4, seed))]
    assert sum(totals) / len(totals) >= 38


def test_it_places_on_cards_and_discards_nothing_under_construction():
    taken = [each.chosen for each in decisions("greedy", seed=5, seats=2)]
    assert not [intention for intention in taken if isinstance(intention, Discard)]
    on_cards = [intention for intention in taken if isinstance(intention, Place) and intention.onto != "empire"]
    assert len(on_cards) > 40
