"""Tries: the one game that an account has at the deal of a day.

An account claims an id for its try, then the game is opened under this id, with its deal, in one append. So of two
requests at once one opens it, and an account whose request died in between can still begin.
"""

from collections.abc import Sequence
from typing import Any

import game as rules
from events import Appended, Conflict, Group, IdempotencyKey, first_link
from game.daily import day_after
from game.shuffle import commitment
from service.accounts import Player
from service.accounts.players import TokenRevoked
from service.backend import Backend
from service.daily.seeds import read_secret, seed_of
from service.games.opening import REPEATABLE_SECONDS
from service.games.write import Declined, KeyReused
from service.ids import new_id


class TryUsed(Declined):
    """The account has begun its try of this day. `game`: its id."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


def tries_of(backend: Backend, player: str, days: Sequence[str]) -> list[str | None]:
    """By day, one at least: the id of the account's try, if it has begun one."""
    found: Any = backend.redis.hmget(backend.accounts.layout.daily_tries(player), list(days))
    return [game and game.decode() for game in found]


def all_tries(backend: Backend, player: str) -> dict[str, str]:
    """Day → the id of the account's try."""
    found: Any = backend.redis.hgetall(backend.accounts.layout.daily_tries(player))
    return {day.decode(): game.decode() for day, game in found.items()}


def games_on(backend: Backend, players: Sequence[str], day: str) -> list[str | None]:
    """By account: the id of its try of a day, if it has begun one."""
    pipe = backend.redis.pipeline(transaction=False)
    for player in players:
        pipe.hget(backend.accounts.layout.daily_tries(player), day)
    return [game and game.decode() for game in pipe.execute()]


def begin_try(
    backend: Backend, player: Player, day: str, key: IdempotencyKey, repeatable: bool
) -> tuple[str, Appended]:
    """Open the account's try of a day and deal it: the game's id, and what was appended.

    Every try of a day has the same seeds, so it has the same cards. `repeatable`: the client chose the key, so a
    request that is repeated after midnight begins no other try. Raises TryUsed, KeyReused, TokenRevoked.
    """
    if repeatable and (begun := _begun_the_day_before(backend, player, day, key)):
        return begun
    name = backend.accounts.layout.daily_tries(player.id)
    backend.confirmed.hsetnx(name, day, new_id())
    [game] = tries_of(backend, player.id, [day])
    if game is None:  # the account was deleted in between, and its tries with it
        raise TokenRevoked
    seed = seed_of(read_secret(backend), day)
    committed, options = commitment(seed, game), rules.options_of_day(day)
    opened = rules.open_try(options, day, player.id, game, committed, external=player.kind == "bot")
    dealt = rules.opening_deal(rules.fold(opened), seed, [""])
    try:
        outcome = backend.log.append(
            game, [Group(player.id, opened), Group(player.id, dealt)], 0, first_link(game), key
        )
    except Conflict:
        raise TryUsed(game) from None
    if outcome.known and outcome.digest != key.digest:
        raise KeyReused(key.field)
    return game, outcome


def _begun_the_day_before(
    backend: Backend, player: Player, day: str, key: IdempotencyKey
) -> tuple[str, Appended] | None:
    """The try of the day before, if the same request began it in the last REPEATABLE_SECONDS, and what it appended."""
    [game] = tries_of(backend, player.id, [day_after(day, -1)])
    loaded = backend.games.load(game) if game else None
    if game is None or loaded is None or backend.accounts.now_ms() >= loaded.opened_ms + REPEATABLE_SECONDS * 1000:
        return None
    _, known = backend.log.tail(game, loaded.state.version, loaded.head, key.field)
    return (game, known) if known and known.digest == key.digest else None
