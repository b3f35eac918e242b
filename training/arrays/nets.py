"""The nets: how they are stored, their values, and one step of learning (Adam), compiled.

A net has a layer of hidden units (leaky ReLU) and a linear part beside it. There is one net for each of the first seven
moments of a game: moment 2r + s is the end of sequence s + 1 of round r + 1. The eighth ends the game with its score.
"""

from typing import NamedTuple

import numpy as np

from bots.master.inputs import COUNT
from bots.master.nets import MOMENTS, POINTS_PER_OUTPUT, SLOPE, Nets
from training.arrays.compiled import compiled, lean, lean_sums
from training.arrays.position import Floats, Ints

ADAM_MEAN, ADAM_SQUARE, ADAM_SMALL = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
MAX_ERROR = np.float32(1.5)
"""Errors are clipped to this, in units of the output."""
LEAK = np.float32(SLOPE)


def nets_of(weights: Floats, hidden: int, inputs: int = COUNT) -> Nets:
    """Views of a flat array of weights of nets with `inputs` inputs."""
    shapes = ((MOMENTS, inputs, hidden), (MOMENTS, hidden), (MOMENTS, hidden), (MOMENTS, inputs), (MOMENTS, 1))
    sizes = [int(np.prod(shape)) for shape in shapes]
    ends = np.cumsum([0, *sizes])
    return Nets(*[weights[ends[i] : ends[i + 1]].reshape(shape) for i, shape in enumerate(shapes)])


def weight_count(hidden: int, inputs: int = COUNT) -> int:
    """How many weights all nets have together."""
    return MOMENTS * (inputs * (hidden + 1) + 2 * hidden + 1)


def first_weights(hidden: int, seed: int, inputs: int = COUNT) -> Floats:
    """Weights before learning: random first layers, and nothing that leads to the output."""
    weights = np.zeros(weight_count(hidden, inputs), np.float32)
    first = nets_of(weights, hidden, inputs).first
    first[:] = np.random.default_rng(seed).normal(0.0, 0.5 / np.sqrt(inputs), first.shape)
    return weights


class Accumulator(NamedTuple):
    """Hidden units that follow the inputs, so that a value only costs what has changed since the last one (NNUE).

    `moment`: of the net, -1 if there is no last value; `inputs`; `hidden`: their hidden units, before the ReLU;
    `value`: in points; `changed`: room for places of inputs.
    """

    moment: Ints
    inputs: Floats
    hidden: Floats
    value: Floats
    changed: Ints


@compiled
def make_accumulator(inputs, hidden):  # type: ignore[no-untyped-def]
    """An empty one for nets of this size."""
    return Accumulator(
        np.full(1, -1, np.int64),
        np.zeros(inputs, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(1, np.float32),
        np.zeros(inputs + 1, np.int64),
    )


@lean
def clear_accumulator(accumulator):  # type: ignore[no-untyped-def]
    """Let the next value begin anew, so that rounding errors do not add up."""
    accumulator.moment[0] = -1


@lean_sums
def value_of(nets, moment, inputs, accumulator):  # type: ignore[no-untyped-def]
    """Points at the end of the game that the net expects. Brings the accumulator to these inputs."""
    before, hidden, changed = accumulator.inputs, accumulator.hidden, accumulator.changed
    first, second, linear = nets.first, nets.second, nets.linear
    is_new = accumulator.moment[0] != moment
    if is_new:
        accumulator.moment[0] = moment
        for i in range(inputs.size):
            before[i] = 0
        for j in range(hidden.size):
            hidden[j] = nets.bias[moment, j]
    number = 0
    for i in range(inputs.size):
        changed[number] = i
        number += inputs[i] != before[i]
    if number == 0 and not is_new:
        return accumulator.value[0]
    # Four rows at a time, so that the hidden units are read and written less often.
    fours = number - number % 4
    for k in range(0, fours, 4):
        a, b, c, d = changed[k], changed[k + 1], changed[k + 2], changed[k + 3]
        one, two = inputs[a] - before[a], inputs[b] - before[b]
        three, four = inputs[c] - before[c], inputs[d] - before[d]
        for j in range(hidden.size):
            hidden[j] += (
                one * first[moment, a, j]
                + two * first[moment, b, j]
                + three * first[moment, c, j]
                + four * first[moment, d, j]
            )
    for k in range(fours, number):
        a = changed[k]
        change = inputs[a] - before[a]
        for j in range(hidden.size):
            hidden[j] += change * first[moment, a, j]
    value = nets.offset[moment, 0]
    for i in range(inputs.size):
        value += linear[moment, i] * inputs[i]
        before[i] = inputs[i]
    for j in range(hidden.size):
        value += second[moment, j] * max(hidden[j], LEAK * hidden[j])
    accumulator.value[0] = np.float32(POINTS_PER_OUTPUT) * value
    return accumulator.value[0]


@lean_sums
def add_gradient(nets, slopes, moment, inputs, target, accumulator):  # type: ignore[no-untyped-def]
    """Add the gradient of half the squared error to `slopes`. Returns the error in points, not clipped."""
    clear_accumulator(accumulator)
    error = (value_of(nets, moment, inputs, accumulator) - target) / np.float32(POINTS_PER_OUTPUT)
    clipped = min(max(error, -MAX_ERROR), MAX_ERROR)
    hidden = accumulator.hidden
    slopes.offset[moment, 0] += clipped
    for j in range(hidden.size):
        active = hidden[j] > 0
        slopes.second[moment, j] += clipped * (hidden[j] if active else LEAK * hidden[j])
        hidden[j] = clipped * nets.second[moment, j] * (np.float32(1.0) if active else LEAK)
        slopes.bias[moment, j] += hidden[j]
    for i in range(inputs.size):
        each = inputs[i]
        if each != 0:
            slopes.linear[moment, i] += clipped * each
            row = slopes.first[moment, i]
            for j in range(hidden.size):
                row[j] += each * hidden[j]
    return error * np.float32(POINTS_PER_OUTPUT)


@lean_sums
def take_step(weights, slopes, means, squares, step, rate):  # type: ignore[no-untyped-def]
    """One step of Adam. `step`: 1, 2, ...; empties `slopes`."""
    mean_scale = np.float32(1 / (1 - ADAM_MEAN**step))
    square_scale = np.float32(1 / (1 - ADAM_SQUARE**step))
    for i in range(weights.size):
        slope = slopes[i]
        means[i] = ADAM_MEAN * means[i] + (1 - ADAM_MEAN) * slope
        squares[i] = ADAM_SQUARE * squares[i] + (1 - ADAM_SQUARE) * slope * slope
        weights[i] -= rate * means[i] * mean_scale / (np.sqrt(squares[i] * square_scale) + ADAM_SMALL)
        slopes[i] = 0
