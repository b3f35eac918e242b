"""Which nets value the positions of a view: those that learned its kind of game, read once from the package."""

import logging
from functools import lru_cache
from importlib.resources import files

from bots.master import TRAINED_RULESET
from bots.master.inputs import COUNT, FEATURE_SET
from bots.master.nets import Nets, UnfitWeights, unpack_nets
from bots.master.problems import Setting
from bots.master.seat_inputs import COUNT as SEATS_COUNT
from bots.master.seat_inputs import FEATURE_SET as SEATS_FEATURE_SET
from bots.numbers.designs import DESIGN_INDEX
from bots.numbers.indices import KIND_INDEX
from bots.planner.planning import least_production
from bots.strategy import FallbackReason, View
from game.scenarios import SCENARIOS

logger = logging.getLogger(__name__)
MAX_SITES = 50
"""More cards under construction occur in made-up views only."""


def setting_of(view: View, nets: Nets) -> Setting:
    """What values the positions of a solo view."""
    scenario, step, sequence = view["scenario"], view["step"], view["sequence"] or 2
    return Setting(
        nets,
        moment=2 * (view["round"] - 1) + sequence - 1,
        least=least_production(view),
        required=tuple([DESIGN_INDEX[design] for design in SCENARIOS[scenario].required]) if scenario else (),
        scenario=[*SCENARIOS].index(scenario) if scenario else None,
        step=KIND_INDEX[step] if step else -1,
        cubes=sum(view["seats"][0]["cubes_to_place"].values()),
    )


def nets_of(view: View) -> Nets | None:
    """The nets that value the positions of the view; None if no nets learned this kind of game."""
    found = _nets_or_reason(view)
    return found if isinstance(found, Nets) else None


def reason_not_to_play(view: View) -> FallbackReason | None:
    """Why no nets value the positions of the view; None if some do."""
    found = _nets_or_reason(view)
    return None if isinstance(found, Nets) else found


def _nets_or_reason(view: View) -> Nets | FallbackReason:
    """The nets that value the positions of the view, or why there are none."""
    if view["ruleset"] != TRAINED_RULESET:
        return "ruleset"
    if max(len(seat["construction"]) for seat in view["seats"]) > MAX_SITES:
        return "view"
    if len(view["seats"]) > 1:
        return _nets("seats", SEATS_COUNT, SEATS_FEATURE_SET)
    return _nets(_name_of(view["side"], view["scenario"]))


def _name_of(side: str, scenario: str | None) -> str:
    return ("scenarios" if side == "B" else f"scenarios-{side}") if scenario else side


@lru_cache
def _nets(name: str, inputs: int = COUNT, feature_set: int = FEATURE_SET) -> Nets | FallbackReason:
    """The nets of this name, or why there are none that fit."""
    try:
        return unpack_nets(files(__package__).joinpath("weights", f"{name}.npz").read_bytes(), inputs, feature_set)
    except FileNotFoundError:
        logger.warning("master has no weights for %s: search plays instead", name)
        return "untrained"
    except (OSError, UnfitWeights) as error:
        logger.warning("master cannot use its weights for %s (%s): search plays instead", name, error)
        return "weights"
