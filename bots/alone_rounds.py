"""A solo game played on by the planner's own rules, on numbers only."""

from bots.beam import plan
from bots.designs import PIECES
from bots.fields import FIELD
from bots.forecast import ALONE, forecast
from bots.jobs import Plan
from bots.means import at_planning
from bots.outlook import Outlook
from bots.position import Position, constructed
from bots.redraw import Luck, redrawn
from bots.weights import SOLO
from game.rulings import CURRENT, RULESETS
from game.state import ROUNDS

LEAST = (RULESETS[CURRENT].solo_supremacy,) * 5
"""What must be produced of each resource for the character of its step (R64)."""
WIDTH = 8
"""Plans kept while cards are added."""


def play_on(position: Position, round_: int, sequence: int, hand: list[int], luck: Luck, last: int) -> float:
    """Points at the end of the game, told after the round `last`. `hand`: the pool of the sequence."""
    value = 0.0
    for number in range(round_, last + 1):
        left = ROUNDS - number
        if number > round_:
            sequence, hand = 1, luck.pools.pop()
        if sequence == 1:
            outlook = Outlook(position, SOLO[left], left, LEAST)
            hand = redrawn(hand, luck, outlook)
            found = plan(outlook, tuple(hand), at_planning(outlook, SOLO[left].soft), WIDTH)
            position = hand_planned(position, hand, found, luck)
            hand = luck.pools.pop()
        outlook = Outlook(position, SOLO[left], left, LEAST)
        hand = redrawn(hand, luck, outlook)
        found = plan(outlook, tuple(hand), at_planning(outlook), WIDTH)
        taken = {number - len(position.sites) for number in found.now + found.later}
        luck.discard += [design for at, design in enumerate(hand) if at not in taken]
        position = found.after
        value = found.value
    return forecast(value, position, ROUNDS - last, ALONE)


def hand_planned(position: Position, hand: list[int], found: Plan, luck: Luck) -> Position:
    """The position once the hand is slated and recycled as planned, the cubes from it placed where the plan wants."""
    count = len(position.sites)
    order = found.now + found.later
    slated = [number for number in range(count, count + len(hand)) if number in order]
    place = {number: at for at, number in enumerate([*range(count), *slated])}
    jobs = [*position.sites, *[(hand[number - count], PIECES[hand[number - count]].needs) for number in slated]]
    waste = position.empire_cubes
    for at, design in enumerate(hand):
        if at + count in place:
            continue
        luck.discard.append(design)
        cube = PIECES[design].recycling
        to = next((place[number] for number in order if jobs[place[number]][1] & cube * FIELD), None)
        if to is None:
            waste += 1
            continue
        jobs[to] = (jobs[to][0], jobs[to][1] - cube)
        if not jobs[to][1]:
            position = constructed(position, jobs[to][0])
            position = position._replace(items=position.items + PIECES[jobs[to][0]].bonus)
    return position._replace(
        sites=tuple([one for one in jobs if one[1]]),
        empire_cubes=waste % 5,
        items=position.items + (waste // 5 << 35),
    )
