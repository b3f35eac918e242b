"""What a puzzle shows is what its seat may know, and no name of game or person; every best move has a theme."""

import json
from dataclasses import replace
from random import Random

import pytest

import game as rules
from game.cards import KRYSTALLIUM
from game.construction import Discard, Place
from game.events import INTENTIONS
from game.views.fields import AFTER_THE_END, SEAT_FIELDS, TABLE_FIELDS
from service.puzzles.position import position_view
from service.puzzles.themes import MOVES, THEMES, themes_of
from tests.service.puzzles.made import turn_of

SOLO = {"redraw", "keep"}
"""Only games with several seats have puzzles."""


@pytest.mark.parametrize("phase", ["draft", "planning", "production"])
def test_it_has_all_fields_of_a_view_and_tells_the_position(phase: str):
    turn = turn_of(phase)
    state, seat = turn.before, turn.intention.seat
    shown, view = position_view(state, seat), rules.view(state, seat)
    assert shown.keys() == view.keys(), "say in service/puzzles/position.py whether a puzzle shows the field"
    assert shown.keys() == {each.name for each in TABLE_FIELDS if each.seen_by != AFTER_THE_END} | {"seats"}
    for own, other in zip(shown["seats"], view["seats"], strict=True):
        assert own.keys() == other.keys(), "say in service/puzzles/position.py whether a puzzle shows the field"
        assert own.keys() == {each.name for each in SEAT_FIELDS if each.seen_by != AFTER_THE_END}
    assert [shown[name] for name in ("hand", "phase", "round", "discard")] == [
        view[name] for name in ("hand", "phase", "round", "discard")
    ]
    imagined = rules.imagine(shown, Random(1))
    assert rules.legal(imagined, seat) == rules.legal(state, seat)


def test_nothing_in_it_names_the_game_its_players_or_what_they_agreed():
    turn = turn_of("draft")
    options = replace(turn.before.options, name="Friday evening", invited=("ben-s-id",))
    seats = [each._replace(player=f"account-{number}") for number, each in enumerate(turn.before.seats)]
    state = turn.before._replace(
        id="the-game", options=options, seats=tuple(seats), commitment="c0ffee", rematch_of="the-game-before"
    )
    text = json.dumps(position_view(state, turn.intention.seat))
    for secret in ("the-game", "account-", "Friday", "ben-s-id", "c0ffee"):
        assert secret not in text


def test_states_that_differ_in_what_the_seat_may_not_know_give_the_same_position():
    turn = turn_of("draft")
    state, seat = turn.before, turn.intention.seat
    other = rules.imagine(rules.view(state, seat), Random(5))
    assert other.deck != state.deck
    assert position_view(other, seat) == position_view(state, seat)


def test_every_kind_of_move_has_a_theme():
    moves = {name for name, declared in INTENTIONS.items() if not declared.is_setting}
    assert MOVES.keys() == moves - SOLO, "name its theme in MOVES of service/puzzles/themes.py"
    assert len(THEMES) == len({*THEMES})


def test_a_card_that_is_given_up_is_recycled():
    turn = turn_of("planning")
    assert themes_of(turn.before, Discard(turn.intention.seat, "zeppelin.1"))[0] == "recycle"


def test_a_krystallium_that_is_placed_is_a_theme_of_its_own():
    turn = turn_of("planning")
    for item, themes in ((KRYSTALLIUM, ["place", "krystallium"]), ("gold", ["place"])):
        found = themes_of(turn.before, Place(turn.intention.seat, item, "zeppelin.1"))
        assert [each for each in found if each != "last_round"] == themes
