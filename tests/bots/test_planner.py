"""The strategy `planner`, and the numbers it plans with."""

import pytest

import game
from bots import strategy
from bots.numbers import fields
from bots.numbers.designs import DESIGN_INDEX, DESIGN_NUMBERS
from bots.numbers.position import position_of
from bots.numbers.scoring import score
from bots.numbers.situation import read_situation
from bots.planner.intentions import next_intention
from bots.planner.planning import best_plans, outlook_of
from bots.table import play
from game.production import production
from game.views.determinization import partial_state
from tests.bots.games import decisions

PLANNER, GREEDY = strategy("planner"), strategy("greedy")
GAMES = {"solo": {"seats": 1, "side": "B"}, "two": {"seats": 2, "side": "A"}}


def test_fields_are_added_compared_and_taken_apart():
    supply, needs = fields.pack([3, 0, 1, 0, 0, 2]), fields.pack([1, 2, 1, 0, 0, 3])
    assert fields.unpack(supply + needs, 6) == (4, 2, 2, 0, 0, 5)
    assert fields.unpack(fields.lacking(needs, supply), 6) == (0, 2, 0, 0, 0, 1)
    assert fields.amount(needs, 5) == 3
    assert fields.total(needs) == 7


def test_packed_items_do_not_overflow_into_the_next_field():
    assert fields.unpack(fields.pack_items(9_999, 2, 64), 8) == (0, 0, 0, 0, 0, 63, 2, 63)


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_a_position_scores_and_produces_as_the_game_says(options):
    for state, index, view, _ in decisions("planner", seed=5, **options):
        own, seat = position_of(partial_state(view).seats[index], options["side"]), state.seats[index]
        assert score(own) == game.score(state)[index]["total"]
        assert fields.unpack(own.production, 5) == production(seat, options["side"])


def test_the_last_round_scores_about_what_the_plan_says():
    played = [*decisions("planner", seed=5, **GAMES["solo"])]
    view = next(each.view for each in played if each.view["round"] == 4 and each.view["step"])
    situation = read_situation(view)
    planned = best_plans(situation, outlook_of(view, situation), ())[0].value
    last = game.fold(game.decide(played[-1].state, played[-1].chosen), played[-1].state)
    assert game.score(last)[0]["total"] >= planned - 3


def test_the_next_intention_of_every_plan_is_legal():
    found = 0
    for state, seat, view, _ in decisions("planner", seed=5, **GAMES["two"]):
        situation = read_situation(view)
        if situation.phase == "draft" or situation.idle or situation.seat.choosing:
            continue
        outlook, legal = outlook_of(view, situation), game.legal(state, seat)
        plans = best_plans(situation, outlook, situation.cards)
        assert all(next_intention(situation, outlook, plan) in legal for plan in plans)
        found += len(plans)
    assert found > 300


def test_design_numbers_are_those_of_the_design():
    numbers = DESIGN_NUMBERS[DESIGN_INDEX["lunar-base"]]
    assert numbers.spaces == fields.unpack(numbers.needs, 8) == (0, 2, 2, 2, 0, 1, 0, 0)
    assert fields.unpack(numbers.bonus, 8) == (0, 0, 0, 0, 0, 0, 2, 0)
    assert numbers.flat_points == 10


@pytest.mark.verify
@pytest.mark.slow
def test_it_beats_greedy_in_most_of_ten_games():
    won = 0
    for seed in range(5):
        won += game.ranking(play([PLANNER, GREEDY], seed, "AB"[seed % 2]))[0] == [0]
        won += game.ranking(play([GREEDY, PLANNER], seed, "AB"[seed % 2]))[0] == [1]
    assert won >= 7


@pytest.mark.slow
def test_alone_it_scores_58_points_on_average():
    totals = [game.score(play([PLANNER], seed, "B"))[0]["total"] for seed in range(12)]
    assert sum(totals) / len(totals) >= 58
