"""Quick reactions at a table: a few fixed phrases, not in the log. The newest are kept for a while."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

from events.entry import timestamp
from game import State
from game.message import Message
from game.refused import Refused
from service.games.write import KeyReused
from store.keys import Keys

MAX_REACTIONS_A_PHASE = 3
"""Of a player."""
KEPT_REACTIONS = 20
KEPT_SECONDS = 86_400


class Reaction(NamedTuple):
    """`id`: `<ms>-<number>`, later ones are greater. `time`: RFC 3339, UTC. `player`: who had the seat then."""

    id: str
    seat: int
    reaction: str
    time: str
    player: str

    def facts(self) -> dict[str, Any]:
        """As clients see it."""
        return {"id": self.id, "seat": self.seat, "reaction": self.reaction, "time": self.time}


class Reactions:
    """The reactions of all games, on Redis."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._keys = keys
        self._add = redis.register_script(files(__package__).joinpath("reactions.lua").read_text("utf-8"))

    def add(self, game: str, seat: int, since: int, reaction: str, key: str) -> tuple[Reaction, bool]:
        """Add a seat's reaction in the phase that began at version `since`, and let all web processes tell it.

        `key`: `<player>:<key>`; the same key adds one reaction. Returns the reaction, and whether the key was used
        before. Raises Refused `no_reactions_left`, KeyReused.
        """
        limits = (MAX_REACTIONS_A_PHASE, KEPT_REACTIONS, KEPT_SECONDS)
        args: list[Any] = [seat, since, reaction, key, *limits, self._keys.tables, game]
        outcome, *entry = self._add(keys=[self._keys.reactions(game)], args=args)
        if outcome == b"full":
            detail = Message("your seat has sent {most} reactions in this phase", most=MAX_REACTIONS_A_PHASE)
            raise Refused("no_reactions_left", detail)
        entry_id, first_seat, first_reaction = entry
        if (int(first_seat), first_reaction.decode()) != (seat, reaction):
            raise KeyReused(key)
        return _reaction(entry_id, first_seat, first_reaction, key.encode()), outcome == b"known"


def parse_reactions(rows: Sequence[Any]) -> tuple[Reaction, ...]:
    """The reactions of a game, as XRANGE returns them."""
    return tuple(_reaction(entry_id, row[b"seat"], row[b"reaction"], row[b"key"]) for entry_id, row in rows)


def at_table(reactions: Sequence[Reaction], state: State) -> list[Reaction]:
    """The reactions of those who still have the same seat: before the start, it may be somebody else's by now."""
    players = dict(enumerate(seat.player for seat in state.seats))
    return [each for each in reactions if players.get(each.seat) == each.player]


def is_later(reaction: Reaction, than: str) -> bool:
    """Whether a reaction is later than the one with this id."""
    return _order(reaction.id) > _order(than)


def _reaction(entry_id: bytes, seat: bytes, reaction: bytes, key: bytes) -> Reaction:
    time, player = timestamp(int(entry_id.partition(b"-")[0])), key.partition(b":")[0].decode()
    return Reaction(entry_id.decode(), int(seat), reaction.decode(), time, player)


def _order(reaction_id: str) -> tuple[int, int]:
    ms, _, number = reaction_id.partition("-")
    return int(ms), int(number)
