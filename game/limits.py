"""What a real game can hold at most: bounds for views that somebody else sends."""

from game.cards import CARDS, DESIGNS, EMPIRES, RESOURCES
from game.model import CUBES_PER_KRYSTALLIUM, DEALT_TO_TWO, PICKS, ROUNDS
from game.scenarios import SCENARIOS

MAX_HAND_CARDS = max(DEALT_TO_TWO, PICKS)
MAX_REQUIRED_CARDS = max(len(scenario.required) for scenario in SCENARIOS.values())


def _max_production() -> int:
    """Cubes of one resource in a step, if one empire held every card."""
    most = []
    for at, resource in enumerate(RESOURCES):
        amount = max(face.production[at] for face in EMPIRES.values())
        amount += sum(design.production[at] for design in CARDS.values())
        for design in CARDS.values():
            if design.per and design.per[0] == resource:
                amount += sum(other.copies for other in DESIGNS.values() if other.type == design.per[1])
        most.append(amount)
    return max(most)


MAX_PRODUCTION = _max_production()
MAX_TOKENS = sum(design.krystallium + design.generals + design.financiers for design in CARDS.values()) + ROUNDS * len(
    RESOURCES
) * (MAX_PRODUCTION // CUBES_PER_KRYSTALLIUM + 1)
"""Of krystallium, generals or financiers: all bonuses, and in each step a supremacy or the cubes for krystallium."""
