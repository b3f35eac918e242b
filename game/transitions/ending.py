"""Transitions at the end of a game."""

from game import events as e
from game.model import Result, State
from game.transitions.change import begin_for_all


def game_ended(state: State, event: e.GameEnded) -> State:
    seats = [seat._replace(ready=False, undo=None) for seat in state.seats]
    return begin_for_all(state, seats, phase="finished", step=None, proposal=None, pause=None)


def game_scored(state: State, event: e.GameScored) -> State:
    result = Result(event.scores, event.ranking, event.rank, event.medal)
    return state._replace(version=state.version + 1, status="finished", result=result)
