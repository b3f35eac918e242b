"""Environments for reinforcement learning: PettingZoo (AEC and parallel), Gymnasium (solo, scenarios), and a batch.

They need the extra `train`: `make extras EXTRAS=train`. docs/environments.md describes actions,
observations and rewards.

>>> from training import environments
>>> env = environments.env(seats=2)
>>> env.reset(seed=1)
>>> env.agent_selection
'seat_0'
"""

import gymnasium

from training.environments.aec import env, raw_env
from training.environments.batch import Batch
from training.environments.errors import IllegalAction
from training.environments.log import log_lines
from training.environments.parallel import parallel_env
from training.environments.setup import Setup
from training.environments.solo import SoloEnv
from training.environments.views import action_on_view, intention_on_view, observe_view

SOLO_ID = "WonderfulWorld/Solo-v0"
"""For `gymnasium.make`. Illegal actions are reported there, not raised: tools of Gymnasium pass any action."""
if SOLO_ID not in gymnasium.registry:
    gymnasium.register(SOLO_ID, "training.environments.solo:SoloEnv", kwargs={"on_illegal": "report"})

__all__ = [
    "SOLO_ID",
    "Batch",
    "IllegalAction",
    "Setup",
    "SoloEnv",
    "action_on_view",
    "env",
    "intention_on_view",
    "log_lines",
    "observe_view",
    "parallel_env",
    "raw_env",
]
