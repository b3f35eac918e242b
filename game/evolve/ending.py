"""The end of a game, and taking back an intention."""

from game import events as e
from game.evolve.change import begin, put
from game.state import Result, State


def game_ended(state: State, event: e.GameEnded) -> State:
    seats = [seat._replace(ready=False, undo=None) for seat in state.seats]
    return begin(state, seats, phase="finished", step=None)


def game_scored(state: State, event: e.GameScored) -> State:
    result = Result(event.scores, event.ranking, event.rank, event.medal)
    return state._replace(version=state.version + 1, status="finished", result=result)


def intention_undone(state: State, event: e.IntentionUndone) -> State:
    """The seat as it was; of the discard pile only its own cards go, others' stay in their order."""
    seat = state.seats[event.seat]
    undo = seat.undo
    if undo is None:
        return state._replace(version=state.version + 1)
    discard = tuple([card for card in state.discard if card not in undo.discarded])
    supremacy = state.supremacy
    if undo.before.choosing and not seat.choosing:
        supremacy = (*supremacy[:-1], supremacy[-1]._replace(character=None))
    before = undo.before._replace(bot=seat.bot, auto_ready=seat.auto_ready)  # these are no part of it
    return put(state, event.seat, before, discard=discard, supremacy=supremacy)
