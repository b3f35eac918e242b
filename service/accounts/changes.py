"""Another name, another handle."""

from redis.client import Pipeline

from service.accounts.choosing import HandleTaken, claim, owner_of
from service.accounts.players import PLAYER_FIELDS, Access, Accounts, Player, parse_player

MAX_HANDLES = 10
"""Of an account, over its life. All stay reserved to it, and going back to one of them is always possible."""


class TooManyHandles(Exception):
    """The account has had as many handles as one may have."""


def change_player(accounts: Accounts, access: Access, name: str | None = None, handle: str | None = None) -> Player:
    """Give the caller's account another name or handle, or both. Raises HandleTaken, TooManyHandles, TokenRevoked."""
    if handle is not None:
        _claim_counted(accounts, handle, access.player.id)
    return accounts.change(access, lambda pipe: _change(accounts, pipe, access.player.id, name, handle))


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


def _change(accounts: Accounts, pipe: Pipeline, player_id: str, name: str | None, handle: str | None) -> Player:
    layout, key = accounts.layout, accounts.layout.player(player_id)
    player = parse_player(player_id, pipe.hmget(key, PLAYER_FIELDS))  # type: ignore[arg-type]
    assert player is not None, "an account with a token"
    now = player._replace(name=name or player.name, handle=handle or player.handle)
    pipe.multi()
    if now == player:
        return player
    now = now._replace(changed_ms=accounts.now_ms())
    fields = {"name": now.name, "handle": now.handle, "changed_ms": now.changed_ms}
    pipe.hset(key, mapping={field: value for field, value in fields.items() if value is not None})
    if player.kind == "bot":
        pipe.srem(layout.bots_named(player.name), player_id)
        pipe.sadd(layout.bots_named(now.name), player_id)
    return now
