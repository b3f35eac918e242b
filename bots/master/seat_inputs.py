"""The inputs of the nets for games with several seats: those of solo games without a scenario, and what others show."""

from bots.master.inputs import GROUPS as SOLO_GROUPS
from bots.master.inputs import Group
from game.model import PICKS

OWN = (
    *SOLO_GROUPS[:-2],
    Group("whether production is more than that of each other seat, by resource", 5, 1),
)
"""What depends on the own position."""
RIVALS = (
    Group("the most that another seat produces, by resource", 5, 5),
    Group("the best score of another seat", 1, 50),
    Group("the most generals and financiers of another seat", 2, 5),
    Group("the most points for each general and financier of another seat", 2, 3),
    Group("picks to come in the round: one input for each number above 0", PICKS - 1, 1),
    Group("other seats beyond the first", 1, 2),
)
"""What is the same for all options of a decision."""
SCORE_AT, CHARACTERS_AT, POINTS_AT, PICKS_AT, OTHER_SEATS_AT = 5, 6, 8, 10, 16
"""Places among the inputs of RIVALS; production is first."""
OWN_COUNT = sum(group.size for group in OWN)
RIVAL_COUNT = sum(group.size for group in RIVALS)
COUNT = OWN_COUNT + RIVAL_COUNT
SCALES = [1.0 / group.scale for group in (*OWN, *RIVALS) for _ in range(group.size)]
"""Factor of each input."""
FEATURE_SET = 1001
"""The number of this set of inputs. Weights of another set do not fit."""
