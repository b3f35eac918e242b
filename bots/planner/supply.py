"""The cubes and items that a round brings, as production stands."""

from bots.numbers.fields import FIELD_BITS, FIELD_MASK
from bots.planner.beam import FIELDS_AFTER_STEP
from bots.planner.jobs import RoundSupply
from bots.planner.outlook import Outlook
from bots.planner.round_end import supremacy_character
from bots.planner.weights import Weights


def supply_of_round(outlook: Outlook, wild: int = 0) -> RoundSupply:
    """The supply of a whole round, before production. `wild`: wild cubes to expect besides."""
    return supply_from_step(outlook, -1, 0, wild)


def supply_from_step(outlook: Outlook, step: int, cubes: int, wild: int = 0) -> RoundSupply:
    """The supply of the rest of a round. `step`: -1..4; `cubes`: those of the step still to be placed, as fields."""
    position = outlook.position
    coming, items = position.production & FIELDS_AFTER_STEP[step + 1], position.items
    available = coming + cubes + items
    for resource in range(step + 1, 5):
        if coming >> FIELD_BITS * resource & FIELD_MASK >= outlook.least[resource]:
            available += supremacy_character(resource, position.points)
    return RoundSupply(available, cubes + items, coming, step, wild)


def expected_wild_cubes(weights: Weights, cards_to_come: int) -> int:
    """Cubes of any resource to expect from cards not yet seen."""
    return weights.wild_per_three_cards * cards_to_come // 3
