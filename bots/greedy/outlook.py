"""What the strategy `greedy` plans a round with."""

from typing import NamedTuple

from bots.greedy.card_value import Empire, empire_of
from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.situation import Situation
from bots.strategy import View
from game.production import production

URGENT_ROUNDS_LEFT = 1
"""With at most this many rounds left, the cards that a scenario requires come before all others."""
LEFTOVER_SHARE = 0.25
"""Share of its price that a cube is worth if no card takes it."""
KRYSTALLIUM_PER_CARD, CARDS_PER_LEFTOVER = 0.13, 60
"""Krystallium that a card still to come replaces; such cards that would raise the leftover share by 1."""


class RoundOutlook(NamedTuple):
    """The empire, and what the round has for it.

    `owned`: generals and financiers; `rounds_left`: after this one; `step`: 0..4, -1 before production. `production`:
    cubes by resource in a whole round. `supply`: amounts of each of KINDS for the rest of this round. `leftover`: share
    of its price that a cube is worth if no card takes it. `required`: cards that a scenario requires.
    """

    empire: Empire
    owned: tuple[int, int]
    rounds_left: int
    step: int
    production: tuple[int, ...]
    supply: tuple[float, ...]
    leftover: float
    required: frozenset[str]

    @property
    def urgent(self) -> frozenset[str]:
        """Required cards that get cubes and items first, even if these do not complete them in this round."""
        return self.required if self.rounds_left <= URGENT_ROUNDS_LEFT else frozenset()


def round_outlook(view: View, situation: Situation) -> RoundOutlook:
    """The outlook of the view's seat."""
    seat, step = situation.seat, situation.step
    produced = production(seat, view["side"])
    under_construction = tuple(sorted([site.card for site in seat.construction]))
    cubes = [float(amount if r > step else 0) for r, amount in enumerate(produced)]
    if step >= 0:
        cubes[step] = seat.cubes
    krystallium, leftover = float(seat.krystallium), LEFTOVER_SHARE
    if expected := situation.cards_to_come:
        # Cards still to come can be recycled for a missing cube, or can use a cube that is left over.
        krystallium += KRYSTALLIUM_PER_CARD * expected
        leftover += expected / CARDS_PER_LEFTOVER
    return RoundOutlook(
        empire=empire_of(seat.empire or "", view["side"], seat.constructed, under_construction, produced),
        owned=(seat.generals, seat.financiers),
        rounds_left=situation.rounds_left,
        step=step,
        production=produced,
        supply=(*cubes, krystallium, seat.generals, seat.financiers),
        leftover=leftover,
        required=_required_cards(situation),
    )


def _required_cards(situation: Situation) -> frozenset[str]:
    """The cards that complete a required design: those under construction, or any copy if there are none."""
    if not situation.required:
        return frozenset()
    begun = {site.card for site in situation.seat.construction}
    begun_designs = {DESIGN_OF_CARD[card] for card in begun}
    return frozenset(
        card
        for card, design in DESIGN_OF_CARD.items()
        if design in situation.required and (card in begun or design not in begun_designs)
    )
