"""Recovery: who lost all tokens gets a new one for the recovery code, which is good once."""

from hmac import compare_digest
from secrets import token_hex
from typing import Any

from redis import Redis
from redis.client import Pipeline

from service.accounts.players import Access, Accounts, Player, hash_token
from service.accounts.secrets import (
    REPEATABLE_SECONDS,
    Granted,
    Secrets,
    derived_secrets,
    entry_text,
    hash_code,
    hash_key,
    new_code,
    parse_entry,
    random_secrets,
)
from service.accounts.stored_token import ACCOUNT_SCOPES, StoredToken, id_of_token
from service.accounts.tokens import drop, hashes_of, read_all
from service.limits.tries import TooManyTries, count_try

RECOVERED_TOKEN_NAME = "recovered"
MAX_WRONG_RECOVERIES = 10
"""For one account in an hour. The right code is accepted all the same: at 123 bits nobody guesses it, and
so a stranger who sends wrong ones locks nobody out."""


class WrongRecovery(Exception):
    """There is no such account, or the code is not its recovery code, or was used before."""


class TooManyRecoveries(TooManyTries):
    """Too many wrong codes were sent for an account."""


def renew_code(accounts: Accounts, access: Access) -> str:
    """A new recovery code for the caller's account; the old one is worth nothing from now on. Raises TokenRevoked."""
    code = new_code()

    def change(pipe: Pipeline) -> None:
        pipe.multi()
        pipe.hset(accounts.layout.player(access.player.id), "recovery", hash_code(code))

    accounts.change(access, change)
    return code


def recover(accounts: Accounts, id_or_handle: str, code: str, key: str | None = None, digest: bytes = b"") -> Granted:
    """A new token and a new code for an account; all its other tokens are revoked. Of two at once, one succeeds.

    `key`: for an hour, the same request under it gets the same secrets again; `digest`: SHA-256 of the request. Raises
    WrongRecovery, TooManyRecoveries, KeyUsed.
    """
    entry = accounts.layout.once("recovered", hash_key(key)) if key else None
    player, nonce = _first_request(accounts, entry, digest) or (accounts.find(id_or_handle), token_hex(32))
    if player and not player.deleted:
        if entry and not _note_request(accounts, entry, entry_text(player.id, nonce, digest)):
            return recover(accounts, id_or_handle, code, key, digest)  # it was quicker on another connection
        secrets = derived_secrets(nonce, key) if key else random_secrets()
        if _has_token(accounts, player.id, secrets):
            return Granted(player, secrets, repeated=True)
        if _exchange(accounts, player.id, code, secrets):
            return Granted(player, secrets)
        if _has_token(accounts, player.id, secrets):
            return Granted(player, secrets, repeated=True)
        accounts.point_no_more([hash_token(secrets.token).hex()])
        if entry:
            accounts.redis.delete(entry)
    _count_wrong(accounts, player.id if player else id_or_handle)
    raise WrongRecovery


def _first_request(accounts: Accounts, entry: str | None, digest: bytes) -> tuple[Player | None, str] | None:
    """The account and the nonce of the first request under a key; None if this is the first. Raises KeyUsed."""
    stored: Any = accounts.redis.get(entry) if entry else None
    if stored is None:
        return None
    player_id, nonce = parse_entry(stored, digest)
    return accounts.by_id(player_id), nonce


def _note_request(accounts: Accounts, entry: str, text: str) -> bool:
    """Keep the nonce of a request before it changes anything; False if another one has the key."""
    is_first = accounts.redis.set(entry, text, nx=True, ex=REPEATABLE_SECONDS)
    return bool(is_first) or accounts.redis.get(entry) == text.encode()


def _has_token(accounts: Accounts, player: str, secrets: Secrets) -> bool:
    """Whether the account has got these secrets already."""
    token = id_of_token(hash_token(secrets.token))
    return bool(accounts.redis.hexists(accounts.layout.tokens(player), token))


def _exchange(accounts: Accounts, player: str, code: str, secrets: Secrets) -> bool:
    """Exchange the code and all tokens for new ones, if it is the right code."""
    layout, now_ms, token_hash = accounts.layout, accounts.now_ms(), hash_token(secrets.token)
    token = StoredToken(RECOVERED_TOKEN_NAME, ACCOUNT_SCOPES, now_ms, token_hash.hex())

    def is_right_in(redis: Redis) -> bool:
        stored: Any = redis.hget(layout.player(player), "recovery")
        return stored is not None and compare_digest(stored, hash_code(code).encode())

    def change(pipe: Pipeline) -> list[str] | None:
        is_right = is_right_in(pipe)
        tokens = read_all(accounts, pipe, player)
        pipe.multi()
        if not is_right:
            return None
        drop(accounts, pipe, player, tokens)
        pipe.hset(layout.player(player), "recovery", hash_code(secrets.recovery_code))
        pipe.hset(layout.tokens(player), id_of_token(token_hash), token.to_text())
        return hashes_of(tokens)

    if not is_right_in(accounts.redis):  # a stranger's wrong code troubles no other process
        return False
    accounts.point(token_hash, player, id_of_token(token_hash))
    replaced = accounts.transact(player, change)
    accounts.point_no_more(replaced or ())
    return replaced is not None


def _count_wrong(accounts: Accounts, id_or_handle: str) -> None:
    """Count a wrong code, also for an account that does not exist. Raises TooManyRecoveries."""
    counter = accounts.layout.wrong_codes(hash_key(id_or_handle))
    count_try(accounts.redis, {counter: MAX_WRONG_RECOVERIES}, TooManyRecoveries)
