"""Observations: a function of the seat's view alone, within the documented ranges."""

from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import game
from game.cards import CARDS, DESIGNS, KINDS, RESOURCES
from tests.bots.games import view_of
from tests.training.environments.positions import GAMES, positions
from training.environments import action_on_view, intention_on_view, observe_view
from training.environments.encoder import Encoder
from training.environments.setup import Setup
from training.environments.spaces import observation_space


def counted(cards):
    """The cards by design."""
    names = [CARDS[card].id for card in cards]
    return [names.count(design) for design in DESIGNS]


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_states_that_differ_only_in_hidden_things_give_equal_observations(options):
    setup, rng = Setup(**options), Random(2)
    for number, position in enumerate(positions(setup)):
        if number % 5 or not position.turns:
            continue
        for seat in range(setup.seats):
            own = Encoder(setup.seats, setup.layout.slots).encode(position.state, seat)
            imagined = game.imagine(view_of(position.state, seat), rng)
            other = Encoder(setup.seats, setup.layout.slots).encode(imagined, seat)
            assert own.tolist() == other.tolist()


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_what_an_encoder_keeps_changes_nothing(options):
    """One encoder follows three games, the other ones see a single position."""
    setup = Setup(**options)
    encoder = Encoder(setup.seats, setup.layout.slots)
    for seed in range(3):
        for position in positions(setup, seed):
            if Random(position.state.version).random() < 0.4:
                seat = position.state.version % setup.seats
                fresh = Encoder(setup.seats, setup.layout.slots)
                assert encoder.encode(position.state, seat).tolist() == fresh.encode(position.state, seat).tolist()


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_observations_lie_in_their_space(options):
    setup = Setup(**options)
    space = observation_space(setup.seats, setup.layout.slots, setup.layout.size)["observation"]
    encoder = Encoder(setup.seats, setup.layout.slots)
    for position in positions(setup, 4):
        arrays = encoder.arrays(encoder.encode(position.state, 0))
        assert list(arrays) == list(space.spaces)
        assert arrays in space


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_the_arrays_tell_what_the_view_tells(options):
    setup = Setup(**options)
    encoder = Encoder(setup.seats, setup.layout.slots)
    for position in positions(setup, 3):
        viewer = position.state.version % setup.seats
        view = view_of(position.state, viewer)
        arrays = encoder.arrays(encoder.encode(position.state, viewer))
        check_table(view, arrays)
        for row in range(setup.seats):
            seat = view["seats"][(viewer + row) % setup.seats]
            check_row(seat, {name: arrays[name][row] for name in arrays if len(arrays[name]) == setup.seats})


def check_table(view, arrays):
    assert arrays["round"].tolist() == [view["round"] == number for number in (1, 2, 3, 4)]
    assert arrays["step"].tolist() == [view["step"] == step for step in RESOURCES]
    assert arrays["deck_size"] == [view["deck_size"]]
    assert arrays["pools_left"] == [view["pools_left"] or 0]
    assert arrays["passes"] == [view["passes"]]
    for name in ("hand", "candidates", "passed", "discard"):
        assert arrays[name].tolist() == counted(view[name]), name
    assert arrays["picked"].tolist() == counted([view["picked"]] if view["picked"] else [])
    progress = ["", "missing", "under_construction", "constructed"]
    required = {each["design"]: progress.index(each["state"]) for each in view["required"] or []}
    assert arrays["required"].tolist() == [required.get(design, 0) for design in DESIGNS]


def check_row(seat, row):
    assert row["constructed"].tolist() == counted(seat["constructed"])
    assert row["drafted"].tolist() == counted(seat["drafted"])
    assert row["items"].tolist() == [seat["krystallium"], seat["generals"], seat["financiers"]]
    assert row["cubes"] == [sum(seat["cubes_to_place"].values())]
    assert row["produced"] == [-1 if seat["produced"] is None else seat["produced"]]
    assert row["empire_cubes"] == [sum(seat["empire_cubes"].values())]
    assert row["production"].tolist() == [seat["production"][resource] for resource in RESOURCES]
    assert row["points"].tolist() == list(seat["score"].values())
    assert [row["hand_size"], row["candidates_size"]] == [[seat["hand_size"]], [seat["candidates_size"]]]
    assert [row["ready"], row["choosing"]] == [[seat["ready"]], [seat["choosing"]]]
    for slot, design in enumerate(row["slot_design"]):
        if slot >= len(seat["construction"]):
            assert design == -1
            assert not row["slot_open"][slot].any()
            continue
        site = seat["construction"][slot]
        still_open = [space["needs"] for space in site["spaces"] if space["filled"] is None]
        assert list(DESIGNS)[design] == CARDS[site["card"]].id
        assert row["slot_open"][slot].tolist() == [still_open.count(kind) for kind in KINDS]


def test_a_view_gives_the_observation_of_the_environment():
    setup = Setup(2)
    encoder = Encoder(2, setup.layout.slots)
    for position in [*positions(setup)][:-1:7]:
        seat = position.turns[0]
        observed = observe_view(view_of(position.state, seat))
        arrays = encoder.arrays(encoder.encode(position.state, seat))
        assert data_equivalence(observed["observation"], arrays, exact=True)
        action = int(np.flatnonzero(observed["action_mask"])[0])
        intention = intention_on_view(view_of(position.state, seat), action)
        assert intention in game.legal(position.state, seat)
        assert action_on_view(view_of(position.state, seat), intention) == action


def test_few_slots_show_the_oldest_cards():
    whole, short = Setup(1, scenario="SC01"), Setup(1, scenario="SC01", slots=2)
    for position in positions(short):
        long = Encoder(1, whole.layout.slots)
        few = Encoder(1, 2)
        expected = long.arrays(long.encode(position.state, 0))["slot_open"][:, :2]
        assert few.arrays(few.encode(position.state, 0))["slot_open"].tolist() == expected.tolist()
