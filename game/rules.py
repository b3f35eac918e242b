"""decide: (state, intention) -> events, or Refused. The one place that decides what may happen."""

from collections.abc import Callable
from typing import Any

from game.auto_ready import declared_ready, set_auto_ready
from game.construction import discard, place
from game.draft import draft
from game.events import Event
from game.intentions import AutoReady, Choose, Discard, Draft, Intention, Keep, Place, Ready, Recycle, Redraw, Slate
from game.message import Message
from game.model import Seat, State
from game.planning import recycle, slate
from game.production import choose, ready
from game.refused import Refused
from game.solo import keep, redraw
from game.table import must_go_on

BUILDING = ("planning", "production")

_RULES: dict[type[Intention], tuple[tuple[str, ...], Callable[[State, int, Seat, Any], list[Event]]]] = {
    Draft: (("draft",), draft),
    Slate: (("planning",), slate),
    Recycle: (("planning",), recycle),
    Place: (BUILDING, place),
    Discard: (BUILDING, discard),
    Choose: (("production",), choose),
    Redraw: (("planning",), redraw),
    Keep: (("planning",), keep),
    Ready: (BUILDING, ready),
}
"""Class of intention to the phases in which it is possible, and the rule that answers it."""


def decide(state: State, intention: Intention) -> list[Event]:
    """All that happens when a seat asks for this: its own event first, then what the rules do by themselves.

    Deterministic; `state` does not change. Raises Refused: `not_playing`, `unknown_seat`, `paused`,
    `wrong_phase`, `already_ready`, `must_choose`, `must_keep`, or a code of the rule that answers.
    """
    index = intention.seat
    if state.status != "playing":
        raise Refused("not_playing", Message("the game is {status}", status=Message(state.status)))
    if not 0 <= index < len(state.seats):
        raise Refused("unknown_seat", Message("there is no seat {seat}", seat=index))
    must_go_on(state)
    if isinstance(intention, AutoReady):
        return set_auto_ready(state, intention)
    phases, rule = _RULES[type(intention)]
    seat = state.seats[index]
    if state.phase not in phases:
        raise Refused("wrong_phase", Message("not possible in the {phase} phase", phase=Message(str(state.phase))))
    if seat.ready:
        raise Refused("already_ready", "you have declared yourself ready")
    if seat.choosing and not isinstance(intention, Choose):
        raise Refused("must_choose", "choose a general or a financier first")
    if seat.candidates and not isinstance(intention, Keep):
        raise Refused("must_keep", "keep one of the cards you drew first")
    events = rule(state, index, seat, intention)
    return declared_ready(state, events, index) if any(s.auto_ready for s in state.seats) else events
