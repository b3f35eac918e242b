"""The strategies in solo games and scenarios."""

import json
from copy import deepcopy
from random import Random

import pytest

import game
from bots import STRATEGIES, strategy
from bots.greedy.alone import unseen
from bots.table import play
from game.cards import CARDS
from game.determinization import known
from game.intentions import Discard, Keep, Redraw
from game.scenarios import SCENARIOS
from game.scoring import medal
from tests.bots.budgets import small

EVERY = pytest.mark.parametrize("name", STRATEGIES)
MODES = [{"side": "A"}, {"side": "B"}, *[{"side": "B", "scenario": scenario} for scenario in SCENARIOS]]
GREEDY = strategy("greedy")


def positions(name, mode, seed=7):
    """Each (state, intention) of a game that the strategy plays alone."""
    state, rng = game.fold(game.new({"seats": 1} | mode, seed=seed)), Random(seed)
    while game.waiting_on(state):
        seen = json.loads(json.dumps(game.view(state, 0)))
        chosen = strategy(name).decide(seen, rng, small(name))
        yield state, chosen
        state = game.fold(game.decide(state, chosen), state)


@EVERY
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_whole_games_end(name, mode):
    state = play([strategy(name)], seed=3, budget=small(name), **mode)
    assert state.phase == "finished"
    assert state.round == 4


@EVERY
@pytest.mark.parametrize("mode", [MODES[0], MODES[-1]], ids=str)
def test_every_decision_is_legal_repeatable_and_leaves_the_view_alone(name, mode):
    for state, chosen in positions(name, mode):
        assert chosen in game.legal(state, 0)
        seen = json.loads(json.dumps(game.view(state, 0)))
        before = deepcopy(seen)
        again = strategy(name).decide(seen, Random("luck"), small(name))
        assert seen == before
        assert again in game.legal(state, 0)
        assert strategy(name).decide(before, Random("luck"), small(name)) == again


@EVERY
def test_the_same_game_twice(name):
    players, budget = [strategy(name)], small(name)
    assert play(players, 11, "B", budget) == play(players, 11, "B", budget)


def test_greedy_redraws_and_keeps_and_gives_no_card_up():
    taken = [chosen for _, chosen in positions("greedy", {"side": "B"})]
    assert len([each for each in taken if isinstance(each, Redraw)]) >= 4
    assert len([each for each in taken if isinstance(each, Redraw)]) == len([e for e in taken if isinstance(e, Keep)])
    assert not [each for each in taken if isinstance(each, Discard)]


def test_what_may_come_is_what_has_not_been_seen():
    for state, _ in positions("greedy", {"side": "B", "scenario": "SC01"}):
        found = unseen(game.view(state, 0), known(game.view(state, 0)).seats[0])
        hidden = {*state.deck, *[card for pool in state.pools for card in pool]}
        if not state.seats[0].candidates:
            assert {*found} in (hidden, hidden | {*state.discard})
        assert {*found} <= {*CARDS}


@pytest.mark.slow
def test_greedy_alone_scores_more_than_random_ever_does():
    totals = [game.score(play([GREEDY], seed, "B"))[0]["total"] for seed in range(30)]
    assert sum(totals) / len(totals) >= 45


@pytest.mark.slow
def test_greedy_seldom_loses_a_scenario():
    medals = [medal(play([GREEDY], seed, "B", scenario=scenario)) for scenario in SCENARIOS for seed in range(5)]
    assert medals.count("lost") <= 3
