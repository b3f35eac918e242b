"""Another name, another handle."""

from collections.abc import Callable
from typing import Any, cast

from redis.client import Pipeline

from service.accounts.handle_claims import HandleTaken, claim, claim_suggested, owner_of
from service.accounts.handles import skeleton
from service.accounts.players import PLAYER_FIELDS, Access, Accounts, Player, parse_player
from store.clock import DAY_MS

MAX_HANDLES = 10
"""Of an account, over its life. All stay reserved to it, and going back to one of them is always possible."""
NAME_HELD_MS = 30 * DAY_MS
"""For how long an account whose name was taken away cannot take another name or handle."""


class TooManyHandles(Exception):
    """The account has had as many handles as one may have."""


class NameHeld(Exception):
    """An operator took the name of the account away: it can take another one at `until_ms`, ms since 1970."""

    def __init__(self, until_ms: int) -> None:
        super().__init__(until_ms)
        self.until_ms = until_ms


def change_player(accounts: Accounts, access: Access, name: str | None = None, handle: str | None = None) -> Player:
    """Give the caller's account another name or handle, or both.

    Raises HandleTaken, TooManyHandles, NameHeld, TokenRevoked.
    """
    player = access.player
    if handle is not None:
        held: Any = accounts.redis.hget(accounts.layout.player(player.id), "name_held_ms")
        _check_held(held, accounts.now_ms())  # or a refused request would reserve the handle
        _claim_counted(accounts, handle, player.id)
    return _rename(accounts, player, name, lambda pipe: _change(accounts, pipe, player.id, name, handle), access)[1]


def take_name(accounts: Accounts, player: Player, with_handle: bool) -> Player:
    """Give an account a name that says nothing, and a handle if asked. Its old handle then belongs to nobody, for ever.

    The account cannot take another name for NAME_HELD_MS.
    """
    name, until_ms = f"Player {player.id}", accounts.now_ms() + NAME_HELD_MS
    handle = claim_suggested(accounts, "", player.id) if with_handle else None

    def change(pipe: Pipeline) -> tuple[Player, Player]:
        return _change(accounts, pipe, player.id, name, handle, until_ms)

    before, now = _rename(accounts, player, name, change)
    if before.handle and before.handle != now.handle:
        accounts.redis.hset(accounts.layout.handles, skeleton(before.handle), "")
    return now


def _rename(
    accounts: Accounts,
    player: Player,
    name: str | None,
    change: Callable[[Pipeline], tuple[Player, Player]],
    access: Access | None = None,
) -> tuple[Player, Player]:
    """Change a name, and where bots are found by it. `access`: of the account itself; None: of an operator."""
    is_bot = player.kind == "bot"
    if is_bot and name:
        accounts.redis.sadd(accounts.layout.bots_named(name), player.id)
    before, now = accounts.change(access, change) if access else accounts.transact(player.id, change)
    if is_bot and before.name.casefold() != now.name.casefold():
        _list_no_more(accounts, player.id, before.name)
    return before, now


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


def _check_held(held_until_ms: bytes | None, now_ms: int) -> None:
    """Raises NameHeld before that time."""
    if held_until_ms and now_ms < int(held_until_ms):
        raise NameHeld(int(held_until_ms))


def _change(
    accounts: Accounts,
    pipe: Pipeline,
    player_id: str,
    name: str | None,
    handle: str | None,
    held_until_ms: int | None = None,
) -> tuple[Player, Player]:
    """The account before and after. `held_until_ms`: it keeps this name, by an operator. Raises NameHeld."""
    key, now_ms = accounts.layout.player(player_id), accounts.now_ms()
    *row, held = cast(list[bytes | None], pipe.hmget(key, (*PLAYER_FIELDS, "name_held_ms")))
    player = parse_player(player_id, row)
    assert player is not None, "an account that was found"
    now = player._replace(name=name or player.name, handle=handle or player.handle)
    if held_until_ms is None and now != player:
        _check_held(held, now_ms)
    pipe.multi()
    if player.deleted:
        return player, player
    if held_until_ms is not None:
        pipe.hset(key, "name_held_ms", held_until_ms)
    if now == player:
        return player, player
    now = now._replace(changed_ms=now_ms)
    fields = {"name": now.name, "handle": now.handle, "changed_ms": now.changed_ms}
    pipe.hset(key, mapping={field: value for field, value in fields.items() if value is not None})
    return player, now
