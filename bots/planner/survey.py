"""A view in numbers."""

from typing import NamedTuple

from bots.numbers.designs import AT, INDEX, OF_CARD
from bots.numbers.fields import WIDTH
from bots.numbers.position import position
from bots.planner.beam import plans
from bots.planner.jobs import Plan
from bots.planner.means import at_step
from bots.planner.outlook import Outlook
from bots.planner.weights import SOLO, TABLE
from bots.strategy import View
from game.cards import RESOURCES
from game.determinization import known
from game.model import PICKS, ROUNDS, Seat
from game.rulesets import CURRENT_RULESET as CURRENT
from game.rulesets import RULESETS
from game.solo import REDRAW_CARDS as SEEN

LEAST_ALONE = (RULESETS[CURRENT].solo_supremacy,) * 5
"""What must be produced of each resource for the character of its step when nobody else plays (R64)."""
KEPT = 24
"""Plans kept while cards are added."""


class Table(NamedTuple):
    """What a seat sees. `own`: its index; `step`: -1 before production; `redraws`: whether there are cards for one."""

    own: int
    seat: Seat
    round: int
    step: int
    sequence: int | None
    outlook: Outlook
    redraws: bool

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards to slate or to recycle."""
        return (*self.seat.drafted, *self.seat.hand) if self.step < 0 else ()

    @property
    def idle(self) -> bool:
        """Whether there is nothing to plan, place or choose."""
        seat = self.seat
        items = seat.cubes or seat.krystallium or seat.generals or seat.financiers
        return not (seat.drafted or seat.hand or seat.candidates or seat.choosing or items)


def survey(view: View) -> Table:
    """The view in numbers."""
    own = view["seat"]
    seat = known(view).seats[own]
    at = position(seat, view["side"])._replace(required=_required(view))
    left = ROUNDS - view["round"]
    alone = len(view["seats"]) == 1
    outlook = Outlook(at, (SOLO if alone else TABLE)[left], left, LEAST_ALONE if alone else _least(view))
    step = AT[view["step"]] if view["step"] else -1
    redraws = len(seat.hand) > 1 and view["deck_size"] + len(view["discard"]) + 2 >= SEEN
    return Table(own, seat, view["round"], step, view["sequence"], outlook, redraws)


def _required(view: View) -> tuple[int, ...]:
    """The scenario's designs not yet constructed."""
    return tuple([INDEX[each["design"]] for each in view["required"] or () if each["state"] != "constructed"])


def _least(view: View) -> tuple[int, ...]:
    """What the seat must produce of each resource to have the most (R34)."""
    others = [seat["production"] for seat in view["seats"] if seat["seat"] != view["seat"]]
    return tuple([1 + max(other[r] for other in others) for r in RESOURCES])


def planned(table: Table, cards: tuple[str, ...]) -> list[Plan]:
    """The best plans with these cards, the best first."""
    cubes = table.seat.cubes << WIDTH * table.step if table.step >= 0 else 0
    means = at_step(table.outlook, table.step, cubes, _soft(table))
    return plans(table.outlook, tuple([OF_CARD[card] for card in cards]), means, KEPT)


def _soft(table: Table) -> int:
    """Wild cubes to expect of cards not yet seen."""
    soft, seat = table.outlook.w.soft, table.seat
    if table.sequence is None:
        return soft * (PICKS - 1 - len(seat.drafted)) // 3 if seat.hand else 0
    return soft if table.sequence == 1 and seat.hand else 0
