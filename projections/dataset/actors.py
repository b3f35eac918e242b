"""Who acted, without saying who it is: a player has one pseudonym in a whole dataset, and another in each other one."""

from collections.abc import Iterable, Set
from hashlib import blake2b

from events import Entry
from game.declared import Event
from game.lobby import SeatTaken
from projections.record.outcomes import is_strategy

SALT_BYTES = 32
PSEUDONYM_BYTES = 8


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


def pseudonym(player: str, salt: bytes) -> str:
    """`bot:<strategy>` as it is; an account's id as 16 hexadecimal digits. `salt`: the dataset's secret key."""
    if is_strategy(player):
        return player
    return blake2b(player.encode(), digest_size=PSEUDONYM_BYTES, key=salt).hexdigest()
