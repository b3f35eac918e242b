"""The strategies in solo games and scenarios."""

from copy import deepcopy
from itertools import cycle, islice
from random import Random

import pytest

import game
from bots import STRATEGIES, strategy
from bots.greedy.solo import unseen_cards
from bots.planner.planning import least_production
from bots.table import play
from game.cards import CARDS
from game.construction import Discard
from game.rulesets import RULESETS, Ruleset
from game.scenarios import SCENARIOS
from game.scoring import medal
from game.solo import POOLS, Keep, Redraw
from game.views.determinization import partial_state
from tests.bots.games import decisions, first_view, small_budget, view_of

EVERY = pytest.mark.parametrize("name", STRATEGIES)
PLAIN = [{"side": "A"}, {"side": "B"}]
MODES = [*PLAIN, *[{"side": "B", "scenario": scenario} for scenario in SCENARIOS]]
SEARCHES = {name for name, each in STRATEGIES.items() if each.nodes}
"""They take seconds for a game."""
GAMES = [
    *[(name, mode) for name in STRATEGIES for mode in (PLAIN[1:] if name in SEARCHES else PLAIN)],
    *[
        pytest.param(name, mode, marks=pytest.mark.verify if name in SEARCHES else ())
        for name, mode in zip(cycle(STRATEGIES), MODES[2:])
    ],
]
"""Each strategy on both sides and in a scenario or two; those that search on one side, more in `make verify`."""
GREEDY = strategy("greedy")


@pytest.mark.parametrize(("name", "mode"), GAMES, ids=str)
@pytest.mark.slow
def test_a_solo_game_ends_after_four_rounds(name, mode):
    state = play([strategy(name)], seed=3, budget=small_budget(name), **mode)
    assert state.phase == "finished"
    assert state.round == 4


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize("mode", [MODES[0], MODES[-1]], ids=str)
def test_a_solo_decision_is_legal_repeatable_and_does_not_change_the_view(name, mode):
    budget = small_budget(name)
    for state, _, view, _ in islice(decisions("planner", seats=1, **mode), 0, None, 5):
        before = deepcopy(view)
        chosen = strategy(name).decide(view, Random("luck"), budget)
        assert view == before
        assert chosen in game.legal(state, 0)
        assert strategy(name).decide(view, Random("luck"), budget) == chosen


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.verify if name in SEARCHES else ()) for name in STRATEGIES]
)
def test_a_seed_repeats_a_solo_game(name):
    players, budget = [strategy(name)], small_budget(name)
    assert play(players, 11, "B", budget) == play(players, 11, "B", budget)


def without_pools(view):
    """The view of a table that shuffled the pools into the deck."""
    return view | {"deck_size": view["deck_size"] + 5 * view["pools_left"], "pools_left": 0}


def test_every_strategy_decides_without_pools_left_in_the_first_round():
    begun = next(decisions("greedy", seats=1, side="B"))
    redrawn = game.fold(game.decide(begun.state, Redraw(0, tuple(begun.view["hand"][:2]))), begun.state)
    second_pool = next(each.view for each in decisions("greedy", seats=1, side="B") if each.view["sequence"] == 2)
    for view in map(without_pools, (begun.view, view_of(redrawn, 0), second_pool)):
        assert view["round"] == 1
        legal = game.legal(game.imagine(view, Random(0)), 0)
        for name, each in STRATEGIES.items():
            found = each.weigh(view, Random(0), small_budget(name))
            assert {weighed.intention for weighed in found} <= {*legal}, name
            assert each.decide(view, Random(0), small_budget(name)) == found[0].intention, name


def test_the_first_round_without_pools_differs_from_the_game_as_it_is():
    view = first_view(1)
    assert view["pools_left"] == POOLS - 1
    values = [
        max(each.value for each in strategy("search").weigh(table, Random(0), small_budget("search")))
        for table in (view, without_pools(view))
    ]
    assert values[0] > values[1]


def test_planner_and_search_plan_by_the_ruleset_of_the_view(monkeypatch):
    monkeypatch.setitem(RULESETS, "one-cube", Ruleset(solo_supremacy=1))
    view = first_view(1)
    for name in ("planner", "search"):
        by_ruleset = [
            max(each.value for each in strategy(name).weigh(table, Random(0), small_budget(name)))
            for table in (view, view | {"ruleset": "one-cube"})
        ]
        assert by_ruleset[1] > by_ruleset[0], f"{name} counts on no character with one cube of a resource"


def test_a_solo_seat_must_produce_what_the_ruleset_of_the_view_says(monkeypatch):
    monkeypatch.setitem(RULESETS, "three-cubes", Ruleset(solo_supremacy=3))
    view = first_view(1)
    assert least_production(view) == (RULESETS[view["ruleset"]].solo_supremacy,) * 5
    assert least_production(view | {"ruleset": "three-cubes"}) == (3,) * 5


def test_greedy_redraws_and_keeps_and_discards_nothing_under_construction():
    taken = [each.chosen for each in decisions("greedy", seats=1, side="B")]
    redraws, keeps = [[each for each in taken if isinstance(each, kind)] for kind in (Redraw, Keep)]
    assert len(redraws) >= 4
    assert len(redraws) == len(keeps)
    assert not [each for each in taken if isinstance(each, Discard)]


@pytest.mark.slow
def test_unseen_cards_are_those_of_the_deck_and_the_pools():
    states = [each.state for each in decisions("greedy", seats=1, side="B", scenario="SC01")]
    states = [state for state in states if not state.seats[0].candidates]
    assert {state.round for state in states} == {1, 2, 3, 4}
    for state in states:
        hidden = {*state.deck, *[card for pool in state.pools for card in pool]}
        assert unseen_cards(game.view(state, 0), state.seats[0]) == [card for card in CARDS if card in hidden]


def test_unseen_cards_include_the_discard_pile_when_few_are_left():
    view = first_view(1)
    seat = partial_state(view).seats[0]
    others = [card for card in CARDS if card not in seat.hand]
    assert unseen_cards(view | {"discard": others[20:]}, seat) == others[:20]
    assert unseen_cards(view | {"discard": others[19:]}, seat) == others


@pytest.mark.verify
@pytest.mark.slow
def test_greedy_alone_scores_45_points_on_average():
    totals = [game.score(play([GREEDY], seed, "B"))[0]["total"] for seed in range(10)]
    assert sum(totals) / len(totals) >= 45


@pytest.mark.verify
@pytest.mark.slow
def test_greedy_seldom_loses_a_scenario():
    medals = [medal(play([GREEDY], seed, "B", scenario=scenario)) for scenario in SCENARIOS for seed in range(2)]
    assert medals.count("lost") <= 1
