"""Registration: a new account, with its handle, its first token and its recovery code."""

from secrets import token_hex
from typing import Any

from service.accounts.handle_claims import HandleTaken, claim, claim_suggested
from service.accounts.players import Accounts, Player, hash_token
from service.accounts.secrets import (
    REPEATABLE_SECONDS,
    Granted,
    Secrets,
    derived_secrets,
    entry_text,
    hash_code,
    hash_key,
    parse_entry,
    random_secrets,
)
from service.accounts.stored_token import ACCOUNT_SCOPES, FIRST_TOKEN_NAME, StoredToken, id_of_token
from service.ids import new_id


def register(accounts: Accounts, name: str, kind: str, handle: str | None = None) -> Granted:
    """Create an account. Without a handle the service makes one from the name. Raises HandleTaken."""
    player_id, secrets = _reserve_id(accounts, name), random_secrets()
    return Granted(_complete(accounts, player_id, name, kind, handle, secrets), secrets)


def register_once(accounts: Accounts, name: str, kind: str, handle: str | None, key: str, digest: bytes) -> Granted:
    """Create an account under a key, once: for an hour, the same request gets the same account and secrets again.

    `digest`: SHA-256 of the request. Raises KeyUsed, HandleTaken.

    Nobody is logged in yet, so the key alone tells a client from a stranger: it must be as hard to guess as a
    password.
    """
    entry = accounts.layout.once("registered", hash_key(key))
    stored: Any = accounts.redis.get(entry)
    if stored is None:
        player_id, nonce = _reserve_id(accounts, name), token_hex(32)
        if not accounts.redis.set(entry, entry_text(player_id, nonce, digest), nx=True, ex=REPEATABLE_SECONDS):
            _release_id(accounts, player_id)  # the same request was faster on another connection
            return register_once(accounts, name, kind, handle, key, digest)
    else:
        player_id, nonce = parse_entry(stored, digest)
    secrets, player = derived_secrets(nonce, key), accounts.by_id(player_id)
    if player is None:  # also if the first request died half-way
        try:
            player = _complete(accounts, player_id, name, kind, handle, secrets)
        except HandleTaken:
            accounts.redis.delete(entry)
            raise
    return Granted(player, secrets, stored is not None)


def was_registered(accounts: Accounts, key: str) -> bool:
    """Whether `register_once` was called with this key, in the last REPEATABLE_SECONDS."""
    return bool(accounts.redis.exists(accounts.layout.once("registered", hash_key(key))))


def _reserve_id(accounts: Accounts, name: str) -> str:
    """The id of a new account, which nobody else gets. The account exists once it has a kind."""
    while True:
        player_id = new_id()
        if accounts.redis.hsetnx(accounts.layout.player(player_id), "name", name):
            return player_id


def _release_id(accounts: Accounts, player_id: str) -> None:
    accounts.redis.delete(accounts.layout.player(player_id))


def _complete(accounts: Accounts, player_id: str, name: str, kind: str, handle: str | None, secrets: Secrets) -> Player:
    """Store the account whose id is reserved. Twice does no harm. Raises HandleTaken; then there is no account."""
    if handle is None:
        handle = claim_suggested(accounts, name, player_id)
    else:
        try:
            claim(accounts, handle, player_id)
        except HandleTaken:
            _release_id(accounts, player_id)
            raise
    layout, token_hash = accounts.layout, hash_token(secrets.token)
    token = StoredToken(FIRST_TOKEN_NAME, ACCOUNT_SCOPES, accounts.now_ms(), token_hash.hex())
    accounts.point(token_hash, player_id, id_of_token(token_hash))
    if kind == "bot":
        accounts.redis.sadd(layout.bots_named(name), player_id)
    pipe = accounts.redis.pipeline(transaction=True)
    pipe.hset(layout.player(player_id), mapping={"name": name, "kind": kind, "handle": handle, "handles": 1})
    pipe.hset(layout.player(player_id), "recovery", hash_code(secrets.recovery_code))
    pipe.hset(layout.tokens(player_id), id_of_token(token_hash), token.to_text())
    pipe.execute()
    return Player(player_id, name, kind, handle)
