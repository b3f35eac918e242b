"""Every best move has a theme."""

from game.construction import Discard
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
