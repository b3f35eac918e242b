"""The strategy `planner`, and the numbers it plans with."""

import json
from random import Random

import pytest

import game
from bots import Budget, strategy
from bots.numbers import fields
from bots.numbers.designs import INDEX, PIECES
from bots.numbers.position import position
from bots.numbers.scoring import score
from bots.planner.acts import act
from bots.planner.survey import planned, survey
from bots.table import play
from game.determinization import known
from game.production import production

PLANNER, GREEDY = strategy("planner"), strategy("greedy")


def positions(seats=1, side="B", seed=5):
    """Each state and view of a game that the planner plays."""
    state, rng = game.fold(game.new({"seats": seats, "side": side}, seed=seed)), Random(seed)
    while waiting := game.waiting_on(state):
        view = json.loads(json.dumps(game.view(state, waiting[0])))
        yield state, view
        state = game.fold(game.decide(state, PLANNER.decide(view, rng, Budget())), state)


def test_fields_are_added_compared_and_taken_apart():
    supply, needs = fields.pack([3, 0, 1, 0, 0, 2]), fields.pack([1, 2, 1, 0, 0, 3])
    assert fields.unpack(supply + needs, 6) == (4, 2, 2, 0, 0, 5)
    assert fields.unpack(fields.lacking(needs, supply), 6) == (0, 2, 0, 0, 0, 1)
    assert fields.total(needs) == 7


@pytest.mark.parametrize(("seats", "side"), [(1, "B"), (2, "A")])
def test_a_position_scores_and_produces_as_the_game_says(seats, side):
    for state, view in positions(seats, side):
        own = position(known(view).seats[view["seat"]], side)
        seat = state.seats[view["seat"]]
        assert score(own) == game.score(state)[view["seat"]]["total"]
        assert fields.unpack(own.production, 5) == production(seat, side)


def test_the_last_round_scores_about_what_was_planned():
    promised, reached = None, None
    for state, view in positions():
        table = survey(view)
        if view["round"] == 4 and view["step"] and promised is None:
            promised = planned(table, ())[0].value
        reached = state
    assert promised is not None
    assert game.score(reached)[0]["total"] >= promised - 3


def test_a_plan_is_carried_out_by_legal_intentions():
    for state, view in positions(2, "A"):
        table = survey(view)
        if view["phase"] != "draft" and not table.idle and not table.seat.choosing:
            assert all(act(table, each) in game.legal(state, view["seat"]) for each in planned(table, table.cards))


def test_pieces_are_the_designs():
    piece = PIECES[INDEX["lunar-base"]]
    assert fields.unpack(piece.needs, 8) == (0, 2, 2, 2, 0, 1, 0, 0)
    assert fields.unpack(piece.bonus, 8) == (0, 0, 0, 0, 0, 0, 2, 0)
    assert piece.flat == 10


@pytest.mark.slow
def test_it_beats_greedy_in_most_of_a_few_games():
    won = 0
    for seed in range(5):
        won += game.ranking(play([PLANNER, GREEDY], seed, "AB"[seed % 2]))[0] == [0]
        won += game.ranking(play([GREEDY, PLANNER], seed, "AB"[seed % 2]))[0] == [1]
    assert won >= 7


@pytest.mark.slow
def test_alone_it_scores_more_than_greedy():
    totals = [game.score(play([PLANNER], seed, "B"))[0]["total"] for seed in range(30)]
    assert sum(totals) / len(totals) >= 58
