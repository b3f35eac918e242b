"""How solo games begin, by their kind."""

from typing import NamedTuple

import numpy as np

from bots.numbers.designs import DESIGN_INDEX
from bots.numbers.position import position_of
from game.cards import EMPIRE_IDS, EMPIRES
from game.model import Seat
from game.rulesets import CURRENT_RULESET, RULESETS
from game.scenarios import SCENARIOS
from training.arrays.orders import MAX_REQUIRED
from training.arrays.position import POSITION_SIZE, Ints, to_array


class Kind(NamedTuple):
    """A kind of solo game. `scenario`: SC01..SC06, or None."""

    side: str
    scenario: str | None = None


LEAST = np.full(5, RULESETS[CURRENT_RULESET].solo_supremacy)
"""By resource, the least that a seat alone must produce to take its character (R64)."""


class Openings(NamedTuple):
    """The kinds as arrays. `empires`: (kind, empire, position); `required`: (kind, 4), -1 for none; `scenario`: by
    kind, -1 for none."""

    empires: Ints
    required: Ints
    scenario: Ints


def openings_of(kinds: tuple[Kind, ...]) -> Openings:
    """The first positions of the kinds."""
    empires = np.zeros((len(kinds), len(EMPIRE_IDS), POSITION_SIZE), np.int64)
    required = np.full((len(kinds), MAX_REQUIRED), -1, np.int64)
    scenario = np.full(len(kinds), -1, np.int64)
    for i, kind in enumerate(kinds):
        if kind.scenario:
            names = SCENARIOS[kind.scenario].required
            required[i, : len(names)] = [DESIGN_INDEX[name] for name in names]
            scenario[i] = [*SCENARIOS].index(kind.scenario)
        for k, empire in enumerate(EMPIRE_IDS):
            assert (empire, kind.side) in EMPIRES
            empires[i, k] = to_array(position_of(Seat(empire=empire), kind.side), required[i])
    return Openings(empires, required, scenario)
