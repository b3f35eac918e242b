"""The inputs of the nets: their groups in order, how many there are of each, and what scales them to about 1."""

from typing import NamedTuple

from game.scenarios import SCENARIOS


class Group(NamedTuple):
    """Inputs of one meaning. `scale`: what divides them."""

    name: str
    size: int
    scale: float


GROUPS = (
    Group("production, by resource", 5, 5),
    Group("whether production is at least 4", 5, 1),
    Group("whether production is at least 5", 5, 1),
    Group("constructed cards, by type", 5, 5),
    Group("points for each card, by type", 5, 3),
    Group("points for each general and financier, without their own", 2, 3),
    Group("score", 1, 50),
    Group("points that depend on nothing", 1, 20),
    Group("krystallium", 1, 4),
    Group("generals and financiers", 2, 5),
    Group("cubes on the empire card", 1, 5),
    Group("cubes that one more card adds to production, by type", 5, 2),
    Group("points for each card times production of the resource of the type", 5, 10),
    Group("points for each card times cards, by type", 5, 15),
    Group("points for each character times characters", 2, 15),
    Group("open spaces of the sites, by kind", 8, 6),
    Group("production of the sites", 5, 5),
    Group("production of the sites that lack at most two cubes", 5, 3),
    Group("open spaces that a round of production fills, by resource", 5, 5),
    Group("sites, by type", 5, 3),
    Group("points of the sites: all, in the share of filled spaces, of those that lack at most two cubes", 3, 20),
    Group("krystallium, generals and financiers of the sites", 3, 3),
    Group("points of the sites for each card or character", 7, 3),
    Group("points of the sites for each card times cards and sites, by type", 5, 10),
    Group("points of the sites for each character times reach of its supremacy", 2, 5),
    Group("points for each character times reach of its supremacy", 2, 5),
    Group("score that the next round adds without new cards", 1, 20),
    Group("production that it adds, by resource", 5, 3),
    Group("cards that it adds, by type", 5, 2),
    Group("krystallium that it adds", 1, 3),
    Group("generals and financiers that it adds", 2, 3),
    Group("cubes that it leaves free, by resource", 5, 5),
    Group("required cards: missing, open cubes, other open spaces, missing after the round, cubes out of reach", 5, 3),
    Group("the scenario", len(SCENARIOS), 1),
)
COUNT = sum(group.size for group in GROUPS)
SCALES = [1.0 / group.scale for group in GROUPS for _ in range(group.size)]
"""Factor of each input."""
MAX_UNTOUCHED_SITES = 8
"""Sites from this place on count only if something lies on them."""
MAX_CARRIED_SITES = 16
"""Sites that the round without new cards serves."""
FEATURE_SET = 1
"""The number of this set of inputs. Weights of another set do not fit."""
