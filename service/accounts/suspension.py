"""Suspension: an operator keeps an account out. Its tokens are refused, and it leaves its games, which a job does."""

from redis.client import Pipeline

from service.accounts.players import Accounts, Suspension


def suspend(accounts: Accounts, player: str, suspension: Suspension) -> None:
    """Suspend an account, at once in all processes; another suspension replaces the one before."""
    accounts.redis.hset(accounts.layout.deleted, player, accounts.now_ms())
    _store(accounts, player, suspension)


def unsuspend(accounts: Accounts, player: str) -> None:
    """End the suspension of an account. The games that it has left stay left."""
    _store(accounts, player, None)


def _store(accounts: Accounts, player: str, suspension: Suspension | None) -> None:
    key = accounts.layout.player(player)

    def change(pipe: Pipeline) -> None:
        pipe.multi()
        if suspension is None:
            pipe.hdel(key, "suspended")
        else:
            pipe.hset(key, "suspended", suspension.to_text())

    accounts.transact(player, change)
