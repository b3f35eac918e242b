"""Random positions and orders, as no game shows them."""

from random import Random
from typing import NamedTuple

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import FIELD_BITS, amount, pack_items
from bots.numbers.position import Position, SiteNumbers, construct, position_of
from bots.search.simulation import JobOrder
from game.cards import EMPIRE_IDS
from game.model import Seat

REQUIRED = (3, 10, 20)
"""Designs that a made-up scenario requires."""
LEAST = (5, 3, 4, 2, 6)
"""By resource, the least that a made-up seat must produce to take its character."""


class Round(NamedTuple):
    """A position with a hand and an order of jobs."""

    position: Position
    hand: tuple[int, ...]
    order: JobOrder


def random_round(rng: Random) -> Round:
    """Up to 13 constructed cards, 14 sites, 5 cards in hand; some jobs are left out of the order."""
    position = position_of(Seat(empire=rng.choice(EMPIRE_IDS)), "B")._replace(required=REQUIRED)
    for _ in range(rng.randrange(14)):
        position = construct(position, rng.randrange(len(DESIGN_NUMBERS)))
    designs = [*position.required, *[rng.randrange(len(DESIGN_NUMBERS)) for _ in range(rng.randrange(12))]]
    items = pack_items(rng.randrange(5), rng.randrange(6), rng.randrange(6))
    position = position._replace(
        items=items, empire_cubes=rng.randrange(5), sites=tuple([_begun(rng, design) for design in designs])
    )
    hand = tuple([rng.randrange(len(DESIGN_NUMBERS)) for _ in range(rng.randrange(6))])
    jobs = len(designs) + len(hand)
    return Round(position, hand, tuple(rng.sample(range(jobs), rng.randrange(jobs + 1))))


def _begun(rng: Random, design: int) -> SiteNumbers:
    """A site of the design, on which some spaces are filled, never all."""
    needs = DESIGN_NUMBERS[design].needs
    for kind in range(8):
        needs -= rng.randrange(amount(needs, kind) + 1) << FIELD_BITS * kind if rng.random() < 0.4 else 0
    return design, needs or DESIGN_NUMBERS[design].needs
