"""Actions: each legal intention has one, and each legal action is accepted."""

from random import Random

import pytest

import game
from game.construction import Discard
from game.planning import Slate
from game.production import Ready
from tests.training.environments.positions import GAMES, positions, seed_text
from training.environments.action_names import action_name, to_action
from training.environments.actions import DESIGN_OF, NOOP, layout, max_slots, to_intention
from training.environments.errors import IllegalAction
from training.environments.legal_actions import legal_actions
from training.environments.position import act, first_position
from training.environments.setup import Setup


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_legal_actions_are_the_legal_intentions_up_to_copies(options):
    setup = Setup(**options)
    for seed in range(3):
        for position in positions(setup, seed):
            for seat in range(setup.seats):
                check_seat(setup, position.state, seat)


def check_seat(setup, state, seat):
    actions, legal = legal_actions(setup.layout, state, seat), game.legal(state, seat)
    if not legal:
        assert actions == [NOOP]
        return
    assert len(actions) == len(set(actions))
    assert {to_intention(setup.layout, state, seat, action) for action in actions} <= set(legal)
    assert {to_action(setup.layout, state, intention) for intention in legal} == set(actions)


@pytest.mark.parametrize("scenario", [None, "SC01", "SC02", "SC03", "SC04", "SC06"])
def test_legal_actions_are_the_legal_intentions_in_many_solo_games(scenario):
    setup = Setup(1, scenario=scenario)
    for seed in range(100, 120):
        for position in positions(setup, seed):
            check_seat(setup, position.state, 0)


def test_an_action_that_the_mask_excludes_is_refused():
    setup, rng = Setup(2), Random(1)
    for position in positions(setup):
        if not position.turns:
            break
        legal = legal_actions(setup.layout, position.state, position.turns[0])
        for action in rng.sample(range(setup.layout.size), 40):
            if action not in legal:
                with pytest.raises(IllegalAction):
                    act(setup.layout, position, action)


@pytest.mark.parametrize("action", [-1, 2791, 10**9])
def test_a_number_outside_the_space_is_refused(action):
    setup = Setup(2)
    assert setup.layout.size == 2791
    with pytest.raises(IllegalAction, match=f"action {action} of seat_0: there is no such action"):
        act(setup.layout, first_position(setup.options, seed_text(1)), action)


def test_slots_hold_all_that_a_seat_can_slate():
    """One seat slates every card, and recycles none."""
    setup = Setup(1, scenario="SC01")
    position = first_position(setup.options, seed_text(1))
    while position.turns:
        legal = game.legal(position.state, 0)
        chosen = next((i for i in legal if isinstance(i, Slate)), None)
        chosen = chosen or next((i for i in legal if getattr(i, "onto", None) == "empire"), Ready(0))
        action = to_action(setup.layout, position.state, chosen)
        longest = len(position.state.seats[0].construction)
        position = act(setup.layout, position, action)
    assert longest == max_slots(1, "SC01") == setup.layout.slots == 44


def test_with_few_slots_every_position_has_a_legal_action():
    setup = Setup(1, slots=2)
    for seed in range(5):
        for position in positions(setup, seed):
            actions = legal_actions(setup.layout, position.state, 0)
            assert actions
            if position.turns:
                assert NOOP not in actions


def test_a_card_beyond_the_slots_has_no_action():
    setup = Setup(1, scenario="SC01", slots=2)
    position = first_position(setup.options, seed_text(1))
    third = position.state.seats[0].construction[2].card
    with pytest.raises(IllegalAction, match="only 2 slots have actions"):
        to_action(setup.layout, position.state, Discard(0, third))


def test_every_action_has_a_name_of_its_own():
    lay = layout(28)
    names = [action_name(lay, action) for action in range(lay.size)]
    assert len(set(names)) == lay.size
    assert names[:4] == ["noop", "ready", "choose general", "choose financier"]
    assert names[-1] == f"recycle {list(game.cards.DESIGNS)[-1]} onto slot 27"
    assert len(set(DESIGN_OF.values())) == 78
