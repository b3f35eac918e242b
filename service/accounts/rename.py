"""Another name, another handle."""

from typing import Any

from redis.client import Pipeline

from service.accounts.handle_claims import HandleTaken, claim, owner_of
from service.accounts.players import PLAYER_FIELDS, Access, Accounts, Player, parse_player

MAX_HANDLES = 10
"""Of an account, over its life. All stay reserved to it, and going back to one of them is always possible."""


class TooManyHandles(Exception):
    """The account has had as many handles as one may have."""


def change_player(accounts: Accounts, access: Access, name: str | None = None, handle: str | None = None) -> Player:
    """Give the caller's account another name or handle, or both. Raises HandleTaken, TooManyHandles, TokenRevoked."""
    if handle is not None:
        _claim_counted(accounts, handle, access.player.id)
    is_bot = access.player.kind == "bot"
    if is_bot and name:
        accounts.redis.sadd(accounts.layout.bots_named(name), access.player.id)
    before, now = accounts.change(access, lambda pipe: _change(accounts, pipe, access.player.id, name, handle))
    if is_bot and before.name.casefold() != now.name.casefold():
        _list_no_more(accounts, access.player.id, before.name)
    return now


def _list_no_more(accounts: Accounts, bot: str, name: str) -> None:
    """Take a bot out of the list of those with this name, unless it has got the name again meanwhile."""
    bots = accounts.layout.bots_named(name)
    accounts.redis.srem(bots, bot)
    newest: Any = accounts.redis.hget(accounts.layout.player(bot), "name")
    if newest and newest.decode().casefold() == name.casefold():
        accounts.redis.sadd(bots, bot)


def _claim_counted(accounts: Accounts, handle: str, player_id: str) -> None:
    """Reserve the handle, and count it unless the account had it before. Counting first bounds races, too."""
    if owner_of(accounts, handle) == player_id:
        return
    redis, key = accounts.redis, accounts.layout.player(player_id)
    try:
        if redis.hincrby(key, "handles", 1) > MAX_HANDLES:
            raise TooManyHandles
        claim(accounts, handle, player_id)
    except (TooManyHandles, HandleTaken):
        redis.hincrby(key, "handles", -1)
        raise


def _change(
    accounts: Accounts, pipe: Pipeline, player_id: str, name: str | None, handle: str | None
) -> tuple[Player, Player]:
    """The account before and after."""
    key = accounts.layout.player(player_id)
    player = parse_player(player_id, pipe.hmget(key, PLAYER_FIELDS))  # type: ignore[arg-type]
    assert player is not None, "an account with a token"
    now = player._replace(name=name or player.name, handle=handle or player.handle)
    pipe.multi()
    if now == player:
        return player, player
    now = now._replace(changed_ms=accounts.now_ms())
    fields = {"name": now.name, "handle": now.handle, "changed_ms": now.changed_ms}
    pipe.hset(key, mapping={field: value for field, value in fields.items() if value is not None})
    return player, now
