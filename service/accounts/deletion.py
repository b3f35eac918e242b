"""Deletion: an account ends at once; then it leaves its games, which a job does."""

from collections.abc import Callable
from typing import Any

from redis.client import Pipeline

from service.accounts.players import Access, Accounts
from service.accounts.tokens import drop, hashes_of, read_all

LINGER_MS = 60_000
"""How long after its deletion the games of an account are searched again: a request may have been under way."""
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


def drop_acts(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """What operators wrote about it."""
    pipe.delete(accounts.layout.acts(player))


def drop_daily_tries(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """Which games are its tries at daily deals."""
    pipe.delete(accounts.layout.daily_tries(player))


def drop_puzzle_tries(accounts: Accounts, pipe: Pipeline, player: str) -> None:
    """Which puzzles it tried, and the rating from that."""
    pipe.delete(accounts.layout.puzzle_tries(player))
    pipe.hdel(accounts.layout.puzzle_ratings, player)


DROPS: list[Drop] = [drop_blocks, drop_counters, drop_news, drop_quotas, drop_acts, drop_daily_tries, drop_puzzle_tries]
"""What else is deleted with an account: right after it, and again when it has left its games.

Each function queues commands. What needs more than commands, such as webhooks and places on leaderboards, is deleted
then, too, and once more by the job that leaves the games (`service/jobs/departures.py`).
"""


def delete_account(accounts: Accounts, access: Access) -> None:
    """Delete the caller's account: from now on it has no name, no token and no code. Raises TokenRevoked.

    Its handle stays reserved for ever, and its id stands for FORMER_NAME. If the process ends in between, the account
    is as it was, or deleted: then what DROPS names goes when it leaves its games, and the rest leads to nothing.
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
    pipe = accounts.redis.pipeline(transaction=False)
    for function in DROPS:
        function(accounts, pipe, player)
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
