"""Ratings: who is rated, in which place, and that a rating is a fold of results."""

import pytest

from projections.record.ratings import (
    NEWCOMER,
    Rated,
    Rating,
    parse_ratings,
    points,
    rate,
    rate_all,
    rated_seats,
    ratings_text,
)
from tests.projections.record.results import random_results, result, seat, won_by


def test_the_winner_gains_and_the_loser_loses():
    [after] = rate_all([rated_seats(won_by("g", "ann", "bob"))])
    assert after["ann"].mu > NEWCOMER.mu > after["bob"].mu
    assert after["ann"].sigma < NEWCOMER.sigma
    assert after["ann"].games == 1
    assert points(after["ann"]) > points(NEWCOMER) == 1000 > points(after["bob"])


def test_seats_that_share_a_place_are_rated_alike():
    after = rate([Rated("ann", "human", 1), Rated("bob", "human", 1), Rated("cat", "human", 3)], {})
    assert after["ann"] == after["bob"] > after["cat"]


def test_a_game_without_two_different_players_is_not_rated():
    assert rated_seats(result("g", seat("ann"))) == []
    assert rated_seats(result("g", seat("bot:greedy", 1), seat("bot:greedy", 2))) == []


def test_each_copy_of_a_strategy_is_rated_as_a_player_of_its_own_and_the_mean_is_kept():
    before = {"bot:greedy": Rating(28.0, 4.0, 9)}
    twins = [Rated("bot:greedy", "strategy", 1), Rated("ann", "human", 2), Rated("bot:greedy", "strategy", 3)]
    apart = [twins[0]._replace(player="one"), twins[1], twins[2]._replace(player="two")]
    three = rate(apart, {"one": Rating(28.0, 4.0), "two": Rating(28.0, 4.0)})
    together = rate(twins, before)
    assert together["ann"] == three["ann"]
    assert together["bot:greedy"].mu == pytest.approx((three["one"].mu + three["two"].mu) / 2)
    assert together["bot:greedy"].games == 10


def test_ratings_are_stored_to_the_last_digit():
    for after in rate_all([rated_seats(made) for made in random_results(50)]):
        assert parse_ratings(ratings_text(after)) == after


def test_the_order_of_games_matters_so_it_is_fixed():
    games = [rated_seats(won_by("g", "ann", "bob")), rated_seats(won_by("h", "bob", "ann"))]
    assert rate_all(games)[-1] != rate_all(games[::-1])[-1]
    assert won_by("b", "ann", "bob", ended_ms=9).position < won_by("a", "ann", "bob", ended_ms=10).position
    assert won_by("a", "ann", "bob").position < won_by("b", "ann", "bob").position
