"""The daily deal: which mode a day has, how a try is opened, and what stays secret."""

from collections import Counter

import pytest

import game as rules
from game.daily import day_after, day_at, day_ends_ms, is_closed, is_day, mode_of_day, open_try, options_of_day
from game.scenarios import SCENARIOS

DAY = "2026-11-28"
SEED = "5a" * 32


def try_of(day=DAY):
    return rules.fold(open_try(options_of_day(day), day, "ada", "g"))


def test_in_twelve_days_each_side_comes_three_times_and_each_scenario_once():
    modes = Counter(mode_of_day(day_after(DAY, days)) for days in range(12))
    assert modes == {("A", None): 3, ("B", None): 3, **{("B", scenario): 1 for scenario in SCENARIOS}}


def test_a_day_begins_when_the_day_before_ends():
    for day in ("1970-01-01", DAY, "2028-02-28", "2028-02-29", "2026-12-31"):
        assert day_at(day_ends_ms(day) - 1) == day
        assert day_at(day_ends_ms(day)) == day_after(day)


@pytest.mark.parametrize("text", ["", "2026-02-30", "20261128", "2026-W48-6", "2026-11-28 ", "٢٠٢٦-١١-٢٨", "x" * 1000])
def test_what_is_no_date_is_no_day(text):
    assert not is_day(text)
    with pytest.raises(rules.Refused, match="invalid_options"):
        open_try(options_of_day(DAY), text, "ada")


@pytest.mark.parametrize("options", [{"seats": 2}, {"bots": ["greedy"]}, {"rewinds": True}])
def test_a_try_is_a_solo_game_of_a_player_without_rewinds(options):
    with pytest.raises(rules.Refused, match="invalid_options"):
        open_try(options_of_day(DAY) | options, DAY, "ada")


@pytest.mark.parametrize("days", range(12))
def test_the_same_seed_deals_the_same_cards_to_each_player(days):
    day = day_after(DAY, days)
    states = []
    for player in ("ada", "ben"):
        opened = open_try(options_of_day(day), day, player, f"g-{player}")
        dealt = rules.opening_deal(rules.fold(opened), SEED, [""])
        states.append(rules.fold(dealt, rules.fold(opened)))
    first, second = states
    assert (first.deck, first.pools, first.seats[0].empire) == (second.deck, second.pools, second.seats[0].empire)
    assert (first.daily, first.options.scenario) == (day, mode_of_day(day)[1])


def test_a_try_is_closed_until_its_day_is_over_and_other_games_never_are():
    assert is_closed(try_of(), day_ends_ms(DAY) - 1)
    assert not is_closed(try_of(), day_ends_ms(DAY))
    assert not is_closed(try_of()._replace(daily=None), 0)


def test_its_day_is_stored_with_the_game_and_that_of_others_is_not():
    state = try_of()
    assert rules.state(rules.facts(state)) == state
    assert rules.view(state, 0)["daily"] == DAY
    other = rules.fold(rules.open(options_of_day(DAY), "ada", "g"))
    assert rules.state_hash(other) != rules.state_hash(state)
    assert rules.state_hash(other) == rules.state_hash(other._replace(daily=None))


def test_a_fork_and_a_rematch_of_a_try_are_games_of_their_own():
    state = rules.fold(rules.opening_deal(try_of(), SEED, [""]), try_of())
    options = rules.fork_options(state)
    fork = rules.fold(rules.fork(state, rules.Origin("g", 5), options, "ben", game="f"))
    again = rules.fold(rules.rematch(state._replace(status="finished"), "ada", "h"))
    assert (fork.daily, again.daily) == (None, None)
