"""Decisions that would take a web process too long: views are bounded, and what takes longer is a worker's job."""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import game as rules
from bots import STRATEGIES, Budget, Weighed
from bots.strategy import View
from game.cards import CARDS
from tests.service.client import Caller, Json, assert_problem


def solo_view() -> Json:
    """The first planning of a solo game, as its player sees it."""
    return rules.view(rules.fold(rules.new({"seats": 1}, seed=1)), 0)


def consistent(view: Json) -> Json:
    """The view with all derived fields as an imagined table has them: only its size is impossible."""
    imagined = rules.view(rules.imagine(view, Random(0)), 0)
    kept = {key: view[key] for key in ("id", "hand", "deck_size", "pools_left")}
    return imagined | kept | {"seats": [imagined["seats"][0] | {"hand_size": len(view["hand"])}]}


def huge_view(hand: int, sites: int) -> Json:
    """A view with so many cards in hand and under construction; every card lies in one place."""
    view = deepcopy(solo_view())
    own = view["seats"][0]
    cards = [card for card in CARDS if card not in view["hand"]]
    view["hand"], rest = cards[:hand], cards[hand:]
    own["hand_size"] = hand
    own["construction"] = [
        {"card": card, "spaces": [{"needs": needs, "filled": None} for needs in CARDS[card].spaces]}
        for card in rest[:sites]
    ]
    view["deck_size"] = len(CARDS) - hand - sites - 5 * view["pools_left"]
    return consistent(view)


@pytest.mark.parametrize(("hand", "sites"), [(60, 40), (60, 45), (5, 40), (30, 0)])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_view_larger_than_any_game_is_refused_before_anything_is_planned(
    ada: Caller, strategy: str, hand: int, sites: int, monkeypatch: pytest.MonkeyPatch
):
    asked: list[View] = []
    watched = replace(STRATEGIES[strategy], weigh=lambda view, rng, budget: asked.append(view))
    monkeypatch.setitem(STRATEGIES, strategy, watched)
    answer = ada.post(f"/v1/bots/{strategy}/decisions", {"view": huge_view(hand, sites)})
    assert_problem(answer, 422, "invalid_view")
    assert not asked


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("krystallium", 10_000),
        ("generals", 10**6),
        ("production", {"gold": 10**4}),
        ("drafted", ["zeppelin.1"] * 8),
        ("hand_size", 60),
    ],
)
def test_every_counter_and_list_of_a_seat_is_bounded(ada: Caller, field: str, value: Any):
    view = solo_view()
    view["seats"][0][field] = value
    assert_problem(ada.post("/v1/bots/greedy/decisions", {"view": view}), 422, "invalid_view")


@pytest.mark.parametrize("pools_left", [0, 3, 8])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_pools_that_the_round_does_not_leave_are_refused(ada: Caller, strategy: str, pools_left: int):
    view = solo_view()
    view |= {"pools_left": pools_left, "deck_size": view["deck_size"] + 5 * (view["pools_left"] - pools_left)}
    assert_problem(ada.post(f"/v1/bots/{strategy}/decisions", {"view": view}), 422, "invalid_view")


def endless(view: View, rng: Random, budget: Budget) -> list[Weighed]:
    while True:
        pass


def test_a_strategy_that_takes_longer_than_it_says_is_interrupted_and_decides_in_a_worker(
    ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(STRATEGIES, "greedy", replace(STRATEGIES["greedy"], weigh=endless, seconds=0.0))
    answer = ada.post("/v1/bots/greedy/decisions", {"view": solo_view()})
    assert (answer.status_code, answer.json["status"]) == (202, "pending")


def test_the_largest_view_of_a_real_game_is_answered(ada: Caller):
    """Late in a solo game in which nothing is ever completed."""
    state, rng = rules.fold(rules.new({"seats": 1}, seed=3)), Random(3)
    while state.round < 4 or state.sequence != 2:
        legal = [rules.body(each) for each in rules.legal(state, 0)]
        slates = [body for body in legal if body["type"] == "slate"]
        onto_empire = [body for body in legal if body.get("onto") == "empire"]
        ready = [body for body in legal if body["type"] == "ready"]
        body = (slates or onto_empire or ready or [rng.choice(legal)])[0]
        state = rules.fold(rules.decide(state, rules.intention(0, body)), state)
    assert len(state.seats[0].construction) > 25
    for strategy in STRATEGIES:
        answer = ada.post(f"/v1/bots/{strategy}/decisions", {"view": rules.view(state, 0)})
        assert answer.status_code in (200, 202), answer.text
