"""Taking back the newest intention of a seat, as long as its phase or step goes on and nothing was revealed."""

from game.events import Event, IntentionUndone
from game.refused import Refused
from game.state import State


def undo(state: State, index: int) -> list[Event]:
    """Take back the seat's newest intention of the phase. Raises Refused(`not_playing`, `nothing_to_undo`).

    What reveals hidden cards, or closes the phase or step, leaves nothing to undo; other seats' intentions stay.
    """
    if state.status != "playing":
        raise Refused("not_playing", f"the game is {state.status}")
    last = state.seats[index].undo
    if last is None:
        raise Refused("nothing_to_undo", "nothing can be taken back: none of your intentions is newer than the phase")
    return [IntentionUndone(index, last.version)]
