"""The accounts of a whole store, their tokens, and what leads to them: handles, hashes of tokens, seats.

What leads to an account is written before it and deleted after it, in several steps. So an account without a kind,
whose registration was cut short, and a hash that leads to an account without this token, are worth nothing and do no
harm.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.accounts.handles import skeleton
from service.accounts.layout import Layout
from service.accounts.players import PLAYER_FIELDS, Player, parse_player
from service.accounts.stored_token import StoredToken, parse_token
from service.diagnosis.facts import NOTHING
from service.diagnosis.opening import Opened

READ_AT_ONCE = 500
"""Records that are read in one round trip."""


class Fault(NamedTuple):
    """`what` is broken, such as `player k3jx9a2m`, and the `fault` of it, without secrets."""

    what: str
    fault: str


class StoredAccount(NamedTuple):
    """An account. `player`: None if it has no name or no kind. `tokens`: by id. `fault`: why it cannot be read."""

    id: str
    player: Player | None = None
    tokens: Mapping[str, StoredToken] = NOTHING
    fault: str = ""


def read_accounts(opened: Opened, ids: Sequence[str]) -> list[StoredAccount]:
    """The accounts with these ids, at most READ_AT_ONCE. Raises RedisError."""
    layout, pipe = Layout(opened.keys), opened.redis.pipeline(transaction=False)
    for each in ids:
        pipe.hmget(layout.player(each), PLAYER_FIELDS)
        pipe.hgetall(layout.tokens(each))
    found = iter(pipe.execute())
    return [_parse(each, row, tokens) for each, row, tokens in zip(ids, found, found, strict=True)]


def _parse(player: str, row: Sequence[bytes | None], tokens: Mapping[bytes, bytes]) -> StoredAccount:
    try:
        found = {each.decode(): parse_token(text) for each, text in tokens.items()}
        for token in found.values():
            bytes.fromhex(token.hash)
    except (TypeError, ValueError):
        return StoredAccount(player, fault="a token of it cannot be read")
    try:
        return StoredAccount(player, parse_player(player, row), found)
    except ValueError:
        return StoredAccount(player, fault="its record cannot be read")


def account_faults(opened: Opened, accounts: Sequence[StoredAccount]) -> list[tuple[str, str]]:
    """What is wrong with accounts, each with its id: their records, or a handle or token that does not lead there.

    Raises RedisError.
    """
    layout, pipe = Layout(opened.keys), opened.redis.pipeline(transaction=False)
    leads = list[tuple[str, str, str]]()  # the account, what should lead to it, what is stored then
    faults = list[tuple[str, str]]()
    for account in accounts:
        player = account.player
        if account.fault:
            faults.append((account.id, account.fault))
        elif account.tokens and player is None:
            faults.append((account.id, "it has tokens, and no name or no kind"))
        if player and player.handle:
            leads.append((account.id, f"handle @{player.handle}", account.id))
            pipe.hget(layout.handles, skeleton(player.handle))
        for name, token in account.tokens.items():
            leads.append((account.id, f"token {name}", f"{account.id} {name}"))
            pipe.get(layout.token(bytes.fromhex(token.hash)))
    for (account_id, what, expected), found in zip(leads, pipe.execute() if leads else (), strict=True):
        if _text(found) != expected:
            faults.append((account_id, f"its {what} does not lead to it"))
    return faults


def strays(opened: Opened, named: Iterable[tuple[str, str]], known: Collection[str]) -> Iterator[Fault]:
    """What names an account that does not exist. `named`: pairs of what names it, and the account. Raises RedisError.

    `known`: accounts that do exist. The store is asked for others: they may be newer.
    """
    layout = Layout(opened.keys)
    for what, player in named:
        if player not in known and not opened.redis.exists(layout.player(player)):
            yield Fault(what, f"it leads to the account {player}, which does not exist")


def handles(opened: Opened) -> Iterator[tuple[str, str]]:
    """Each handle, as `strays` names it, and the account that it leads to. Raises RedisError."""
    for look, player in opened.redis.hscan_iter(Layout(opened.keys).handles, count=READ_AT_ONCE):
        if player:  # otherwise nobody gets it
            yield f"handle {_text(look)}", _text(player)


def hashes_of_tokens(opened: Opened, hashes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each of these hashes (hexadecimal) that leads to an account, as `strays` names it; and the account.

    Raises RedisError.
    """
    for at in range(0, len(hashes), READ_AT_ONCE):
        some, pipe = hashes[at : at + READ_AT_ONCE], opened.redis.pipeline(transaction=False)
        for each in some:
            pipe.get(opened.keys.owned(each, "token"))
        for each, value in zip(some, pipe.execute(), strict=True):
            if value:
                yield f"token {each[:8]}", _text(value).partition(" ")[0]


def _text(found: Any) -> str:
    return found.decode(errors="replace") if found else ""
