"""From a plan to the next intention."""

from collections.abc import Sequence

from bots.numbers.designs import OF_CARD, PIECES
from bots.numbers.fields import FIELD, WIDTH
from bots.planner.jobs import Plan
from bots.planner.survey import Table
from game import Intention
from game import intentions as i
from game.cards import EMPIRE, KINDS

Open = tuple[str, int]
"""A card and the fields of its open spaces."""


def act(table: Table, plan: Plan) -> Intention:
    """The next intention of the plan: slate, recycle what serves best, place cubes, then krystallium and characters."""
    cards, sites = table.cards, table.outlook.position.sites
    for number in plan.now + plan.later:
        if number >= len(sites):
            return i.Slate(table.own, cards[number - len(sites)])
    names = [site.card for site in table.seat.construction]
    now = [(names[number], sites[number][1]) for number in plan.now]
    later = [(names[number], sites[number][1]) for number in plan.later]
    if cards:
        places = {card: _place(PIECES[OF_CARD[card]].cube, now, later) for card in cards}
        card = max(cards, key=lambda each: places[each][0])
        return i.Recycle(table.own, card, places[card][1])
    if table.seat.cubes:
        return i.Place(table.own, KINDS[table.step], _place(table.step, now, later)[1])
    return _item(table, now, later) or i.Ready(table.own)


def _place(r: int, now: Sequence[Open], later: Sequence[Open]) -> tuple[int, str]:
    """How well a cube of resource r serves (0..3), and where it serves best."""
    for card, needs in now:
        if needs == 1 << WIDTH * r:
            return 3, card
    for rank, jobs in ((2, now), (1, later)):
        for card, needs in jobs:
            if needs >> WIDTH * r & FIELD:
                return rank, card
    return 0, EMPIRE


def _item(table: Table, now: Sequence[Open], later: Sequence[Open]) -> Intention | None:
    """A character for a card of this round, or krystallium on a space for which no cube is going to come."""
    seat, own = table.seat, table.own
    last = table.outlook.left == 0
    for card, needs in [*now, *(later if last else ())]:
        if needs >> WIDTH * 6 & FIELD and seat.generals:
            return i.Place(own, "general", card)
        if needs >> WIDTH * 7 & FIELD and seat.financiers:
            return i.Place(own, "financier", card)
    for card, needs in now if seat.krystallium else ():
        for kind in (5, *range(table.step + 1)):
            if needs >> WIDTH * kind & FIELD:
                return i.Place(own, KINDS[5], card, KINDS[kind])
    return None
