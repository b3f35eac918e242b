"""The nets: how they are stored, their values, and one step of learning (Adam), compiled.

A net has a layer of hidden units (leaky ReLU) and a linear part beside it. There is one net for each of the first seven
moments of a game: moment 2r + s is the end of sequence s + 1 of round r + 1. The eighth ends the game with its score.
"""

import numpy as np

from bots.master.inputs import COUNT
from bots.master.nets import MOMENTS, POINTS_PER_OUTPUT, SLOPE, Nets
from training.arrays.compiled import lean_sums
from training.arrays.position import Floats

ADAM_MEAN, ADAM_SQUARE, ADAM_SMALL = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
MAX_ERROR = np.float32(1.5)
"""Errors are clipped to this, in units of the output."""
LEAK = np.float32(SLOPE)


def nets_of(weights: Floats, hidden: int, inputs: int = COUNT) -> Nets:
    """Views of a flat array of weights of nets with so many inputs."""
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


@lean_sums
def value_of(nets, moment, inputs, hidden):  # type: ignore[no-untyped-def]
    """Points at the end of the game that the net expects. Leaves the hidden units in `hidden`, before the ReLU.

    It adds four rows of the first layer at a time, and skips those of inputs that are 0.
    """
    first, second, linear = nets.first, nets.second, nets.linear
    units = hidden.size
    value = nets.offset[moment, 0]
    for j in range(units):
        hidden[j] = nets.bias[moment, j]
    a, b, c, found = 0, 0, 0, 0
    for i in range(inputs.size):
        if inputs[i] == 0:
            continue
        value += inputs[i] * linear[moment, i]
        found += 1
        if found == 1:
            a = i
        elif found == 2:
            b = i
        elif found == 3:
            c = i
        else:
            found = 0
            one, two, three, four = inputs[a], inputs[b], inputs[c], inputs[i]
            for j in range(units):
                hidden[j] += (
                    one * first[moment, a, j]
                    + two * first[moment, b, j]
                    + three * first[moment, c, j]
                    + four * first[moment, i, j]
                )
    for k in range(found):
        at = a if k == 0 else (b if k == 1 else c)
        for j in range(units):
            hidden[j] += inputs[at] * first[moment, at, j]
    for j in range(units):
        value += second[moment, j] * max(hidden[j], LEAK * hidden[j])
    return np.float32(POINTS_PER_OUTPUT) * value


@lean_sums
def add_gradient(nets, slopes, moment, inputs, target, hidden):  # type: ignore[no-untyped-def]
    """Add the gradient of half the squared error to `slopes`. Returns the error in points, not clipped."""
    error = (value_of(nets, moment, inputs, hidden) - target) / np.float32(POINTS_PER_OUTPUT)
    clipped = min(max(error, -MAX_ERROR), MAX_ERROR)
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
