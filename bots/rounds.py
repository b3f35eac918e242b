"""Rounds of the standard game, played on by the planner's own rules, on numbers only."""

from collections.abc import Sequence

from bots.beam import plan
from bots.fields import FIELD, WIDTH
from bots.forecast import MANY, forecast
from bots.jobs import Plan
from bots.means import at_planning
from bots.outlook import Outlook
from bots.position import Position
from bots.weights import TABLE
from game.state import PICKS, ROUNDS

Hands = list[list[int]]
KEPT = 6
"""Plans kept while cards are added."""


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


def draft(hands: Hands, drafted: Hands, outlooks: list[Outlook], left: bool) -> None:
    """Plays the draft to its end; hands and drafted cards are changed. `left`: hands pass to the next seat."""
    for _ in range(PICKS - len(drafted[0])):
        for seat, hand in enumerate(hands):
            drafted[seat].append(pick(hand, outlooks[seat]))
        pass_on(hands, left)


def pass_on(hands: Hands, left: bool) -> None:
    """Each hand goes to the next seat, or to the previous one."""
    if left:
        hands.insert(0, hands.pop())
    else:
        hands.append(hands.pop(0))


def finished(outlook: Outlook, drafted: list[int]) -> Plan:
    """The best plan for the round, planning included."""
    return plan(outlook, tuple(drafted), at_planning(outlook), KEPT)


def value(found: Plan, left: int) -> float:
    """Points at the end of the game of a seat that follows the plan."""
    return forecast(found.value, found.after, left, MANY)


def play_on(positions: list[Position], round_: int, last: int, deck: list[int]) -> list[float]:
    """By seat, points at the end of the game, told after the round `last`; `round_` is dealt next."""
    values: list[float] = []
    count = len(positions)
    size = 10 if count == 2 else PICKS
    for number in range(round_, last + 1):
        left = ROUNDS - number
        views = outlooks(positions, left)
        hands = [deck[size * seat : size * (seat + 1)] for seat in range(count)]
        deck = deck[size * count :]
        drafted: Hands = [[] for _ in range(count)]
        draft(hands, drafted, views, left=number % 2 == 1)
        found = [finished(view, cards) for view, cards in zip(views, drafted, strict=True)]
        positions = [each.after for each in found]
        values = [value(each, left) for each in found]
    return values


def margin(values: list[float], seat: int) -> float:
    """By how much a seat is ahead of the mean of the others."""
    return values[seat] - (sum(values) - values[seat]) / (len(values) - 1)
