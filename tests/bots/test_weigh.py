"""Weighing: what a strategy weighs best is what it decides, and its plans are plans for the seat's own cards."""

import json
from itertools import islice
from random import Random

import pytest

from bots import STRATEGIES, Budget, Weighed, strategy
from bots.strategy import View
from game.draft import Draft
from game.planning import Recycle, Slate
from game.solo import Keep, Redraw
from tests.bots.games import decisions, first_view, small_budget
from tests.service.api.test_decisions import PLAYS, views

PLANNING = [name for name in STRATEGIES if name != "random"]
TABLES = pytest.mark.parametrize("options", [{"seats": 2, "side": "A"}, {"seats": 1, "side": "B"}], ids=["two", "one"])


@pytest.mark.slow
@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_weighed_best_is_what_is_decided(name: str):
    chosen = strategy(name)
    budget = Budget(nodes=12) if chosen.nodes else Budget()
    for play in PLAYS:
        for view in views(play, 61):
            weighed = chosen.weigh(json.loads(json.dumps(view)), Random("same"), budget)
            assert weighed[0].intention == chosen.decide(view, Random("same"), budget)
            assert len({each.intention for each in weighed}) == len(weighed)


def check_plan(view: View, weighed: Weighed) -> None:
    """The plan speaks of the seat's own cards, of each at most once, and begins with the intention."""
    seat, plan, intention = view["seats"][view["seat"]], weighed.plan, weighed.intention
    assert plan is not None
    named = [*plan.construct, *plan.keep, *plan.recycle]
    new = [intention.card] if isinstance(intention, Draft | Keep) else []
    hand = [*seat["drafted"], *(view["hand"] if view["phase"] == "planning" else ()), *new]
    sites = [site["card"] for site in seat["construction"]]
    assert len({*named}) == len(named)
    assert {*named} <= {*hand, *sites}
    assert {*hand} <= {*named}, "every card of the hand is constructed, kept or recycled"
    assert not {*plan.recycle} & {*sites}
    if isinstance(intention, Slate):
        assert intention.card in plan.construct + plan.keep
    if isinstance(intention, Recycle):
        assert intention.card in plan.recycle


@pytest.mark.slow
@TABLES
@pytest.mark.parametrize("name", PLANNING)
def test_a_plan_names_what_it_does_with_each_card_and_begins_with_its_intention(name: str, options: dict):
    checked = 0
    for view in [each.view for each in islice(decisions("planner", **options), 0, None, 3)]:
        weighed = strategy(name).weigh(view, Random(1), small_budget(name))
        for each in weighed:
            if each.plan:
                check_plan(view, each)
                checked += 1
        if weighed[0].plan is None:
            chooses = view["seats"][view["seat"]]["choosing"] or (name == "search" and view["candidates"])
            assert chooses or weighed[0].estimate == "none" or isinstance(weighed[0].intention, Redraw), weighed
    assert checked > 50


ESTIMATES = {
    ("random", 1): "none",
    ("random", 2): "none",
    ("greedy", 1): "compared",
    ("greedy", 2): "compared",
    ("planner", 1): "compared",
    ("planner", 2): "compared",
    ("search", 1): "final_score",
    ("search", 2): "compared",
    ("master", 1): "final_score",
    ("master", 2): "lead",
}


@pytest.mark.parametrize(("name", "seats"), ESTIMATES)
def test_a_value_says_what_it_is(name: str, seats: int):
    weighed = strategy(name).weigh(first_view(seats), Random(1), small_budget(name))
    assert {each.estimate for each in weighed} == {ESTIMATES[name, seats]}


@pytest.mark.parametrize("name", ["planner", "search", "master"])
def test_in_the_last_round_the_value_is_the_score_that_is_expected(name: str):
    played = [each.view for each in decisions("planner", seats=2, side="A") if each.view["round"] == 4]
    view = next(each for each in played if each["phase"] == "planning")
    assert {each.estimate for each in strategy(name).weigh(view, Random(1), small_budget(name))} == {"final_score"}


def test_random_has_no_plan():
    assert {each.plan for each in strategy("random").weigh(first_view(2), Random(1), Budget())} == {None}
