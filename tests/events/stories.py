"""Contents for logs: single events, and whole random games as the groups that their intentions append."""

from collections.abc import Sequence
from dataclasses import replace

from events import Appended, Group, IdempotencyKey, Log, first_link
from game.draft import CardDrafted
from game.lobby import GameOpened
from game.planning import CardSlated
from game.production import ReadyDeclared
from tests.game.play import Play, walk

DIGEST = b"\x00 a digest of 32 bytes with blanks"
"""Digests are raw bytes: blanks and zeros are to come through."""


def fact(seat: int = 0, card: str = "museum.1") -> CardSlated:
    """An event that everybody may see."""
    return CardSlated(seat, card)


def secret(seat: int = 0, card: str = "museum.1") -> CardDrafted:
    """An event that only its seat may see."""
    return CardDrafted(seat, card)


def groups(play: Play, game: str = "g") -> list[Group]:
    """The groups of a random game: its opening, then one for each intention."""
    played = walk(play)
    opened, *others = played.opening
    assert isinstance(opened, GameOpened)
    opening = Group("player-0", [replace(opened, game=game), *others])
    return [opening, *[Group(f"player-{turn.intention.seat}", turn.events) for turn in played.turns]]


def write(log: Log, game: str, *appends: Sequence[Group]) -> Appended:
    """Append to the end of a game, one call after the other, each under a key of its own; the last outcome."""
    before = log.read(game)
    version, head = (before[-1].version, before[-1].hash) if before else (0, first_link(game))
    outcome = Appended(0, version, b"")
    for append in appends:
        outcome = log.append(game, append, version, head, IdempotencyKey(f"player:{version}", DIGEST))
        version, head = outcome.last, outcome.entries[-1].hash
    return outcome


def ready(*seats: int, actor: str = "player-0") -> list[Group]:
    """One append of one group: these seats are ready."""
    return [Group(actor, [ReadyDeclared(seat) for seat in seats])]
