"""The nets that value positions, and the files that hold their weights.

There is one net for each of the first seven moments of a game. Alone, moment 2r + s is the end of sequence s + 1 of
round r + 1; with others, moment 2r follows a pick of round r + 1, and moment 2r + 1 is the end of that round. The
eighth moment ends the game, with its score. A net has a layer of hidden units (leaky ReLU), and a linear part beside
it.
"""

import io
from typing import NamedTuple

import numpy as np

from bots.master.inputs import COUNT, FEATURE_SET
from bots.master.reading import Floats

MOMENTS = 7
POINTS_PER_OUTPUT = 20.0
"""Points that an output of 1 stands for."""
SLOPE = 0.05
"""Slope of a hidden unit below zero."""
FIRST_LAYER_MAX = 31
"""The first layers are stored as whole numbers up to this: 63 values play as well as 255, in a smaller file."""
SINGLE_THREAD_ROWS = 24
"""Rows of one product: OpenBLAS computes larger ones with threads, which wait for each other on a busy machine."""


class UnfitWeights(ValueError):
    """The weights are damaged or of another set of inputs. The text says which."""


class Nets(NamedTuple):
    """Weights by moment. `first`: (moment, input, hidden); `bias`, `second`: (moment, hidden); `linear`: (moment,
    input); `offset`: (moment, 1)."""

    first: Floats
    bias: Floats
    second: Floats
    linear: Floats
    offset: Floats


def values_of(nets: Nets, moment: int, inputs: Floats) -> Floats:
    """By row, the points at the end of the game that the net expects. `inputs`: (row, input)."""
    first = nets.first[moment]
    hidden = np.empty((len(inputs), first.shape[1]), np.float32)
    for at in range(0, len(inputs), SINGLE_THREAD_ROWS):
        part = slice(at, at + SINGLE_THREAD_ROWS)
        np.matmul(inputs[part], first, out=hidden[part])
    hidden += nets.bias[moment]
    hidden = np.maximum(hidden, np.float32(SLOPE) * hidden)
    found: Floats = np.float32(POINTS_PER_OUTPUT) * (
        hidden @ nets.second[moment] + inputs @ nets.linear[moment] + nets.offset[moment]
    )
    return found


def pack_nets(nets: Nets, feature_set: int = FEATURE_SET) -> bytes:
    """The nets as a compressed file: the first layers as whole numbers, with a scale for each hidden unit."""
    scale = np.maximum(np.abs(nets.first).max(axis=1), 1e-9) / FIRST_LAYER_MAX
    first = np.round(nets.first / scale[:, None, :]).astype(np.int8)
    rest = {name: getattr(nets, name).astype(np.float32) for name in ("bias", "second", "linear", "offset")}
    file = io.BytesIO()
    np.savez_compressed(file, feature_set=np.int64(feature_set), first=first, scale=scale.astype(np.float32), **rest)
    return file.getvalue()


def unpack_nets(data: bytes, inputs: int = COUNT, feature_set: int = FEATURE_SET) -> Nets:
    """The nets of a file, with `inputs` inputs. Raises UnfitWeights."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        found_set = int(arrays["feature_set"])
        first = arrays["first"].astype(np.float32) * arrays["scale"][:, None, :]
        nets = Nets(first, arrays["bias"], arrays["second"], arrays["linear"], arrays["offset"])
    except Exception as error:  # a damaged archive raises errors of many kinds
        raise UnfitWeights(f"the file is damaged ({type(error).__name__})") from error
    if found_set != feature_set:
        raise UnfitWeights(f"the inputs are of set {found_set}, not {feature_set}")
    hidden = nets.first.shape[-1]
    shapes = ((MOMENTS, inputs, hidden), (MOMENTS, hidden), (MOMENTS, hidden), (MOMENTS, inputs), (MOMENTS, 1))
    if any(part.shape != shape or not np.isfinite(part).all() for part, shape in zip(nets, shapes, strict=True)):
        raise UnfitWeights("the numbers have a wrong shape or are not finite")
    return nets
