"""Giving an account its handle. A handle that was ever an account's is never given to another one."""

from typing import Any

from service.accounts.handles import is_reserved, normalize, skeleton, suggestions
from service.accounts.players import Accounts
from service.ids import new_id


class NoHandle(ValueError):
    """A text that is no handle."""


class HandleTaken(Exception):
    """The handle, or one that looks like it, is or was another account's, or is reserved."""


def read_handle(text: str) -> str:
    """The handle that a client asks for, as it is stored. Raises NoHandle, HandleTaken for a reserved one."""
    handle = normalize(text)
    if handle is None:
        raise NoHandle
    if is_reserved(handle):
        raise HandleTaken
    return handle


def claim(accounts: Accounts, handle: str, player: str) -> None:
    """Reserve a handle for an account, for ever; of two accounts at once, one gets it. Raises HandleTaken."""
    handles, look = accounts.layout.handles, skeleton(handle)
    if not accounts.redis.hsetnx(handles, look, player) and owner_of(accounts, handle) != player:
        raise HandleTaken


def owner_of(accounts: Accounts, handle: str) -> str | None:
    """The account that has this handle or one that looks like it, or had it once."""
    owner: Any = accounts.redis.hget(accounts.layout.handles, skeleton(handle))
    return owner.decode() if owner else None


def claim_suggested(accounts: Accounts, name: str, player: str) -> str:
    """Reserve a handle for an account that asked for none, made from its name.

    It is the same one each time you ask, unless others have taken all that name and id suggest.
    """
    while True:
        for handle in suggestions(name, player):
            try:
                claim(accounts, handle, player)
            except HandleTaken:
                continue
            return handle
        name = f"{name[:8]} {new_id()}"  # somebody has taken a handle with this id
