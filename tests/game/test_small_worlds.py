"""A second, naive enumeration of legal intentions agrees with `legal` in all modes."""

import pytest

import game
from tests.game import brute_force
from tests.game.play import STYLES, Play, walk
from tests.game.random_games import SOLO_MODES, STANDARD_MODES, for_random_games


def agree(state):
    """Compares the lists of all seats; how many there were."""
    facts = game.facts(state)
    for index in range(len(state.seats)):
        plainly = sorted(map(text, brute_force.legal(facts, index)))
        assert plainly == [text(game.body(intention)) for intention in game.legal(state, index)], (state, index)
    return len(state.seats)


def text(body):
    """Sorts as `legal` does: by type, then by the fields."""
    return tuple(tuple(value) if isinstance(value, list) else (value,) for value in body.values())


@pytest.mark.slow
@pytest.mark.parametrize("mode", [*STANDARD_MODES, *SOLO_MODES], ids=str)
def test_both_enumerations_agree_all_through_a_game(mode):
    seats, side, scenario = mode
    style = "curious" if seats == 1 else "restless"
    assert sum(agree(state) for state in walk(Play(4, seats, side, style, scenario=scenario)).states) > 60


@for_random_games(3)
def test_both_enumerations_agree_wherever_games_go(play):
    assert play.style in STYLES
    for state in walk(play).states[:: 3 if play.seats == 1 else 10]:
        agree(state)
