"""Acts: what operators do to games and accounts of others. The log of acts is only appended to.

It holds ids and codes. What an operator writes about an account, and the list of the acts that concern it, end with the
account.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

from store.keys import Keys

GAME_CLOSED, SUSPENDED, UNSUSPENDED = "game_closed", "account_suspended", "account_unsuspended"
NAME_TAKEN, SESSIONS_ENDED, LIMITS_SET = "name_taken", "sessions_ended", "limits_set"
ACT_KINDS = (GAME_CLOSED, SUSPENDED, UNSUSPENDED, NAME_TAKEN, SESSIONS_ENDED, LIMITS_SET)
MAX_ACTS = 100_000
"""That the log keeps at least, the newest ones; it may keep some hundred more."""
MAX_LISTED_ACTS = 1_000
"""The same of an account or a game."""
MAX_NOTE_CHARACTERS = 200
ACT_ID = "[1-9][0-9]{0,14}-[0-9]{1,10}"
"""The form of an id. Before 0-0 nothing can be in a stream, so the store refuses to look there."""


class Act(NamedTuple):
    """What an operator did, of ACT_KINDS, to a game or an account.

    `by`: the account of the operator; None: on the command line. `reason`: of OPERATOR_REASONS; None where none is
    given. `until_ms`: of a suspension, ms since 1970; None: for good. `note`: for the account and for operators.
    `id`: ascending; empty before the act is in the log.
    """

    kind: str
    by: str | None = None
    player: str | None = None
    game: str | None = None
    reason: str | None = None
    until_ms: int | None = None
    note: str | None = None
    id: str = ""

    @property
    def ms(self) -> int:
        """When it was done, ms since 1970."""
        return int(self.id.partition("-")[0])


class Acts:
    """The log of acts, in the store."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._add = redis.register_script(files(__package__).joinpath("acts.lua").read_text("utf-8"))

    def add(self, act: Act, players: Sequence[str] = ()) -> Act:
        """Append an act. `players`: the accounts that a game concerns. Returns the act with its id."""
        games = [f"game:{act.game}"] if act.game else []
        concerned = [*games, *[f"player:{player}" for player in (act.player, *players) if player]]
        shared = {name: value for name, value in act._asdict().items() if value and name not in ("id", "note")}
        keys = [self._key(), *map(self._key, concerned)]
        found: Any = self._add(keys=keys, args=[json.dumps(shared), act.note or "", MAX_ACTS, MAX_LISTED_ACTS])
        return act._replace(id=found.decode())

    def page(self, limit: int, before: str | None = None, player: str = "", game: str = "") -> list[Act]:
        """Acts, newest first: all, those that concern an account, those on a game, or those of both. `before`: the id
        of an act."""
        of = f"player:{player}" if player else f"game:{game}" if game else ""
        count = None if player and game else limit
        rows: Any = self._redis.xrevrange(self._key(of), f"({before}" if before else "+", "-", count)
        found = [
            Act(**json.loads(row[b"act"]), note=row.get(b"note", b"").decode() or None, id=each.decode())
            for each, row in rows
        ]
        return [act for act in found if not game or act.game == game][:limit]

    def _key(self, of: str = "") -> str:
        return acts_key(self._keys, of)


def acts_key(keys: Keys, of: str = "") -> str:
    """A stream: all acts, or those that concern `player:<id>` or `game:<id>`."""
    return keys.lobby(f"acts:{of}" if of else "acts")
