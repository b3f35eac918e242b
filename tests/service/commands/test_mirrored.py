"""Mirrored pairs: what they say of a lead, and when a test ends."""

import doctest
from random import Random

import pytest

from service.commands.tournament import mirrored
from service.commands.tournament.mirrored import (
    SCORES,
    Bounds,
    counted,
    lead,
    score_of_pair,
    share_won,
    verdict,
)
from service.commands.tournament.record import Outcome
from service.commands.tournament.report import describe_test, pairs_table
from service.commands.tournament.standings import pair_scores
from tests.amounts import amount

BOUNDS = Bounds(0, 50)


def outcome(bots: tuple[str, str], seed: int, places: tuple[int, int]) -> Outcome:
    return Outcome(bots, seed, (1, 1), places, (0.1, 0.1), (5, 5))


def test_the_examples_of_the_module_are_true():
    assert doctest.testmod(mirrored).failed == 0


def test_a_pair_scores_what_one_player_won_of_both_games_on_its_deal():
    games = [
        outcome(("a", "b"), 1, (1, 2)),
        outcome(("b", "a"), 1, (2, 1)),
        outcome(("b", "a"), 2, (1, 1)),
        outcome(("a", "b"), 2, (2, 1)),
        outcome(("a", "b"), 3, (1, 2)),
        outcome(("a", "c"), 1, (1, 2)),
    ]
    assert pair_scores(games, "a", "b") == [1.0, 0.25]
    assert pair_scores(games, "b", "a") == [0.0, 0.75]
    assert score_of_pair([{"a": 1, "b": 1}], "a", "b") == 0.5


def test_pairs_that_share_the_luck_of_their_deal_count_for_more_than_games_that_do_not():
    split, scattered = counted([0.5] * 40), counted([0.0, 1.0] * 20)
    assert lead(split).elo == pytest.approx(0)
    assert lead(scattered).elo == pytest.approx(0)
    assert lead(split).high < lead(scattered).high / 3


def test_few_pairs_decide_nothing():
    assert verdict(counted([]), BOUNDS) is None
    assert verdict(counted([1.0, 1.0]), BOUNDS) is None
    assert verdict(counted([1.0] * 20), BOUNDS) == "high"
    assert verdict(counted([0.0] * 20), BOUNDS) == "low"


def wrong_share(elo: float, wrong: str, tests: int, rng: Random) -> float:
    """How often the test says the wrong one of its leads of players with this lead, who share some games."""
    found = 0
    for _ in range(tests):
        counts = [0] * len(SCORES)
        while (said := verdict(tuple(counts), BOUNDS)) is None:
            won = [0.5 if rng.random() < 0.04 else float(rng.random() < share_won(elo)) for _ in "ab"]
            counts[SCORES.index(sum(won) / 2)] += 1
        found += said == wrong
    return found / tests


def test_the_test_is_wrong_as_seldom_as_its_bounds_say():
    tests = amount(150)
    assert wrong_share(BOUNDS.low, "high", tests, Random(1)) < 0.1
    assert wrong_share(BOUNDS.high, "low", tests, Random(2)) < 0.12
    assert wrong_share(200, "low", tests, Random(3)) == 0


def test_the_table_tells_the_lead_its_interval_and_the_test():
    table = pairs_table({"`a`, `b`": counted([1.0, 0.5, 1.0, 0.75])}, BOUNDS).splitlines()
    assert table[0].endswith("| lead in Elo (95 %) | SPRT |")
    assert table[2].startswith("| `a`, `b` | 4 | 0 | 0 | 1 | 1 | 2 |")
    assert "undecided" in describe_test(counted([1.0]), BOUNDS)
    assert table[0].count("|") == table[1].count("|") == table[2].count("|")
    assert "SPRT" not in pairs_table({"x": counted([1.0])}, None)
