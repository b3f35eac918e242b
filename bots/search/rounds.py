"""Rounds of the standard game, played on by rules like the planner's, on numbers only."""

from collections.abc import Sequence

from bots.numbers.fields import FIELD, WIDTH
from bots.numbers.position import Position
from bots.planner.beam import plans
from bots.planner.means import at_planning
from bots.planner.outlook import Outlook
from bots.planner.settle import worth
from bots.planner.weights import TABLE
from bots.search.carry_out import Round, carried_out
from game.model import PICKS

Hands = list[list[int]]
KEPT, CARRIED = 6, 3
"""Plans kept while cards are added, and those of them that are carried out."""
LIKED, KEPT_FOR_ONE, SETTLED_FOR_ONE = 3, 4, 2
"""Cards that are planned with for a pick; plans kept with each, and those of them that are followed to their end."""


def least(positions: Sequence[Position], seat: int) -> tuple[int, ...]:
    """What the seat must produce of each resource to have the most, if the others' production stays (R34)."""
    others = [position.production for index, position in enumerate(positions) if index != seat]
    return tuple([1 + max([production >> WIDTH * r & FIELD for production in others]) for r in range(5)])


def outlooks(positions: Sequence[Position], left: int) -> list[Outlook]:
    """Each seat's outlook with so many rounds left after this one."""
    return [Outlook(each, TABLE[left], left, least(positions, seat)) for seat, each in enumerate(positions)]


def pick(hand: list[int], outlook: Outlook) -> int:
    """The card worth most, which leaves the hand."""
    return hand.pop(max(range(len(hand)), key=[outlook.keeping(design) for design in hand].__getitem__))


def pick_planned(hand: list[int], drafted: list[int], outlook: Outlook) -> int:
    """The card that makes most of those drafted, which leaves the hand."""
    liked = sorted(range(len(hand)), key=lambda at: -outlook.keeping(hand[at]))[:LIKED]
    if len(liked) == 1:
        return hand.pop()
    means = at_planning(outlook, outlook.w.soft * (PICKS - 1 - len(drafted)) // 3)
    values = []
    for at in liked:
        cards = (*drafted, hand[at])
        value = outlook.planned.get(cards)
        if value is None:
            value = outlook.planned[cards] = plans(outlook, cards, means, KEPT_FOR_ONE, SETTLED_FOR_ONE)[0].value
        values.append(value)
    return hand.pop(liked[max(range(len(liked)), key=values.__getitem__)])


def draft(hands: Hands, drafted: Hands, outlooks: list[Outlook], left: bool, planning: int | None = None) -> None:
    """Plays the draft to its end; hands and drafted cards are changed.

    `left`: hands pass to the next seat; `planning`: the seat that picks by plan, as only few can have the time.
    """
    for _ in range(PICKS - len(drafted[0])):
        for seat, hand in enumerate(hands):
            if seat == planning:
                drafted[seat].append(pick_planned(hand, drafted[seat], outlooks[seat]))
            else:
                drafted[seat].append(pick(hand, outlooks[seat]))
        pass_on(hands, left)


def pass_on(hands: Hands, left: bool) -> None:
    """Each hand goes to the next seat, or to the previous one."""
    if left:
        hands.insert(0, hands.pop())
    else:
        hands.append(hands.pop(0))


def ended(outlook: Outlook, hand: list[int], kept: int = KEPT) -> tuple[float, Position, tuple[int, ...]]:
    """What the round is worth when the best plan for these cards is carried out, where it leads, and the order."""
    now = Round(outlook.position, hand, -1, 0, outlook.least)
    orders = [plan.now + plan.later for plan in plans(outlook, tuple(hand), at_planning(outlook), kept, CARRIED)]
    ends = [carried_out(now, order) for order in orders]
    values = [worth(end, outlook) for end in ends]
    best = max(range(len(orders)), key=values.__getitem__)
    return values[best], ends[best], orders[best]


def next_round(own: int, outlooks: list[Outlook], deck: list[int]) -> float:
    """What the round dealt from the deck is worth to a seat, in points at the end of the game."""
    count = len(outlooks)
    size = 10 if count == 2 else PICKS
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(count)]
    drafted: Hands = [[] for _ in range(count)]
    draft(hands, drafted, outlooks, left=outlooks[own].left % 2 == 1)
    return ended(outlooks[own], drafted[own])[0]
