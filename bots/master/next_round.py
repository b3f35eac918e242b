"""A round further: what tables at the end of a round come to at the end of the next one, with imagined hands."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bots.master.drafts import Draft, Drafter, play_on
from bots.master.nets import Nets
from bots.master.orders import find_orders, stack_orders
from bots.master.problems import Numbers, Setting, carried_out, make_problems, position_after
from bots.master.seats import rivals_of
from bots.numbers.position import Position
from bots.search.standard_rounds import least_production
from game.draft import direction

ORDER_STEPS = 2
"""Steps of the search for the orders with which the seats come into the draft."""
NOBODY = -1
"""No seat has picked before the others."""


class Table(NamedTuple):
    """A table at the end of a round. `positions`: by seat; `hands`: designs that each seat is dealt next."""

    positions: Sequence[Position]
    hands: Sequence[Sequence[int]]


def play_next_rounds(nets: Nets, number: int, tables: Sequence[Table]) -> Numbers:
    """(table, seat): the points at the end of the game that round `number`, 2..4, leads to. All pick by the nets."""
    positions = [position for table in tables for position in table.positions]
    rivals = np.array([rivals_of(table.positions, seat) for table in tables for seat in range(len(table.positions))])
    least = [least_production(table.positions, seat) for table in tables for seat in range(len(table.positions))]
    setting = Setting(nets, 2 * number - 1, np.array(least), rivals=rivals)
    starts = [tuple(range(len(each.sites))) for each in positions]
    found = find_orders(setting, make_problems([(each, ()) for each in positions]), starts, ORDER_STEPS)
    hands = [[*hand] for table in tables for hand in table.hands]
    drafters = [Drafter(at, each, hands[at], (), found[at].order) for at, each in enumerate(positions)]
    seats = len(tables[0].positions)
    drafts = [drafters[first : first + seats] for first in range(0, len(drafters), seats)]
    play_on(setting, drafts, NOBODY, direction(number) == "left")
    return np.array([each.value for each in drafters]).reshape(-1, seats)


def ends_of_drafts(setting: Setting, drafts: Sequence[Draft]) -> list[list[Position]]:
    """By draft and seat, the position at the end of the round. `setting`: of the seats, as for `play_on`."""
    everyone = [drafter for draft in drafts for drafter in draft]
    problems = make_problems([(each.position, each.drafted) for each in everyone])
    own = setting.of([each.seat for each in everyone])
    rows = carried_out(own, problems, np.arange(len(everyone)), stack_orders([each.order for each in everyone]))
    ends = [position_after(own, rows, row) for row in range(len(everyone))]
    seats = len(drafts[0])
    return [ends[first : first + seats] for first in range(0, len(ends), seats)]
