"""A solo game played on by rules like the planner's, on numbers only."""

from bots.numbers.position import Position
from bots.planner.beam import plan
from bots.planner.means import at_planning
from bots.planner.outlook import Outlook
from bots.planner.redraw import Luck, redrawn
from bots.planner.survey import LEAST_ALONE
from bots.planner.weights import SOLO
from bots.search.carry_out import PLANNED, Order, Round, carried_out
from bots.search.forecast import forecast
from bots.search.rounds import ended
from game.model import ROUNDS

KEPT = 8
"""Plans kept while cards are added."""


def play_on(position: Position, round_: int, sequence: int, hand: list[int], luck: Luck, last: int) -> float:
    """Points at the end of the game, told after the round `last`. `hand`: the pool of the sequence."""
    value = 0.0
    for number in range(round_, last + 1):
        left = ROUNDS - number
        if number > round_:
            sequence, hand = 1, luck.pools.pop()
        if sequence == 1:
            outlook = Outlook(position, SOLO[left], left, LEAST_ALONE)
            hand = redrawn(hand, luck, outlook)
            found = plan(outlook, tuple(hand), at_planning(outlook, SOLO[left].soft), KEPT)
            position = hand_planned(position, hand, found.now + found.later, luck)
            hand = luck.pools.pop()
        outlook = Outlook(position, SOLO[left], left, LEAST_ALONE)
        hand = redrawn(hand, luck, outlook)
        value, after, order = ended(outlook, hand, KEPT)
        luck.discard += given_up(position, hand, order)
        position = after
    return forecast(value, position, ROUNDS - last)


def hand_planned(position: Position, hand: list[int], order: Order, luck: Luck) -> Position:
    """The position once the hand is slated and recycled as the order wants."""
    luck.discard += given_up(position, hand, order)
    return carried_out(Round(position, hand, -1, 0, LEAST_ALONE), order, PLANNED)


def given_up(position: Position, hand: list[int], order: Order) -> list[int]:
    """The cards of the hand that are recycled."""
    return [design for job, design in enumerate(hand, len(position.sites)) if job not in order]
