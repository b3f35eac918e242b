"""Views and intentions of the service beside the observations and actions of an environment.

With them a trained policy plays on a service, and a strategy of `bots` plays in an environment.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import game
from game.views.determinization import partial_state
from training.environments.action_names import to_action
from training.environments.actions import Layout, layout, max_slots, to_intention
from training.environments.encoder import Encoder
from training.environments.legal_actions import legal_actions, mask

View = Mapping[str, Any]


def observe_view(view: View, slots: int | None = None) -> dict[str, Any]:
    """What an environment with as many seats and slots gives the seat of this view, for a game under way."""
    state, seat, lay = game.imagine(view, Random(0)), view["seat"], _layout(view, slots)
    encoder = Encoder(len(view["seats"]), lay.slots)
    arrays = encoder.arrays(encoder.encode(state, seat))
    return {"observation": arrays, "action_mask": mask(lay, legal_actions(lay, state, seat))}


def intention_on_view(view: View, action: int, slots: int | None = None) -> game.Intention:
    """The intention that an action names for the seat of this view. Raises IllegalAction."""
    return to_intention(_layout(view, slots), partial_state(view), view["seat"], action)


def action_on_view(view: View, intention: game.Intention, slots: int | None = None) -> int:
    """The action for a legal intention of the seat of this view. Raises IllegalAction if none stands for it."""
    return to_action(_layout(view, slots), partial_state(view), intention)


def _layout(view: View, slots: int | None) -> Layout:
    return layout(slots or max_slots(len(view["seats"]), view["scenario"]))
