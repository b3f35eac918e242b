"""Transitions of pauses."""

from game import events as e
from game.model import Pause, State
from game.stages import stage_number
from game.table import humans, is_paused
from game.transitions.change import replace_seat


def pause_agreed(state: State, event: e.PauseAgreed) -> State:
    """Of the seat that asks first, the stage is kept, until the game pauses."""
    if event.on and event.expires is not None:
        seat = state.seats[event.seat]._replace(pause_asked=stage_number(state))
        return replace_seat(state, event.seat, seat, pause=Pause(event.expires, (event.seat,)))
    pause = state.pause
    if pause is not None:
        pause = pause._replace(agreed=(*pause.agreed, event.seat)) if event.on else None
    return state._replace(version=state.version + 1, pause=pause)


def game_paused(state: State, event: e.GamePaused) -> State:
    pause = state.pause or Pause("", ())
    seats = [seat._replace(pause_asked=0) if at in pause.agreed[:1] else seat for at, seat in enumerate(state.seats)]
    return state._replace(version=state.version + 1, seats=tuple(seats), pause=pause._replace(until=event.until))


def game_resumed(state: State, event: e.GameResumed) -> State:
    version = state.version + 1
    return state._replace(version=version, pause=None, resumed=version)


def without_question(state: State) -> State:
    """The state after a person has gone: the others are asked anew. A pause stays, unless nobody is left to go on."""
    if state.pause is None or (is_paused(state) and humans(state)):
        return state
    return state._replace(pause=None)
