"""Who acted, without saying who it is."""

from events import Entry
from game.model import State
from projections.record.outcomes import is_strategy


def actor_of(entry: Entry, state: State) -> tuple[str, str | None]:
    """(kind, strategy or None) of an entry's actor, given the state of the game at its end."""
    if is_strategy(entry.actor):
        return "strategy", entry.actor.partition(":")[2]
    if entry.actor == "service":
        return "service", None
    programs = {seat.player for seat in state.seats if seat.external}
    return "bot" if entry.actor in programs else "human", None
