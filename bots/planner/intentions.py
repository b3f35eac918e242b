"""From a plan of the strategy `planner` to the next intention."""

from collections.abc import Sequence

from bots.numbers.designs import DESIGN_NUMBERS, DESIGN_OF_CARD
from bots.numbers.fields import FIELD_BITS, amount
from bots.numbers.indices import FINANCIER_KIND, GENERAL_KIND, KRYSTALLIUM_KIND
from bots.numbers.situation import Situation
from bots.planner.jobs import Plan
from bots.planner.outlook import Outlook
from game import Intention
from game.cards import EMPIRE, KINDS, KRYSTALLIUM
from game.construction import Place
from game.planning import Recycle, Slate
from game.production import Ready

CardNeeds = tuple[str, int]
"""A card and its open spaces as fields."""


def next_intention(situation: Situation, outlook: Outlook, plan: Plan) -> Intention:
    """Slate, then recycle the card whose cube is of most use, then place cubes, characters and krystallium."""
    own, cards, sites = situation.own, situation.cards, outlook.position.sites
    for number in plan.now + plan.later:
        if number >= len(sites):
            return Slate(own, cards[number - len(sites)])
    names = [site.card for site in situation.seat.construction]
    now = [(names[number], sites[number][1]) for number in plan.now]
    later = [(names[number], sites[number][1]) for number in plan.later]
    if cards:
        places = {
            card: _place_for(DESIGN_NUMBERS[DESIGN_OF_CARD[card]].recycled_resource, now, later) for card in cards
        }
        card = max(cards, key=lambda each: places[each][0])
        return Recycle(own, card, places[card][1])
    if situation.seat.cubes:
        return Place(own, KINDS[situation.step], _place_for(situation.step, now, later)[1])
    last_round = situation.rounds_left == 0
    return _place_item(situation, now, later if last_round else []) or Ready(own)


def _place_for(resource: int, now: Sequence[CardNeeds], later: Sequence[CardNeeds]) -> tuple[int, str]:
    """(0..3: how useful a cube of the resource is, the place where it is most useful)."""
    for card, needs in now:
        if needs == 1 << FIELD_BITS * resource:
            return 3, card
    for usefulness, jobs in ((2, now), (1, later)):
        for card, needs in jobs:
            if amount(needs, resource):
                return usefulness, card
    return 0, EMPIRE


def _place_item(situation: Situation, now: Sequence[CardNeeds], later: Sequence[CardNeeds]) -> Intention | None:
    """A character on any of the cards; krystallium on a card of this round, for a cube that no later step brings."""
    seat, own = situation.seat, situation.own
    for card, needs in (*now, *later):
        if amount(needs, GENERAL_KIND) and seat.generals:
            return Place(own, "general", card)
        if amount(needs, FINANCIER_KIND) and seat.financiers:
            return Place(own, "financier", card)
    for card, needs in now if seat.krystallium else ():
        for kind in (KRYSTALLIUM_KIND, *range(situation.step + 1)):
            if amount(needs, kind):
                return Place(own, KRYSTALLIUM, card, KINDS[kind])
    return None
