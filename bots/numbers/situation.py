"""What a view tells the seat that decides, read once for all strategies that plan."""

from typing import NamedTuple

from bots.numbers.designs import DESIGN_INDEX
from bots.numbers.indices import KIND_INDEX
from bots.strategy import View
from game.model import PICKS, ROUNDS, Seat
from game.solo import POOL_CARDS, REDRAW_CARDS
from game.views.determinization import partial_state


class Situation(NamedTuple):
    """The seat that decides, and the moment of the game.

    `own`: the seat's index; `rounds_left`: 0..3, after this one; `step`: 0..4, -1 before production; `sequence`: 1 or
    2, none with other players. `can_redraw`: whether the rules allow a redraw (R62). `required`: designs that the
    scenario requires and that are not constructed.
    """

    own: int
    seat: Seat
    phase: str
    round: int
    rounds_left: int
    step: int
    sequence: int | None
    can_redraw: bool
    required: tuple[int, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards to slate or to recycle in planning: those drafted, in solo games the hand."""
        return self.seat.drafted or self.seat.hand

    @property
    def idle(self) -> bool:
        """Whether the seat has nothing to plan, place or choose."""
        seat = self.seat
        items = seat.cubes or seat.krystallium or seat.generals or seat.financiers
        return not (seat.drafted or seat.hand or seat.candidates or seat.choosing or items)

    @property
    def cards_to_come(self) -> int:
        """How many cards not yet seen the seat still gets in this round: picks after this one, or the second pool."""
        if self.phase == "draft":
            return PICKS - 1 - len(self.seat.drafted)
        return POOL_CARDS if self.sequence == 1 else 0


def read_situation(view: View) -> Situation:
    """The situation of the view's seat."""
    own = view["seat"]
    seat = partial_state(view).seats[own]
    # The two cards that a redraw gives up count as well: they go to the discard pile first.
    enough_cards = view["deck_size"] + len(view["discard"]) + 2 >= REDRAW_CARDS
    return Situation(
        own=own,
        seat=seat,
        phase=view["phase"],
        round=view["round"],
        rounds_left=ROUNDS - view["round"],
        step=KIND_INDEX[view["step"]] if view["step"] else -1,
        sequence=view["sequence"],
        can_redraw=view["sequence"] is not None and not seat.drafted and len(seat.hand) > 1 and enough_cards,
        required=tuple(
            [DESIGN_INDEX[each["design"]] for each in view["required"] or () if each["state"] != "constructed"]
        ),
    )
