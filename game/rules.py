"""decide: (state, intention) -> events, or Refused. The one place that decides what may happen."""

from game.auto_ready import declared_ready
from game.declared import INTENTION_TYPES, Event, Intention
from game.message import Message
from game.model import State
from game.production import Choose
from game.refused import Refused
from game.solo import Keep
from game.table import must_go_on


def decide(state: State, intention: Intention) -> list[Event]:
    """All that happens when a seat asks for this: its own event first, then what the rules do by themselves.

    Deterministic; `state` does not change. Raises Refused: `not_playing`, `unknown_seat`, `paused`,
    `wrong_phase`, `already_ready`, `must_choose`, `must_keep`, or a code of the intention's own rule.
    """
    index = intention.seat
    if state.status != "playing":
        raise Refused("not_playing", Message("the game is {status}", status=Message(state.status)))
    if not 0 <= index < len(state.seats):
        raise Refused("unknown_seat", Message("there is no seat {seat}", seat=index))
    if state.pause:
        must_go_on(state)
    seat, declared = state.seats[index], INTENTION_TYPES[type(intention)]
    if declared.is_setting:
        return intention.decide(state, seat)
    if state.phase not in declared.phases:
        raise Refused("wrong_phase", Message("not possible in the {phase} phase", phase=Message(str(state.phase))))
    if seat.ready:
        raise Refused("already_ready", "you have declared yourself ready")
    if seat.choosing and not isinstance(intention, Choose):
        raise Refused("must_choose", "choose a general or a financier first")
    if seat.candidates and not isinstance(intention, Keep):
        raise Refused("must_keep", "keep one of the cards you drew first")
    anybody_automatic = any(s.auto_ready for s in state.seats)
    events = intention.decide(state, seat)
    return declared_ready(state, events, index) if anybody_automatic else events
