"""Who acted, without saying who it is."""

from collections.abc import Iterable, Set

from events import Entry
from game.declared import Event
from game.lobby import SeatTaken
from projections.record.outcomes import is_strategy


def programs_of(events: Iterable[Event]) -> frozenset[str]:
    """The bot accounts that had a seat in a game, also those that left before the start."""
    return frozenset(event.player for event in events if isinstance(event, SeatTaken) and event.external)


def actor_of(entry: Entry, programs: Set[str]) -> tuple[str, str | None]:
    """(kind, strategy or None) of an entry's actor. `programs`: the bot accounts in the game."""
    if is_strategy(entry.actor):
        return "strategy", entry.actor.partition(":")[2]
    if entry.actor == "service":
        return "service", None
    return "bot" if entry.actor in programs else "human", None
