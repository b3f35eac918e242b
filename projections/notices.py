"""Notices: messages that tell which players a game concerns now. A notice may get lost, so readers also poll.

For players with webhooks the game is also marked as due, which stays until a worker has looked.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import Any

from redis import Redis

import game as rules
from projections.due_inboxes import DueInboxes
from projections.news import told_removed
from store.clock import store_clock
from store.keys import Keys


class Notices:
    """Publishes whose inbox a game may have changed. `now`: the clock of the store, in seconds since 1970."""

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float] | None = None) -> None:
        self._now = now or store_clock(redis)
        self._channel = keys.notices
        self._keys = keys
        self._due = DueInboxes(redis, keys)
        self._send = redis.register_script(files(__package__).joinpath("notice.lua").read_text("utf-8"))

    def send(self, game: str, state: rules.State) -> bool:
        """Notify the players whom the game concerns in this state. Returns whether webhooks may be told of it."""
        tables = [self._keys.lobby(f"table-webhooks:{each}") for each in (game, state.rematch_of) if each]
        return self.send_to(game, concerned_players(state), tables)

    def send_to(self, game: str, players: Sequence[str], tables: Sequence[str] = ()) -> bool:
        """Notify these players of a game. `tables`: keys of the webhooks of tables that it concerns.

        Returns whether webhooks may be told of it.
        """
        if not players and not tables:
            return False
        args: list[Any] = [self._channel, int(self._now() * 1000), game, *players]
        return bool(self._send(keys=[self._due.players_key, self._due.key, *tables], args=args))


def concerned_players(state: rules.State) -> list[str]:
    """The accounts that wait for an open game to start, a game under way asks, or whose game is over.

    In its first hand a game concerns all its players: they learn that it has started. A fork does so at any time, since
    it starts anywhere. Until then it concerns those whom the host removed: they learn that.

    Who is invited is concerned while no seat is free, too: only who saw that an invitation is gone is told it again.
    """
    if state.status == "open":
        guests = [*rules.invited_players(state), *[player for player in state.reserved if player]]
        return [*dict.fromkeys([*_accounts(state, range(len(state.seats))), *guests]), *told_removed(state)]
    if state.status == "playing" and not (_has_just_started(state) or state.origin):
        consents = {*rules.awaited_consents(state), *rules.awaited_for_pause(state)}
        asked = {*rules.waiting_on(state), *consents} & {*rules.attended(state)}
        away = {index for index, seat in enumerate(state.seats) if seat.away}
        return _accounts(state, sorted(asked | away))
    removed = told_removed(state) if state.status == "playing" else ()
    return [*_accounts(state, range(len(state.seats))), *removed]


def _accounts(state: rules.State, seats: Iterable[int]) -> list[str]:
    players = [state.seats[index].player for index in seats]
    return [player for player in players if player and not player.startswith("bot:")]


def _has_just_started(state: rules.State) -> bool:
    return state.round == 1 and state.passes == 0 and state.phase == "draft"
