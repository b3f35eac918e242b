"""Logs of tables at which all happened that can happen before the start."""

from functools import lru_cache
from random import Random

import game as rules
from events import Group
from game.declared import Event
from game.shuffle import commitment
from tests.game.play import Play
from tests.projections.archive import Recorder, record_game


class Table(Recorder):
    """A recorder whose players do things before the start."""

    def take(self, player: str, **more) -> None:
        self.add(player, rules.join(self.state, player, **more))

    def start_with(self, actor: str, events: list[Event]) -> None:
        """Append what a player does last, and the deal that follows from it, in one append."""
        state = rules.fold(events, self.state)
        assert rules.is_agreed(state)
        deal = rules.opening_deal(state, self.seed, [seat.client_seed or "" for seat in state.seats])
        self.add(actor, events, Group(actor, deal))


@lru_cache(maxsize=1)
def busy_table() -> Table:
    """A finished private game before which all that is possible happened."""
    table = Table("cccccccc")
    options = {"seats": 3, "visibility": "private", "invited": ["bob"], "clock": {"kind": "per_phase", "seconds": 60}}
    table.add("ann", rules.open(options, "ann", table.id, commitment(table.seed, table.id)))
    table.take("bob")
    table.take("eve")
    table.add("ann", rules.remove(table.state, 0, 2))
    table.add("ann", rules.hand_on(table.state, 0, 1))
    for player in ("cem", "dan", "fay"):
        table.add("bob", rules.invite(table.state, 1, player))
    table.add("bob", rules.withdraw(table.state, 1, "dan"))
    table.add("fay", rules.withdraw(table.state, None, "fay"))
    table.add("bob", rules.change_table(table.state, 1, 5, ["greedy", "random"]))
    table.take("cem")
    table.add("bob", rules.change_table(table.state, 1, 3, []))
    table.add("cem", rules.agree(table.state, 2, True, "of cem"))
    table.add("ann", rules.agree(table.state, 0, True))
    table.add("ann", rules.agree(table.state, 0, False))
    table.add("bob", rules.agree(table.state, 1, True))
    table.start_with("ann", rules.agree(table.state, 0, True, "of ann"))
    table.finish(Random(3))
    return table


@lru_cache(maxsize=1)
def rematch() -> Table:
    """A finished rematch of a game with a bot; one player declined, and another took the seat."""
    source, table = record_game(Play(5, 4), 0.0, ("greedy",)), Table("dddddddd")
    opening = rules.rematch(source.state, "player-1", table.id, commitment(table.seed, table.id))
    table.add("player-1", opening)
    table.add("player-2", rules.withdraw(table.state, None, "player-2"))
    table.take("zoe")
    table.add("zoe", rules.agree(table.state, 3, True))
    table.start_with("player-0", rules.join(table.state, "player-0"))
    table.finish(Random(4))
    return table
