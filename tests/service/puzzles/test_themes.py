"""Every best move has a theme."""

from game.cards import KRYSTALLIUM
from game.construction import Discard, Place
from game.events import INTENTIONS
from service.puzzles.themes import MOVES, THEMES, themes_of
from tests.service.puzzles.made import turn_of

SOLO = {"redraw", "keep"}
"""Only games with several seats have puzzles."""


def test_every_kind_of_move_has_a_theme():
    moves = {name for name, declared in INTENTIONS.items() if not declared.is_setting}
    assert MOVES.keys() == moves - SOLO
    assert len(THEMES) == len({*THEMES})


def test_a_card_that_is_given_up_is_recycled():
    turn = turn_of("planning")
    assert themes_of(turn.before, Discard(turn.intention.seat, "zeppelin.1"))[0] == "recycle"


def test_a_krystallium_that_is_placed_is_a_theme_of_its_own():
    turn = turn_of("planning")
    for item, themes in ((KRYSTALLIUM, ["place", "krystallium"]), ("gold", ["place"])):
        found = themes_of(turn.before, Place(turn.intention.seat, item, "zeppelin.1"))
        assert [each for each in found if each != "last_round"] == themes
