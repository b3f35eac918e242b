"""Blocks: two accounts of which one has blocked the other do not come to one table."""

from collections.abc import Collection
from typing import Any, NamedTuple

from service.accounts.players import Accounts

MAX_BLOCKS = 1000
"""Of an account."""


class TooManyBlocks(Exception):
    """The account has blocked MAX_BLOCKS others."""


class Apart(NamedTuple):
    """With whom an account does not come to one table. `known`: the accounts that this was asked about."""

    known: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()


def block(accounts: Accounts, player: str, other: str) -> None:
    """Block an account; twice does no harm. Raises TooManyBlocks."""
    key = accounts.layout.blocks(player)
    pipe = accounts.redis.pipeline(transaction=True)
    pipe.sadd(key, other)
    pipe.scard(key)
    added, number = pipe.execute()
    if added and number > MAX_BLOCKS:
        accounts.redis.srem(key, other)
        raise TooManyBlocks


def unblock(accounts: Accounts, player: str, other: str) -> None:
    """Block an account no more."""
    accounts.redis.srem(accounts.layout.blocks(player), other)


def blocked_by(accounts: Accounts, player: str) -> list[str]:
    """The accounts that a player has blocked, ordered by id."""
    found: Any = accounts.redis.smembers(accounts.layout.blocks(player))
    return sorted(each.decode() for each in found)


def read_apart(accounts: Accounts, player: str, others: Collection[str]) -> Apart:
    """Which of the others have blocked the player, or are blocked by them. One round trip."""
    asked = sorted({*others} - {player})
    if not asked:
        return Apart()
    pipe = accounts.redis.pipeline(transaction=False)
    pipe.smismember(accounts.layout.blocks(player), asked)
    for other in asked:
        pipe.sismember(accounts.layout.blocks(other), player)
    own, *theirs = pipe.execute()
    apart = [other for other, mine, their in zip(asked, own, theirs, strict=True) if mine or their]
    return Apart(frozenset(asked), frozenset(apart))
