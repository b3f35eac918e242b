"""Deletion: an account ends at once; then it leaves its games, which a job does."""

from collections.abc import Callable
from typing import Any

from redis.client import Pipeline

from service.accounts.players import Access, Accounts
from service.accounts.tokens import drop, read_all

LINGER_MS = 60_000
"""For so long after its deletion, the games of an account are looked for again: a request may have been under way."""
Drop = Callable[[Accounts, Pipeline, str], None]


def drop_blocks(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """Whom the account blocked."""
    pipe.delete(accounts.layout.blocks(player))


def drop_counters(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """When its tokens were used."""
    pipe.delete(accounts.layout.uses(player))


def drop_news(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """What happened in its games."""
    pipe.delete(accounts.layout.news(player))


def drop_quotas(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """Limits of its own."""
    pipe.delete(accounts.layout.quotas(player))


DROPS: list[Drop] = [drop_blocks, drop_counters, drop_news, drop_quotas]
"""What else is deleted with an account: in the same transaction, and again when it has left its games.

Each function queues commands. What needs more than commands, such as webhooks, is deleted right after, and once more
by the job that leaves the games (`service/jobs/departures.py`).
"""


def delete_account(accounts: Accounts, access: Access) -> None:
    """Delete the caller's account: from now on it has no name, no token and no code. Raises TokenRevoked.

    Its handle stays reserved for ever, and its id stands for FORMER_NAME.
    """
    layout, player = accounts.layout, access.player.id

    def change(pipe: Pipeline) -> None:
        name: Any = pipe.hget(layout.player(player), "name")
        tokens = read_all(accounts, pipe, player)
        now_ms = accounts.now_ms()
        pipe.multi()
        pipe.hset(layout.player(player), mapping={"name": "", "deleted_ms": now_ms})
        pipe.hdel(layout.player(player), "handle", "recovery", "handles", "changed_ms")
        pipe.srem(layout.bots_named(name.decode()), player)
        drop(accounts, pipe, player, tokens)
        for function in DROPS:
            function(accounts, pipe, player)
        pipe.hset(layout.deleted, player, now_ms)

    accounts.change(access, change)


def leaving(accounts: Accounts) -> list[str]:
    """The deleted accounts that may still have games to leave."""
    found: Any = accounts.redis.hkeys(accounts.layout.deleted)
    return [player.decode() for player in found]


def forget_left(accounts: Accounts, player: str) -> None:
    """The deleted account has no games any more: look for none, unless it was deleted only just now."""
    deleted_ms: Any = accounts.redis.hget(accounts.layout.deleted, player)
    if deleted_ms and accounts.now_ms() - int(deleted_ms) >= LINGER_MS:
        pipe = accounts.redis.pipeline(transaction=True)
        for function in DROPS:  # again: news of the games that it has left, and what requests under way stored
            function(accounts, pipe, player)
        pipe.hdel(accounts.layout.deleted, player)
        pipe.execute()
