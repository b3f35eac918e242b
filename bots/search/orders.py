"""Orders of work, tried out by carrying them out: from those of the plans on, whatever is worth more is kept."""

from random import Random
from typing import NamedTuple

from bots.numbers.designs import OF_CARD, PIECES
from bots.numbers.fields import FIELD, WIDTH, total
from bots.numbers.position import Position
from bots.planner.settle import worth
from bots.planner.survey import Table, planned
from bots.search.carry_out import Order, Round, carried_out, completable, served
from game import Intention
from game import intentions as i
from game.cards import EMPIRE, KINDS

TRIED = 150
"""Orders that are carried out."""
CARD = 0.01
"""Points for a constructed card: a tie goes to who has more of them (R83)."""


class Work(NamedTuple):
    """An order of work: its next intention, what the round is worth, in points at the end of the game, and its end."""

    intention: Intention
    value: float
    after: Position
    order: Order


def here(table: Table) -> Round:
    """What is left of the round."""
    hand = [OF_CARD[card] for card in table.cards]
    return Round(table.outlook.position, hand, table.step, table.seat.cubes, table.outlook.least)


def works(table: Table, rng: Random, count: int) -> list[Work]:
    """The best order found for each of up to `count` next intentions, the best first."""
    now = here(table)
    found: dict[Order, tuple[float, Position]] = {}

    def value(order: Order) -> float:
        if order not in found:
            after = carried_out(now, order)
            found[order] = worth(after, table.outlook) + CARD * total(after.counts), after
        return found[order][0]

    jobs = len(now.position.sites) + len(now.hand)
    best: Order | None = max([plan.now + plan.later for plan in planned(table, table.cards)], key=value)
    while best is not None:
        # The first that is better is followed; when there is none, the best is found.
        best = next(
            (each for each in _around(best, jobs, rng) if len(found) < TRIED and value(each) > value(best)), None
        )
    chosen: dict[Intention, Work] = {}
    for order in sorted(found, key=lambda each: (-found[each][0], each)):
        intention = next_intention(table, now, order)
        chosen.setdefault(intention, Work(intention, *found[order], order))
        if len(chosen) == count:
            break
    return list(chosen.values())


def _around(order: Order, jobs: int, rng: Random) -> list[Order]:
    """The orders in which one job is left out, put in, or moved; in no order of their own."""
    found: dict[Order, None] = {}
    for job in range(jobs):
        rest = tuple([each for each in order if each != job])
        found |= dict.fromkeys([rest, *[(*rest[:at], job, *rest[at:]) for at in range(len(rest) + 1)]])
    found.pop(order, None)
    return rng.sample(list(found), len(found))


def next_intention(table: Table, now: Round, order: Order) -> Intention:
    """Slate what the order wants, recycle the rest, place cubes, then what completes a job; ready when all is done."""
    own, cards, count = table.own, table.cards, len(now.position.sites)
    if slated := [job for job in order if job >= count]:
        return i.Slate(own, cards[min(slated) - count])
    needs, names = now.needs(), [*[site.card for site in table.seat.construction], EMPIRE]
    if cards:
        to = served(PIECES[now.hand[0]].cube, order, needs)
        return i.Recycle(own, cards[0], names[-1 if to is None else to])
    if now.cubes:
        to = served(now.step, order, needs)
        return i.Place(own, KINDS[now.step], names[-1 if to is None else to])
    job = completable(order, needs, now.position.items, now.step)
    if job is None:
        return i.Ready(own)
    kind = max(kind for kind in range(len(KINDS)) if needs[job] >> WIDTH * kind & FIELD)
    if kind > KINDS.index("krystallium"):
        return i.Place(own, KINDS[kind], names[job])
    return i.Place(own, "krystallium", names[job], KINDS[kind])
