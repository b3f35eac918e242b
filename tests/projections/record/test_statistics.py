"""Statistics: what a seat's game adds, and what follows from the sums."""

from collections import Counter

from projections.record.statistics import additions, statistics
from tests.projections.record.results import result, seat


def of(player, *results):
    """The statistics of a player by mode, after these games."""
    sums, maxima = Counter(), {}
    for made in results:
        for added in additions(made):
            if added.player == player:
                sums.update(added.sums)
                maxima |= {name: max(number, maxima.get(name, 0)) for name, number in added.maxima.items()}
    return {each.mode: each for each in statistics({**sums, **maxima})}


def test_games_outcomes_and_scores_are_counted_by_mode():
    games = [
        result("a", seat("ann", 1, 60), seat("bob", 2, 50)),
        result("b", seat("ann", 2, 51), seat("bob", 1, 55)),
        result("c", seat("ann", 1, 81, outcome="won"), mode="solo", grade="dictator"),
    ]
    standard, solo = of("ann", *games)["standard"], of("ann", *games)["solo"]
    assert (standard.games, standard.outcomes) == (2, {"won": 1, "shared": 0, "lost": 1})
    assert (standard.mean_score, standard.best_score) == (55.5, 60)
    assert (solo.games, solo.best_score, solo.ranks["dictator"], solo.ranks["emperor"]) == (1, 81, 1, 0)
    assert solo.medals is standard.medals is standard.ranks is None
    assert of("ann", *games)["scenario"].games == 0


def test_a_lost_scenario_is_counted_apart_from_one_that_the_player_left():
    lost = seat("ann", 1, 70, outcome="lost")
    games = [
        result("a", lost, mode="scenario", grade="lost"),
        result("b", lost._replace(stayed=False), mode="scenario", grade="lost"),
        result("c", seat("ann", 1, 90), mode="scenario", grade="gold"),
    ]
    found = of("ann", *games)["scenario"]
    assert (found.outcomes["lost"], found.medals["lost"], found.medals["gold"]) == (2, 1, 1)


def test_a_game_that_a_strategy_finished_counts_as_lost_but_its_score_does_not():
    left = of("ann", result("a", seat("ann", 1, 99, stayed=False), seat("bob")))["standard"]
    assert (left.games, left.outcomes["lost"], left.mean_score, left.best_score, left.empires) == (1, 1, None, None, [])


def test_the_favourite_empire_is_the_most_played_and_the_best_has_the_highest_mean():
    scores = [("aztec-empire", 40), ("aztec-empire", 50), ("noram-states", 44), ("republic-of-europe", 46)]
    found = of(
        "ann", *[result(str(at), seat("ann", 1, score, empire=empire)) for at, (empire, score) in enumerate(scores)]
    )
    standard = found["standard"]
    assert (standard.favourite_empire, standard.best_empire) == ("aztec-empire", "republic-of-europe")
    assert standard.empires[0] == ("aztec-empire", 2, 45.0)


def test_a_try_at_a_daily_deal_counts_with_its_score_and_does_not_tell_its_empire():
    """Others begin their tries later, with the same empire."""
    found = of("ann", result("a", seat("ann", score=61), mode="solo", daily="2026-11-28"))["solo"]
    assert (found.games, found.mean_score, found.best_score) == (1, 61.0, 61)
    assert (found.empires, found.favourite_empire, found.best_empire) == ([], None, None)


def test_waits_are_means_of_a_game_in_seconds():
    slow = seat("ann", waits_ms={"draft": 10_000, "production": 500})
    fast = seat("ann", waits_ms={"draft": 5_000})
    standard = of("ann", result("a", slow, seat("bob", 2)), result("b", fast, seat("bob", 2)))["standard"]
    assert standard.mean_waits == {"draft": 7.5, "planning": 0.0, "production": 0.25}


def test_a_strategy_gets_the_game_of_each_of_its_seats():
    twins = result("a", seat("bot:greedy", 1, 60), seat("bot:greedy", 2, 40), seat("ann", 3, 30))
    assert of("bot:greedy", twins)["standard"].games == 2


def test_a_player_without_games_has_no_scores():
    assert [(each.games, each.best_score, each.best_empire) for each in statistics({})] == [(0, None, None)] * 3
