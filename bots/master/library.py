"""Which nets value the positions of a view: those that learned its kind of game, read once from the package."""

import logging
from functools import lru_cache
from importlib.resources import files

from bots.master.nets import Nets, UnfitWeights, unpack_nets
from bots.master.problems import Setting
from bots.numbers.designs import DESIGN_INDEX
from bots.numbers.indices import KIND_INDEX
from bots.planner.planning import least_production
from bots.strategy import View
from game.scenarios import SCENARIOS

logger = logging.getLogger(__name__)
TRAINED_RULESET = "base-1"
"""The ruleset of the games from which the nets learned."""
MAX_SITES = 50
"""More cards under construction occur in made-up views only."""


def setting_of(view: View) -> Setting | None:
    """What values the positions of the view; None if no nets learned this kind of game."""
    if len(view["seats"]) != 1 or view["ruleset"] != TRAINED_RULESET:
        return None
    scenario = view["scenario"]
    nets = nets_for(view["side"], scenario)
    if nets is None or len(view["seats"][0]["construction"]) > MAX_SITES:
        return None
    step, sequence = view["step"], view["sequence"] or 2
    return Setting(
        nets,
        moment=2 * (view["round"] - 1) + sequence - 1,
        least=least_production(view)[0],
        required=tuple([DESIGN_INDEX[design] for design in SCENARIOS[scenario].required]) if scenario else (),
        scenario=[*SCENARIOS].index(scenario) if scenario else None,
        step=KIND_INDEX[step] if step else -1,
        cubes=sum(view["seats"][0]["cubes_to_place"].values()),
    )


def nets_for(side: str, scenario: str | None) -> Nets | None:
    """The nets for a kind of solo game; None, and one warning in the log, if there are none that fit."""
    return _nets(("scenarios" if side == "B" else f"scenarios-{side}") if scenario else side)


@lru_cache
def _nets(name: str) -> Nets | None:
    try:
        return unpack_nets(files(__package__).joinpath("weights", f"{name}.npz").read_bytes())
    except FileNotFoundError:
        logger.warning("master has no weights for %s: search plays instead", name)
    except (OSError, UnfitWeights) as error:
        logger.warning("master cannot use its weights for %s (%s): search plays instead", name, error)
    return None
