"""What a trained policy needs to play elsewhere: the observation of a view, and the intention of an action there."""

from collections.abc import Mapping
from random import Random
from typing import Any

import game
from training.environments.actions import layout, max_slots, to_intention
from training.environments.encoder import Encoder
from training.environments.legal_actions import legal_actions, mask


def observe_view(view: Mapping[str, Any], slots: int | None = None) -> dict[str, Any]:
    """What an environment with as many seats and slots gives the seat of this view, for a game under way."""
    state, seat = game.imagine(view, Random(0)), view["seat"]
    lay = layout(slots or max_slots(len(view["seats"]), view["scenario"]))
    encoder = Encoder(len(view["seats"]), lay.slots)
    arrays = encoder.arrays(encoder.encode(state, seat))
    return {"observation": arrays, "action_mask": mask(lay, legal_actions(lay, state, seat))}


def act_on_view(view: Mapping[str, Any], action: int, slots: int | None = None) -> game.Intention:
    """The intention that an action names for the seat of this view. Raises IllegalAction."""
    lay = layout(slots or max_slots(len(view["seats"]), view["scenario"]))
    return to_intention(lay, game.imagine(view, Random(0)), view["seat"], action)
