"""The tokens of an account: what it has, new ones, rotation, revocation."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from redis.client import Pipeline

from service.accounts.players import Access, Accounts, ScopeMissing, TokenRevoked, hash_token
from service.accounts.secrets import hash_code, new_code
from service.accounts.stored_token import ADMIN, OPERATOR, StoredToken, new_secret, parse_token
from service.accounts.stored_token import id_of_token as id_of_token

MAX_TOKENS = 20
"""Of an account."""
MAX_OVERLAP_SECONDS = 3600
DEFAULT_OVERLAP_SECONDS = 60
"""How long the old secret is good after a rotation: if its answer gets lost, the client can rotate again."""


class TooManyTokens(Exception):
    """The account has MAX_TOKENS."""


class NoSuchToken(LookupError):
    """The account has no such token."""


class ListedToken(NamedTuple):
    """A token as its owner sees it. `used_ms`: when it was used last, to the minute, in ms since 1970."""

    id: str
    token: StoredToken
    used_ms: int | None


def list_tokens(accounts: Accounts, player: str) -> list[ListedToken]:
    """The tokens that are good now, oldest first."""
    pipe = accounts.redis.pipeline(transaction=False)
    pipe.hgetall(accounts.layout.tokens(player))
    pipe.hgetall(accounts.layout.uses(player))
    stored, uses = pipe.execute()
    live = _live(_parse_all(stored), accounts.now_ms())
    found = [ListedToken(each, token, _number(uses.get(each.encode()))) for each, token in live.items()]
    return sorted(found, key=lambda each: (each.token.created_ms or 0, each.id))


def create_token(
    accounts: Accounts, access: Access, name: str, scopes: Sequence[str], expires_s: int | None = None
) -> tuple[ListedToken, str]:
    """A new token of the caller's account, and its secret. `expires_s`: seconds from now.

    Raises ScopeMissing for a scope that the caller's own token does not have, TooManyTokens, TokenRevoked. Who may have
    the scope `operator` is not asked here.
    """
    for scope in scopes:
        access.require(ADMIN if scope == OPERATOR else scope)
    secret, now_ms, layout = new_secret(), accounts.now_ms(), accounts.layout
    token_hash, player = hash_token(secret), access.player.id
    expires_ms = None if expires_s is None else now_ms + expires_s * 1000
    token = StoredToken(name, scopes, now_ms, token_hash.hex(), expires_ms)

    def change(pipe: Pipeline) -> list[str]:
        stored = read_all(accounts, pipe, player)
        live = _live(stored, now_ms)
        if len(live) >= MAX_TOKENS:
            raise TooManyTokens
        expired = {each: old for each, old in stored.items() if each not in live}
        pipe.multi()
        drop(accounts, pipe, player, expired)
        pipe.hset(layout.tokens(player), id_of_token(token_hash), token.to_text())
        return hashes_of(expired)

    accounts.point(token_hash, player, id_of_token(token_hash))
    try:
        accounts.point_no_more(accounts.change(access, change))
    except (TooManyTokens, TokenRevoked):
        accounts.point_no_more([token.hash])
        raise
    return ListedToken(id_of_token(token_hash), token, None), secret


def rotate_token(accounts: Accounts, access: Access, token_id: str, overlap_s: int) -> tuple[ListedToken, str]:
    """A new secret for a token of the caller's account. The old one is good for `overlap_s` more seconds.

    Raises NoSuchToken, ScopeMissing for a token that has a scope which the caller's own does not have, TokenRevoked.
    """
    secret, now_ms, layout, player = new_secret(), accounts.now_ms(), accounts.layout, access.player.id
    token_hash = hash_token(secret)

    def change(pipe: Pipeline) -> tuple[StoredToken, StoredToken]:
        old = _live(read_all(accounts, pipe, player), now_ms).get(token_id)
        if old is None:
            raise NoSuchToken
        for scope in old.scopes:
            access.require(scope)
        until_ms = now_ms + overlap_s * 1000
        token = old._replace(hash=token_hash.hex(), previous=old.hash, previous_until_ms=until_ms)
        pipe.multi()
        pipe.hset(layout.tokens(player), token_id, token.to_text())
        return old, token

    accounts.point(token_hash, player, token_id)
    try:
        old, token = accounts.change(access, change)
    except (NoSuchToken, ScopeMissing, TokenRevoked):
        accounts.point_no_more([token_hash.hex()])
        raise
    accounts.point_no_more([old.previous])
    accounts.redis.pexpire(layout.token(bytes.fromhex(old.hash)), max(1, overlap_s * 1000))
    return ListedToken(token_id, token, None), secret


def revoke_token(accounts: Accounts, access: Access, token_id: str) -> None:
    """Revoke a token of the caller's account, at once in all processes. Raises NoSuchToken, TokenRevoked."""
    player = access.player.id

    def change(pipe: Pipeline) -> list[str]:
        token = read_all(accounts, pipe, player).get(token_id)
        if token is None:
            raise NoSuchToken
        pipe.multi()
        drop(accounts, pipe, player, {token_id: token})
        return hashes_of({token_id: token})

    accounts.point_no_more(accounts.change(access, change))


def end_sessions(accounts: Accounts, player: str, with_new_code: bool = False) -> str | None:
    """Revoke all tokens of an account, at once in all processes. Its recovery code stays good, or is replaced.

    Returns the new code, if there is one.
    """
    code = new_code() if with_new_code else None

    def change(pipe: Pipeline) -> list[str]:
        tokens = read_all(accounts, pipe, player)
        pipe.multi()
        drop(accounts, pipe, player, tokens)
        if code:
            pipe.hset(accounts.layout.player(player), "recovery", hash_code(code))
        return hashes_of(tokens)

    accounts.point_no_more(accounts.transact(player, change))
    return code


def drop(accounts: Accounts, pipe: Pipeline, player: str, tokens: dict[str, StoredToken]) -> None:
    """Delete these tokens of an account. Afterwards, let them lead to it no more (`hashes_of`)."""
    for each in tokens:
        pipe.hdel(accounts.layout.tokens(player), each)
        pipe.hdel(accounts.layout.uses(player), each)


def hashes_of(tokens: Mapping[str, StoredToken]) -> list[str]:
    """The hashes of these tokens, also those from before a rotation; in hex."""
    return [found for token in tokens.values() for found in (token.hash, token.previous) if found]


def read_all(accounts: Accounts, pipe: Pipeline, player: str) -> dict[str, StoredToken]:
    """All tokens that are stored of an account, expired ones too, by id."""
    return _parse_all(pipe.hgetall(accounts.layout.tokens(player)))  # type: ignore[arg-type]


def _parse_all(stored: Mapping[bytes, bytes]) -> dict[str, StoredToken]:
    return {each.decode(): parse_token(text) for each, text in stored.items()}


def _live(tokens: Mapping[str, StoredToken], now_ms: float) -> dict[str, StoredToken]:
    """The tokens that have not expired."""
    return {each: token for each, token in tokens.items() if token.expires_ms is None or token.expires_ms > now_ms}


def _number(text: bytes | None) -> int | None:
    return None if text is None else int(text)
