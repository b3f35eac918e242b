"""The compiled core of training: it computes what the bots compute."""

from random import Random

import numpy as np
import pytest

from bots.master.inputs import COUNT
from bots.master.nets import values_of
from bots.master.orders import stack_orders
from bots.master.problems import Setting, carried_out, make_problems
from bots.master.reading import read_inputs as read_rows
from bots.master.rounds import required_bits
from bots.numbers.scoring import score
from bots.search.simulation import RoundState, simulate
from tests.training.positions import LEAST, REQUIRED, random_round
from training.arrays.carry_out import carry_out
from training.arrays.inputs import read_inputs
from training.arrays.nets import first_weights, make_accumulator, nets_of, value_of
from training.arrays.position import POSITION_SIZE, from_array, to_array
from training.arrays.position import score as score_of_array

ARRAY = np.array([*REQUIRED, -1])


def rounds(count, seed=1):
    rng = Random(seed)
    return [random_round(rng) for _ in range(count)]


def test_a_position_survives_the_way_into_an_array_and_back():
    for each in rounds(50):
        array = to_array(each.position, ARRAY)
        assert from_array(array, ARRAY) == each.position
        assert score_of_array(array) == score(each.position)


@pytest.mark.parametrize(("step", "cubes", "until"), [(-1, 0, 0), (-1, 0, 5), (2, 3, 5), (4, 1, 5)])
def test_a_round_carried_out_ends_where_the_simulation_ends(step, cubes, until):
    after = np.zeros(POSITION_SIZE, np.int64)
    for each in rounds(300, seed=until + step):
        hand, order = np.array([*each.hand, 0]), np.array([*each.order, 0])
        carry_out(
            to_array(each.position, ARRAY), hand, len(each.hand), step, cubes, np.array(LEAST), order, len(each.order),
            until, ARRAY, after,
        )  # fmt: skip
        start = RoundState(each.position, [*each.hand], step, cubes, LEAST)
        assert from_array(after, ARRAY) == simulate(start, each.order, until)


def test_the_inputs_and_the_value_are_those_that_the_player_computes():
    played = rounds(200)
    nets = nets_of(first_weights(16, 3), 16)
    nets.second[:] = 0.5
    setting = Setting(nets, 1, LEAST, REQUIRED, 2)
    problems = make_problems([(each.position, each.hand) for each in played], REQUIRED)
    rows = carried_out(setting, problems, np.arange(len(played)), stack_orders([each.order for each in played]))
    inputs = read_rows(rows, required_bits(REQUIRED), LEAST, REQUIRED, 2)
    values = values_of(nets, 1, inputs)
    found, later, accumulator = (
        np.zeros(COUNT, np.float32),
        np.zeros(POSITION_SIZE, np.int64),
        make_accumulator(COUNT, 16),
    )
    for row, each in enumerate(played):
        after = simulate(RoundState(each.position, [*each.hand], -1, 0, LEAST), each.order)
        read_inputs(to_array(after, ARRAY), np.array(LEAST), ARRAY, 2, later, found)
        assert found == pytest.approx(inputs[row], abs=1e-4)
        assert value_of(nets, 1, found, accumulator) == pytest.approx(values[row], abs=1e-2)
