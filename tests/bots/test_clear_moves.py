"""Decisions with one clearly best move: judged by what the seat saw, with cards that all choices meet."""

from random import Random

import pytest

import game
from bots.analysis import Decision, choice_key, same_choice
from bots.analysis.clear_moves import MARGIN_POINTS, Choice, can_judge, judge_choices, margin, promising, with_plans
from bots.master.library import nets_of
from bots.master.next_round import Table, play_next_rounds
from bots.numbers.position import position_of
from game.construction import Place
from game.draft import Draft
from game.planning import Recycle
from game.production import Ready
from tests.game.play import Play, Turn, walk

pytestmark = pytest.mark.slow
DEALS = 3
"""Few: the tests look at what is compared, not at how sure it is."""
PLAY = Play(3, 2, steps=130)


def turns(phase: str, number: int = 1, play: Play = PLAY) -> list[Turn]:
    """The decisions of a phase and a round that can be judged."""
    found = [each for each in walk(play).turns if (each.before.phase, each.before.round) == (phase, number)]
    return [each for each in found if can_judge(each.before, each.intention.seat)]


def judge(turn: Turn, seed: int = 1) -> list[Choice]:
    return judge_choices(turn.before, turn.intention.seat, Random(seed), DEALS)


@pytest.mark.parametrize("phase", ["draft", "planning", "production"])
def test_each_different_choice_is_valued_and_the_best_comes_first(phase: str):
    turn = turns(phase)[-1]
    choices = judge(turn)
    legal = game.legal(turn.before, turn.intention.seat)
    assert {choice_key(each.intention) for each in choices} == {choice_key(each) for each in legal}
    assert all(each.intention in legal for each in choices)
    best, *others = choices
    assert best.lost == 0
    assert all(each.value == pytest.approx(best.value - each.lost) for each in others)
    assert all(each.surely <= each.lost + 1e-9 for each in others)
    assert margin(choices) == min(each.surely for each in others)


def test_what_a_seat_could_not_know_changes_nothing():
    turn = turns("draft")[0]
    seat = turn.intention.seat
    other = game.imagine(game.view(turn.before, seat), Random(9))
    assert other.deck != turn.before.deck
    assert judge_choices(other, seat, Random(1), DEALS) == judge(turn)


def test_copies_of_a_card_are_one_choice_and_sites_are_not():
    assert same_choice(Draft(0, "zeppelin.1"), Draft(0, "zeppelin.3"))
    assert same_choice(Recycle(0, "zeppelin.1", "megabomb.1"), Recycle(0, "zeppelin.2", "megabomb.1"))
    assert not same_choice(Recycle(0, "zeppelin.1", "megabomb.1"), Recycle(0, "zeppelin.1", "megabomb.2"))
    assert not same_choice(Place(0, "gold", "zeppelin.1"), Place(0, "gold", "zeppelin.2"))
    assert not same_choice(Draft(0, "zeppelin.1"), Ready(0))


def test_while_two_cards_or_cubes_wait_no_move_is_judged():
    for turn in walk(PLAY).turns:
        seat = turn.before.seats[turn.intention.seat]
        if turn.before.phase in ("planning", "production") and len(seat.drafted) + seat.cubes > 1:
            assert not can_judge(turn.before, turn.intention.seat)
    assert not any(can_judge(each.before, 0) for each in walk(Play(3, 1, steps=20)).turns)


def test_promising_are_decisions_that_look_clear_first_those_in_which_somebody_erred():
    [turn, *_] = turns("draft")
    states = [turn.before] * 4
    made = Draft(turn.intention.seat, "")
    right = Decision(0, made.seat, 1, "draft", made, made, 0, 9, 9, 0, False, MARGIN_POINTS + 5)
    wrong = right._replace(version=1, made_value=5, margin=MARGIN_POINTS)
    unclear, forced = right._replace(version=2, margin=MARGIN_POINTS - 1), right._replace(version=3, is_forced=True)
    found = promising(states, [right, wrong, unclear, forced], 2, 2)
    assert [each.version for each in found] == [1, 0]
    assert [each.version for each in promising(states, [right, wrong], 1, 2)] == [1]


def test_where_no_card_is_hidden_any_more_other_imagined_cards_change_nothing():
    turn = turns("draft", 4, Play(3, 2))[-1]
    assert [each.intention for each in judge(turn)] == [each.intention for each in judge(turn, seed=2)]


def test_the_plan_of_the_best_choice_begins_with_it():
    turn = turns("draft")[-2]
    choices = with_plans(turn.before, turn.intention.seat, judge(turn), Random(1))
    plans = [each.plan for each in choices if each.plan]
    assert plans
    for each in choices:
        if each.plan:
            assert each.intention.card in {*each.plan.construct, *each.plan.keep, *each.plan.recycle}


def test_a_round_further_a_table_that_is_ahead_stays_ahead():
    state = next(each.before for each in walk(Play(3, 2)).turns if each.before.round == 4)
    nets = nets_of(game.view(state, 0))
    assert nets is not None
    low, high = sorted(
        [position_of(seat, state.options.side) for seat in state.seats], key=lambda each: each.flat_points
    )
    high = high._replace(flat_points=high.flat_points + 40)
    hands = [[*range(7)], [*range(7, 14)]]
    values = play_next_rounds(nets, 4, [Table([low, high], hands), Table([high, low], hands)])
    assert values.shape == (2, 2)
    assert values[0, 1] - values[0, 0] > 10
    assert values[1, 0] - values[1, 1] > 10
