"""Transitions of pauses."""

from game import events as e
from game.model import Pause, Seat, State
from game.stages import stage_number
from game.table import humans, is_paused
from game.transitions.change import replace_seat


def pause_agreed(state: State, event: e.PauseAgreed) -> State:
    """The seat that asks keeps the stage in which it does."""
    if event.on and event.expires is not None:
        seat = state.seats[event.seat]._replace(pause_asked=stage_number(state))
        return replace_seat(state, event.seat, seat, pause=Pause(event.expires, (event.seat,)))
    pause = state.pause
    if pause is not None:
        pause = pause._replace(agreed=(*pause.agreed, event.seat)) if event.on else None
    return state._replace(version=state.version + 1, pause=pause)


def game_paused(state: State, event: e.GamePaused) -> State:
    pause = state.pause or Pause("", ())
    seats = _may_ask(state, pause)
    return state._replace(version=state.version + 1, seats=seats, pause=pause._replace(until=event.until))


def game_resumed(state: State, event: e.GameResumed) -> State:
    version = state.version + 1
    return state._replace(version=version, pause=None, resumed=version)


def without_question(state: State) -> State:
    """The state after a person has gone: who asked for a pause may ask anew. A pause stays while people are left."""
    if state.pause is None or (is_paused(state) and humans(state)):
        return state
    if is_paused(state):
        return state._replace(pause=None, resumed=state.version)
    return state._replace(pause=None, seats=_may_ask(state, state.pause))


def _may_ask(state: State, pause: Pause) -> tuple[Seat, ...]:
    """The seats; the one that asked for the pause may ask again in this stage."""
    return tuple(
        [seat._replace(pause_asked=0) if at in pause.agreed[:1] else seat for at, seat in enumerate(state.seats)]
    )
