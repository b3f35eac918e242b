"""Deletion: an account ends at once; then it leaves its games, which a job does."""

from typing import Any

from redis.client import Pipeline

from service.accounts.players import Access, Accounts
from service.accounts.tokens import drop, hashes_of, read_all

LINGER_MS = 60_000
"""How long after its deletion the games of an account are searched again: a request may have been under way."""


def delete_account(accounts: Accounts, access: Access) -> None:
    """Delete the caller's account: from now on it has no name, no token and no code. Raises TokenRevoked.

    Its handle stays reserved for ever, and its id stands for FORMER_NAME. If the process ends in between, the account
    is as it was, or deleted: then what `_drop_all` names goes when it leaves its games, and the rest leads to nothing.
    """
    layout, player = accounts.layout, access.player.id

    def change(pipe: Pipeline) -> tuple[str, list[str]]:
        name: Any = pipe.hget(layout.player(player), "name")
        tokens = read_all(accounts, pipe, player)
        pipe.multi()
        pipe.hset(layout.player(player), mapping={"name": "", "deleted_ms": accounts.now_ms()})
        pipe.hdel(layout.player(player), "handle", "recovery", "handles", "changed_ms", "suspended", "name_held_ms")
        drop(accounts, pipe, player, tokens)
        return name.decode(), hashes_of(tokens)

    accounts.redis.hset(layout.deleted, player, accounts.now_ms())
    name, hashes = accounts.change(access, change)
    accounts.point_no_more(hashes)
    accounts.redis.srem(layout.bots_named(name), player)
    _drop_all(accounts, player)


def _drop_all(accounts: Accounts, player: str) -> None:
    """Delete what else is stored for an account: right after it, and again when it has left its games.

    What needs more than commands, such as webhooks and places on leaderboards, is deleted then, too, and once more by
    the job that leaves the games (`service/jobs/departures.py`).
    """
    layout, pipe = accounts.layout, accounts.redis.pipeline(transaction=False)
    owned = (layout.blocks, layout.uses, layout.news, layout.quotas, layout.acts, layout.daily_tries)
    for key_of in (*owned, layout.puzzle_tries):
        pipe.delete(key_of(player))
    pipe.hdel(layout.puzzle_ratings, player)
    pipe.execute()


def leaving(accounts: Accounts) -> list[str]:
    """The deleted and suspended accounts that may still have games to leave; also those whose deletion failed."""
    found: Any = accounts.redis.hkeys(accounts.layout.deleted)
    return [player.decode() for player in found]


def _has_lingered(accounts: Accounts, player: str) -> bool:
    """Whether LINGER_MS have passed since the deletion or suspension of an account began."""
    deleted_ms: Any = accounts.redis.hget(accounts.layout.deleted, player)
    return bool(deleted_ms) and accounts.now_ms() - int(deleted_ms) >= LINGER_MS


def forget_left(accounts: Accounts, player: str) -> None:
    """The account has no games any more, or may keep them after all: look for none, unless this is only just so."""
    if not _has_lingered(accounts, player):
        return
    found = accounts.by_id(player)
    if found is None or found.deleted:
        _drop_all(accounts, player)  # again: news of the games that it has left, and what requests under way stored
    accounts.redis.hdel(accounts.layout.deleted, player)
